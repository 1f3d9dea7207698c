import { bracedVariables, changeTextsIn, compact, type Dialect, RELAXED_JSON } from './dialect';

/** `mcp_config.json` of Windsurf: an address is called `serverUrl`. */
export const windsurfDialect: Dialect = {
  syntax: RELAXED_JSON,
  lists: () => [['mcpServers']],
  translate(server) {
    const { serverUrl, disabledTools, ...rest } = server;
    return changeTextsIn(
      compact({ ...rest, url: server['url'] ?? serverUrl, excluded_tools: disabledTools }),
      bracedVariables,
    );
  },
};
