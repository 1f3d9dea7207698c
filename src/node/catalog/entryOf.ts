import type { CatalogEntry, CredentialNeed, LaunchTemplate } from '../../core/catalog/entry/entry';
import { segmentsOf } from '../../core/catalog/entry/variables';
import type { EntriesOrigin } from './entriesOrigin';
import type { InputShape, ServerShape } from './serverShape';

/** How the server is reached, or what is wrong as a sentence. */
export function launchOf(shape: ServerShape): LaunchTemplate | string {
  const isHttp = shape.type !== undefined && shape.type !== 'stdio';
  if (shape.command !== undefined && shape.url !== undefined && shape.type === undefined) {
    return 'it has a command and a url. Keep one of them, or say which counts with "type".';
  }
  if (shape.url !== undefined && (isHttp || shape.command === undefined) && shape.type !== 'stdio') {
    const speaks = shape.type === 'sse' ? { speaks: shape.type } : {};
    const oauth = shape.oauth === undefined ? {} : { oauth: shape.oauth };
    return { type: 'http', url: shape.url, headers: Object.fromEntries(shape.headers), ...speaks, ...oauth };
  }
  if (shape.command !== undefined && !isHttp) {
    const cwd = shape.cwd === undefined ? {} : { cwd: atHome(shape.cwd) };
    return {
      type: 'stdio',
      command: atHome(shape.command),
      args: shape.args,
      env: Object.fromEntries(shape.env),
      ...cwd,
    };
  }
  if (shape.type === undefined) return 'it has neither a command nor a url. Give it one of them.';
  return isHttp
    ? `its type is ${shape.type}, so it needs a url.`
    : 'its type is stdio, so it needs a command.';
}

/** `~` as shells have it, at the start. Arguments keep it: they may speak of a home that is not on this machine. */
function atHome(path: string): string {
  return path.replace(/^~(?=$|[\\/])/, '${userHome}');
}

/** The catalog's entry of a server that was read. */
export function entryOf(
  shape: ServerShape,
  launch: LaunchTemplate,
  from: EntriesOrigin,
  inputs: ReadonlyMap<string, InputShape>,
  id: CatalogEntry['id'],
): CatalogEntry {
  return {
    id,
    displayName: shape.displayName ?? id,
    description: shape.description,
    category: shape.category,
    tags: shape.tags,
    source: from.source,
    owner: from.owner,
    origin: from.origin,
    launch,
    needs: needsOf(shape, launch, inputs),
    requires: shape.requires,
    isolation: shape.isolation,
    disabledBy: shape.disabled ? from.owner : null,
    // The user's own entry: nothing about it was claimed by others.
    isVerified: true,
    ...(shape.homepage === undefined ? {} : { homepage: shape.homepage }),
    ...(shape.note === undefined ? {} : { note: shape.note }),
    allowedTools: shape.allowed_tools,
    ...(shape.excluded_tools.length === 0 ? {} : { excludedTools: shape.excluded_tools }),
    requireApproval: shape.require_approval,
    ...(shape.timeout === undefined ? {} : { callTimeoutMs: milliseconds(shape.timeout) }),
    ...(shape.start_timeout === undefined ? {} : { startTimeoutMs: milliseconds(shape.start_timeout) }),
    ...(shape.allow_placeholders ? { allowsPlaceholders: true } : {}),
  };
}

/** Some tools count seconds: nobody means a call that may last less than one. */
function milliseconds(timeout: number): number {
  return timeout < 1_000 ? timeout * 1_000 : timeout;
}

function needsOf(
  shape: ServerShape,
  launch: LaunchTemplate,
  inputs: ReadonlyMap<string, InputShape>,
): readonly CredentialNeed[] {
  const needs = new Map<string, CredentialNeed>();
  for (const { key, secret, required, ...more } of shape.requiredEnv) {
    const description = 'description' in more ? more.description : undefined;
    needs.set(key, {
      key,
      isSecret: secret,
      isRequired: required,
      ...(description === undefined ? {} : { description }),
    });
  }
  for (const segment of textsOf(launch).flatMap(segmentsOf)) {
    if (segment.type !== 'variable') continue;
    const { type, name } = segment.variable;
    if (type === 'secret' && !needs.has(name)) {
      needs.set(name, { key: name, isSecret: true, isRequired: true });
    }
    const input = type === 'input' ? inputs.get(name) : undefined;
    if (input === undefined || needs.has(name)) continue;
    const description = input.description === undefined ? {} : { description: input.description };
    needs.set(name, { key: name, isSecret: input.password, isRequired: true, ...description });
  }
  return [...needs.values()];
}

function textsOf(launch: LaunchTemplate): readonly string[] {
  switch (launch.type) {
    case 'native':
      return [];
    case 'http':
      return [
        launch.url,
        ...Object.values(launch.headers),
        launch.oauth?.clientId ?? '',
        launch.oauth?.clientSecret ?? '',
      ];
    case 'stdio':
      return [launch.command, ...launch.args, ...Object.values(launch.env), launch.cwd ?? ''];
  }
}
