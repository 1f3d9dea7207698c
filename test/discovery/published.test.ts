import { expect, test } from 'vitest';
import { builtInSource } from '../../src/mcp/builtInModules';
import { documentEntry } from '../../src/node/mcpRegistry/documentEntry';
import { readDocument } from '../../src/node/mcpRegistry/serverDocument';
import { ShippedRegistry } from '../../src/node/catalog/shippedRegistry';
import { MemorySource } from '../support/catalogWorld';
import { ordinary } from '../support/registryDocuments';
import { catalogOver } from '../support/shippedCatalog';
import { SHIPPED_DATA } from '../support/shippedData';
import { qualityOf } from './quality';
import { ourRanker } from './rankers';
import { TEST_INTENTS } from './testIntents';

/** Servers that others published, each of which says it does what a shipped one does. */
function rivals(shipped: readonly { readonly id: string; readonly description: string }[]) {
  const documents = ordinary(5_000).map(({ server, _meta }, at) => {
    const like = shipped[at % shipped.length];
    return {
      server: {
        ...server,
        description: `${like?.description ?? ''} ${at}`,
        title: `${like?.id ?? ''} ${at}`,
      },
      _meta,
    };
  });
  return documents.flatMap(value => {
    const reading = readDocument(value);
    return reading.type === 'document'
      ? [documentEntry(reading.document, 'https://registry.example.com')]
      : [];
  });
}

test('5,000 published servers that speak like the shipped ones do not take their place', async () => {
  const registry = new ShippedRegistry(SHIPPED_DATA, 'linux');
  const shipped = await catalogOver([builtInSource, registry]);
  const published = rivals((await registry.read()).entries);
  expect(published.length).toBeGreaterThan(4_900);
  const beside = await catalogOver([builtInSource, registry, new MemorySource('mcp-registry', ...published)]);
  const [alone, among] = [shipped, beside].map(({ catalog }) => qualityOf(ourRanker(catalog), TEST_INTENTS));
  expect(among?.recallAt1).toBeGreaterThanOrEqual((alone?.recallAt1 ?? 1) - 0.03);
  expect(among?.recallAt5).toBeGreaterThanOrEqual((alone?.recallAt5 ?? 1) - 0.01);
  expect(beside.catalog.entries().length).toBe(shipped.catalog.entries().length);
  expect(beside.catalog.everyEntry().length).toBe(shipped.catalog.entries().length + published.length);
});
