import { bracedVariables, changeTextsIn, type Dialect, RELAXED_JSON } from './dialect';

/** `mcp_config.json` of Windsurf: an address is called `serverUrl`, as entries of ours may call it too. */
export const windsurfDialect: Dialect = {
  syntax: RELAXED_JSON,
  lists: () => [['mcpServers']],
  translate: server => changeTextsIn(server, bracedVariables),
};
