import { bracedVariables, changeTextsIn, compact, type Dialect, type Raw, recordOf } from './dialect';

/** Kinds of extensions that are MCP servers; the others are parts of goose. */
const SERVERS: readonly unknown[] = ['stdio', 'sse', 'streamable_http'];

/** `config.yaml` of goose: an extension's fields are its own, or those of an object `config` in it. */
export const gooseDialect: Dialect = {
  syntax: 'yaml',
  lists: () => [['extensions']],
  isPassedOver: server => !SERVERS.includes(flat(server)['type']),
  translate: gooseWords,
  reads: ['cmd', 'uri', 'envs', 'env_keys', 'available_tools', 'bundled', 'config', 'display_name'],
};

/** An extension of goose in the words of our own servers file. Keys that it keeps in the system's keyring have to be set here. */
export function gooseWords(theirs: Raw): Raw {
  const { cmd, uri, envs, env_keys, timeout, enabled, available_tools, ...rest } = flat(theirs);
  const kept = Array.isArray(env_keys) ? env_keys.filter(key => typeof key === 'string') : [];
  const keys = Object.fromEntries(kept.map(key => [key, `\${env:${key}}`]));
  const tools = Array.isArray(available_tools) && available_tools.length > 0 ? available_tools : undefined;
  return changeTextsIn(
    {
      ...rest,
      ...compact({
        type: rest['type'] === 'streamable_http' ? 'http' : rest['type'],
        command: cmd,
        url: uri,
        env: uri === undefined ? { ...keys, ...recordOf(envs) } : undefined,
        // In seconds.
        timeout: typeof timeout === 'number' ? timeout * 1_000 : undefined,
        disabled: enabled === false ? true : undefined,
        allowed_tools: tools,
        requiredEnv: kept.length > 0 ? kept.map(key => ({ key, secret: true })) : undefined,
      }),
    },
    bracedVariables,
  );
}

function flat(extension: Raw): Raw {
  const { config, ...rest } = extension;
  return { ...rest, ...recordOf(config) };
}
