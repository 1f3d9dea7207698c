import { inOurWords } from './anyWords';
import { type Dialect, RELAXED_JSON } from './dialect';

/** A tool whose entries say by their words what they mean, with its servers in these lists. */
export function plainDialect(...lists: readonly string[]): Dialect {
  return { syntax: RELAXED_JSON, lists: () => lists.map(list => [list]), translate: inOurWords };
}

/** A tool whose settings also have entries that only switch a server of its own, or of an extension, on or off. */
export function settingsDialect(...lists: readonly string[]): Dialect {
  return {
    ...plainDialect(...lists),
    isPassedOver: server => server['command'] === undefined && server['url'] === undefined,
  };
}

/** `crush.json`, which counts a call's time in seconds. */
export const crushDialect: Dialect = {
  ...plainDialect('mcp'),
  translate(server) {
    const { timeout } = server;
    return inOurWords(typeof timeout === 'number' ? { ...server, timeout: timeout * 1_000 } : server);
  },
};
