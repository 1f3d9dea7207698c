import { bracedVariables, changeTextsIn, type Dialect, STRICT_JSON } from './dialect';

/** `.mcp.json` at the root of a project, as Claude Code and others share it; Visual Studio calls its list as VS Code does. */
export const mcpJsonDialect: Dialect = {
  syntax: STRICT_JSON,
  lists: () => [['mcpServers'], ['servers']],
  translate: server => changeTextsIn(server, bracedVariables),
};
