import { type Dialect, STRICT_JSON } from './dialect';

/** `claude_desktop_config.json`: programs only; variables are not replaced there. */
export const claudeDesktopDialect: Dialect = {
  syntax: STRICT_JSON,
  lists: () => [['mcpServers']],
  translate: server => server,
};
