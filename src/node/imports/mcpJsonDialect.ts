import { bracedVariables, changeTextsIn, type Dialect, STRICT_JSON } from './dialect';

/** `.mcp.json` at the root of a project, as Claude Code and others share it. */
export const mcpJsonDialect: Dialect = {
  syntax: STRICT_JSON,
  lists: () => [['mcpServers']],
  translate: server => changeTextsIn(server, bracedVariables),
};
