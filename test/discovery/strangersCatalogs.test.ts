import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { builtInSource } from '../../src/mcp/builtInModules';
import { ShippedRegistry } from '../../src/node/catalog/shippedRegistry';
import { entryOf, MemorySource } from '../support/catalogWorld';
import { catalogOver } from '../support/shippedCatalog';
import { SHIPPED_DATA } from '../support/shippedData';
import type { Intents } from './intents';
import { plainBm25 } from './plainBm25';
import { qualityOf } from './quality';
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

/** A catalog of servers that are a user's own; `isAlone`: without what ships. */
async function worldOf(name: string, isAlone: boolean) {
  const file = new URL(`./sets/${name}.json`, import.meta.url);
  const { servers, requests } = JSON.parse(readFileSync(file, 'utf8')) as Strangers;
  const tools = new Map(
    servers.map(({ id, tools: own }) => [
      id,
      own.map(({ parameters, ...tool }) => ({ ...tool, inputSchema: { properties: parameters } })),
    ]),
  );
  const own = new MemorySource(
    'settings',
    ...servers.map(({ id, description }) => entryOf(id, { displayName: id, description })),
  );
  const shipped = isAlone ? [] : [builtInSource, new ShippedRegistry(SHIPPED_DATA, 'linux')];
  const { catalog } = await catalogOver([own, ...shipped], { knownTools: id => tools.get(id) ?? [] });
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

test.each(['catalogA', 'catalogB'])(
  'beats BM25 that sees the tools, over %s, which nobody here wrote, and nobody tuned by this half',
  async name => {
    const { ours, plain } = await worldOf(name, true);
    expect(ours.recallAt5).toBeGreaterThan(plain.recallAt5);
    expect(ours.mrr).toBeGreaterThan(plain.mrr);
  },
);

test.each(['catalogA', 'catalogB'])(
  'what ships does not stand in the way of the servers of %s, which the user has',
  async name => {
    const [alone, beside] = [await worldOf(name, true), await worldOf(name, false)];
    expect(beside.ours.recallAt5).toBeGreaterThan(alone.ours.recallAt5 - 0.06);
  },
);
