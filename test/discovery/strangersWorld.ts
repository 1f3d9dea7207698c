import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { builtInSource } from '../../src/mcp/builtInModules';
import { ShippedRegistry } from '../../src/node/catalog/shippedRegistry';
import { entryOf, MemorySource } from '../support/catalogWorld';
import { catalogOver } from '../support/shippedCatalog';
import { SHIPPED_DATA } from '../support/shippedData';
import type { Intents } from './intents';
import { plainBm25 } from './plainBm25';
import { type Quality, qualityOf } from './quality';
import { ourRanker } from './rankers';

interface Stranger {
  readonly id: string;
  readonly description: string;
  readonly tools: readonly {
    readonly name: string;
    readonly description: string;
    readonly parameters: Readonly<Record<string, string>>;
  }[];
}

interface Strangers {
  readonly servers: readonly Stranger[];
  readonly requests: readonly (Intents[number] & { readonly half: 'tune' | 'judge' })[];
}

/** Catalogs in `sets` that nobody who tuned the search wrote. */
export const STRANGERS = ['catalogA', 'catalogB'] as const;

/**
 * The half of the requests that nobody tuned by, over a catalog of servers that are a user's own. `isAlone`: without what ships.
 * `isBare`: of servers that have only a name, as in a file of servers before they were ever started.
 */
export async function judgedOver(
  name: (typeof STRANGERS)[number],
  isAlone: boolean,
  isBare = false,
): Promise<{ readonly ours: Quality; readonly plain: Quality }> {
  const file = join(SHIPPED_DATA, `../test/discovery/sets/${name}.json`);
  const { servers, requests } = JSON.parse(readFileSync(file, 'utf8')) as Strangers;
  const tools = new Map(
    servers.map(({ id, tools: own }) => [
      id,
      own.map(({ parameters, ...tool }) => ({ ...tool, inputSchema: { properties: parameters } })),
    ]),
  );
  const own = new MemorySource(
    'settings',
    ...servers.map(({ id, description }) =>
      entryOf(id, { displayName: id, description: isBare ? '' : description }),
    ),
  );
  const shipped = isAlone ? [] : [builtInSource, new ShippedRegistry(SHIPPED_DATA, 'linux')];
  const { catalog } = await catalogOver([own, ...shipped], {
    knownTools: id => (isBare ? [] : (tools.get(id) ?? [])),
  });
  const plain = plainBm25(
    new Map(
      servers.map(({ id, description, tools: all }) => [
        id,
        [id, description, ...all.flatMap(tool => [tool.name, tool.description])].join(' '),
      ]),
    ),
  );
  const judged = requests.filter(({ half }) => half === 'judge');
  return { ours: qualityOf(ourRanker(catalog), judged), plain: qualityOf(plain, judged) };
}
