import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { builtInSource } from '../../src/mcp/builtInModules';
import { ShippedRegistry } from '../../src/node/catalog/shippedRegistry';
import { entryOf, MemorySource } from '../support/catalogWorld';
import { catalogOver } from '../support/shippedCatalog';
import { SHIPPED_DATA } from '../support/shippedData';

interface NamesOnly {
  readonly servers: Readonly<Record<string, string>>;
  readonly requests: readonly { readonly text: string; readonly server: string; readonly half: string }[];
}

const { servers, requests } = JSON.parse(
  readFileSync(join(import.meta.dirname, 'sets', 'namesOnly.json'), 'utf8'),
) as NamesOnly;

/** The share of the requests of a half whose server is among the first three, beside all that ships. */
async function amongThree(half: string): Promise<number> {
  const own = Object.entries(servers).map(([id, line]) => {
    const [command = '', ...args] = line.split(' ');
    return entryOf(id, {
      displayName: id,
      description: '',
      launch: { type: 'stdio', command, args, env: {} },
    });
  });
  const { catalog } = await catalogOver(
    [new MemorySource('settings', ...own), builtInSource, new ShippedRegistry(SHIPPED_DATA, 'linux')],
    {},
  );
  const asked = requests.filter(request => request.half === half);
  const found = asked.filter(({ text, server }) =>
    catalog.discover(text, 3).matches.some(({ entry }) => entry.id === server),
  );
  return found.length / asked.length;
}

// Before the words of ordinary requests were added: .53 to .70, and .48.
test('finds servers that have only a name and a package by what people want of them', async () => {
  expect(await amongThree('tune')).toBeGreaterThanOrEqual(0.9);
  expect(await amongThree('judge')).toBeGreaterThanOrEqual(0.52);
});
