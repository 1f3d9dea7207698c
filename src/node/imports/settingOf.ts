import type { CredentialNeed, LaunchTemplate } from '../../core/catalog/entry/entry';
import type { ImportedServer } from '../../core/catalog/imports/importedServer';
import type { Raw } from './dialect';

/** The server as our own setting has it, with secrets by name only. */
export function settingOf({ launch, ...server }: ImportedServer): Raw {
  const needs = server.needs.filter(
    ({ isRequired, description }) => !isRequired || description !== undefined,
  );
  return {
    ...launchSetting(launch),
    ...(server.description === '' ? {} : { description: server.description }),
    ...(server.disabledBy === null ? {} : { disabled: true }),
    ...(server.allowedTools.length === 0 ? {} : { allowed_tools: server.allowedTools }),
    ...(server.excludedTools === undefined ? {} : { excluded_tools: server.excludedTools }),
    ...(server.requireApproval === 'never' ? {} : { require_approval: server.requireApproval }),
    ...(server.callTimeoutMs === undefined ? {} : { timeout: server.callTimeoutMs }),
    ...(server.startTimeoutMs === undefined ? {} : { start_timeout: server.startTimeoutMs }),
    ...(server.allowsPlaceholders === undefined ? {} : { allow_placeholders: true }),
    ...(server.isolation === undefined ? {} : { isolation: server.isolation }),
    ...(server.requires === undefined ? {} : { requires: server.requires }),
    ...(server.tags === undefined ? {} : { tags: server.tags }),
    ...(needs.length === 0 ? {} : { requiredEnv: needs.map(needSetting) }),
  };
}

/** How a server is started or reached, as our own setting has it. */
export function launchSetting(launch: LaunchTemplate): Raw {
  switch (launch.type) {
    case 'native':
      return {};
    case 'http': {
      const headers = Object.keys(launch.headers).length === 0 ? {} : { headers: launch.headers };
      const oauth = launch.oauth === undefined ? {} : { oauth: launch.oauth };
      return { type: launch.speaks ?? 'http', url: launch.url, ...headers, ...oauth };
    }
    case 'stdio':
      return {
        command: launch.command,
        ...(launch.args.length === 0 ? {} : { args: launch.args }),
        ...(Object.keys(launch.env).length === 0 ? {} : { env: launch.env }),
        ...(launch.cwd === undefined ? {} : { cwd: launch.cwd }),
      };
  }
}

/** What a server needs before it starts, as our own setting has it. */
export function needSetting({ key, isSecret, isRequired, description }: CredentialNeed): Raw {
  return {
    key,
    secret: isSecret,
    required: isRequired,
    ...(description === undefined ? {} : { description }),
  };
}
