import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { segmentsOf } from '../../src/core/catalog/variables';
import { registryFile, type RegistryRow } from '../../src/node/catalog/registryRow';
import { ShippedRegistry } from '../../src/node/catalog/shippedRegistry';

const text = await readFile(new URL('../../src/node/catalog/servers.json', import.meta.url), 'utf8');
const { servers, categories } = registryFile.parse(JSON.parse(text));

function textsOf(row: RegistryRow): readonly string[] {
  const headers = (row.auth.headers ?? []).map(({ value }) => value);
  return row.transport === 'stdio' ? [row.command, ...row.args] : [row.url, ...headers];
}

test('holds one server a line, each once, and every one becomes a catalog entry', async () => {
  const ids = servers.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(text.split('\n').filter(line => line.startsWith('    {"id": "'))).toHaveLength(servers.length);
  expect((await new ShippedRegistry('linux').read()).entries.map(({ id }) => id)).toEqual(ids);
});

test('uses only the categories it names, and all of them', () => {
  expect(new Set(servers.map(({ category }) => category))).toEqual(new Set(categories));
});

test('names only variables that can be filled in: the folder, declared keys, inputs', () => {
  for (const row of servers) {
    const keys = [...row.requiredEnv, ...row.optionalEnv].map(({ key }) => key);
    for (const segment of textsOf(row).flatMap(segmentsOf)) {
      if (segment.type === 'text') continue;
      const { type, name } = segment.variable;
      expect(
        type === 'surrounding' || type === 'input' || (type === 'env' && keys.includes(name)),
        `${row.id}: ${name}`,
      ).toBe(true);
    }
  }
});

test('declares a header optional exactly where its key is', () => {
  for (const row of servers) {
    for (const { value, optional = false } of row.auth.headers ?? []) {
      expect(
        row.requiredEnv.some(({ key }) => value.includes(`\${env:${key}}`)),
        row.id,
      ).toBe(!optional);
    }
  }
});

test('says what to use instead, or why not, where a server is no longer to be had', () => {
  for (const row of servers) if (row.status !== 'active') expect(row.note, row.id).toBeDefined();
});

test('holds no traces of the checks behind it', () => {
  expect(text).not.toMatch(/"evidence"|\/home\/|\/root\/|\/tmp\/|run here|stored here|served here/);
});
