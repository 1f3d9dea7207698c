import { type Dialect, RELAXED_JSON } from './dialect';

/** `mcp.json` of VS Code, of the user or in a workspace: our own servers file is written the same way. */
export const vscodeDialect: Dialect = {
  syntax: RELAXED_JSON,
  lists: () => [['servers']],
  translate: server => server,
};
