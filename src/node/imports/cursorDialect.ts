import { type Dialect, RELAXED_JSON } from './dialect';

/** `mcp.json` of Cursor: variables as in VS Code, the list called as in Claude's files. */
export const cursorDialect: Dialect = {
  syntax: RELAXED_JSON,
  lists: () => [['mcpServers']],
  translate: server => server,
};
