import { isRecord } from '../../core/support/json';
import { isSecretName } from '../../core/catalog/entry/secretNames';
import { compact, type Dialect, type Raw, recordOf } from './dialect';

/** `config.toml` of Codex: no variables in texts, but fields that name one. */
export const codexDialect: Dialect = {
  syntax: 'toml',
  lists: () => [['mcp_servers']],
  translate(server) {
    const { enabled, enabled_tools, disabled_tools, default_tools_approval_mode: mode, ...rest } = server;
    const forwarded = forwardedNames(server['env_vars']);
    const headers = headersOf(server);
    return {
      ...rest,
      ...compact({
        cwd: homeFolder(server['cwd']),
        env: forwarded.length > 0 ? withForwarded(server, forwarded) : undefined,
        headers: Object.keys(headers).length > 0 ? headers : undefined,
        disabled: enabled === false ? true : undefined,
        allowed_tools: enabled_tools,
        excluded_tools: disabled_tools,
        require_approval: typeof mode === 'string' ? APPROVALS.get(mode) : undefined,
        requiredEnv: leftOutWhereUnset([...forwarded, ...texts(server['env_http_headers'])]),
      }),
    };
  },
};

const APPROVALS: ReadonlyMap<string, string> = new Map([
  ['prompt', 'always'],
  ['auto', 'auto'],
  ['approve', 'never'],
]);

/** Variables of the user's own environment that go on to the server. */
function forwardedNames(names: unknown): readonly string[] {
  if (!Array.isArray(names)) return [];
  return names.flatMap((name: unknown) => {
    const text = isRecord(name) ? name['name'] : name;
    return typeof text === 'string' ? [text] : [];
  });
}

function withForwarded(server: Raw, names: readonly string[]): Raw {
  return { ...Object.fromEntries(names.map(name => [name, `\${env:${name}}`])), ...recordOf(server['env']) };
}

function headersOf(server: Raw): Raw {
  const token = server['bearer_token_env_var'];
  const named = Object.entries(recordOf(server['env_http_headers']));
  return {
    ...recordOf(server['headers']),
    ...recordOf(server['http_headers']),
    ...Object.fromEntries(named.map(([header, name]) => [header, `\${env:${String(name)}}`])),
    ...(typeof token === 'string' ? { Authorization: `Bearer \${env:${token}}` } : {}),
  };
}

/** Codex sends on what is set and says nothing of the rest. */
function leftOutWhereUnset(names: readonly string[]): readonly Raw[] | undefined {
  const needs = [...new Set(names)].map(key => ({ key, secret: isSecretName(key), required: false }));
  return needs.length === 0 ? undefined : needs;
}

function texts(record: unknown): readonly string[] {
  return Object.values(recordOf(record)).filter(value => typeof value === 'string');
}

function homeFolder(folder: unknown): unknown {
  return typeof folder === 'string' ? folder.replace(/^~(?=\/|$)/, '${userHome}') : folder;
}
