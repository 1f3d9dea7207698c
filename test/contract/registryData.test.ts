import { SHIPPED_DATA } from '../support/shippedData';
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { packageOf } from '../../src/core/catalog/launch/launchPackage';
import { oneLine } from '../../src/core/catalog/entry/plainText';
import { segmentsOf } from '../../src/core/catalog/entry/variables';
import { registryFile, type RegistryRow } from '../../src/node/catalog/registryRow';
import { ShippedRegistry } from '../../src/node/catalog/shippedRegistry';

const text = await readFile(new URL('../../data/servers.json', import.meta.url), 'utf8');
const { servers, categories } = registryFile.parse(JSON.parse(text));

function textsOf(row: RegistryRow): readonly string[] {
  const headers = (row.auth.headers ?? []).map(({ value }) => value);
  return row.transport === 'stdio' ? [row.command, ...row.args] : [row.url, ...headers];
}

test('holds one server a line, each once, and every one becomes a catalog entry', async () => {
  const ids = servers.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(text.split('\n').filter(line => line.startsWith('    {"id": "'))).toHaveLength(servers.length);
  expect((await new ShippedRegistry(SHIPPED_DATA, 'linux').read()).entries.map(({ id }) => id)).toEqual(ids);
});

test('uses only the categories it names, and all of them', () => {
  expect(new Set(servers.map(({ category }) => category))).toEqual(new Set(categories));
});

test('names only variables that can be filled in: the folder, declared keys, inputs', () => {
  for (const row of servers) {
    const keys = [...row.requiredEnv, ...row.optionalEnv].map(({ key }) => key);
    for (const segment of textsOf(row).flatMap(segmentsOf)) {
      if (segment.type !== 'variable') continue;
      const { type, name } = segment.variable;
      expect(
        type === 'surrounding' || type === 'input' || (type === 'env' && keys.includes(name)),
        `${row.id}: ${name}`,
      ).toBe(true);
    }
  }
});

/** Images whose tags nobody could look up: the question says that they have no exact version. */
const WITHOUT_VERSION = ['sonarqube', 'elasticsearch'];

test('names an exact version of every package that it fetches, so that nothing else runs without a question', () => {
  for (const row of servers) {
    if (row.transport !== 'stdio' || row.status === 'unavailable') continue;
    const found = packageOf({ ...row, type: 'stdio', env: {} });
    if (found === undefined) continue;
    expect([row.id, found.isExact]).toEqual([row.id, !WITHOUT_VERSION.includes(row.id)]);
    // A tag that moves may be wanted; to fetch it anew at each start is not.
    expect(
      row.args.filter(arg => arg.startsWith('--pull')),
      row.id,
    ).toEqual([]);
  }
});

test('names an exact version in the other ways to a server too, where npm or PyPI has it', () => {
  for (const { id, alternative } of servers) {
    if (alternative?.transport !== 'stdio') continue;
    const found = packageOf({ type: 'stdio', env: {}, command: alternative.command, args: alternative.args });
    if (found !== undefined && found.from !== 'Docker') expect([id, found.isExact]).toEqual([id, true]);
  }
});

test('starts nothing in the open folder: what a server needs of it stands among its arguments', async () => {
  const { entries } = await new ShippedRegistry(SHIPPED_DATA, 'linux').read();
  for (const { id, launch } of entries) expect([id, 'cwd' in launch]).toEqual([id, false]);
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
  for (const row of servers) {
    if (row.status !== 'active') expect(row.note ?? row.instead, row.id).toBeDefined();
    else expect(row.instead, row.id).toBeUndefined();
  }
});

test('sends people to servers that are there, and alternatives that could be started', () => {
  for (const { id, instead = [], alternative } of servers) {
    for (const other of instead)
      expect([id, servers.find(row => row.id === other)?.status]).toEqual([id, 'active']);
    if (alternative === undefined) continue;
    const isThere =
      alternative.transport === 'http' ? /^https?:\/\/./.test(alternative.url) : alternative.command !== '';
    expect(isThere, id).toBe(true);
  }
});

test('calls nothing verified that it does not offer any more for being gone', () => {
  for (const row of servers)
    if (row.status === 'unavailable') expect([row.id, row.verified]).toEqual([row.id, false]);
});

test('describes each server in one line of its own, findable by tags in small letters', () => {
  const descriptions = servers.map(({ description }) => description);
  expect(new Set(descriptions).size).toBe(descriptions.length);
  for (const { id, description, tags } of servers) {
    expect(description, id).toBe(oneLine(description, 120));
    expect(tags, id).toEqual([...new Set(tags.map(tag => tag.toLowerCase()))]);
  }
});

test('spells out no secret: keys are declared by name only', () => {
  for (const row of servers) {
    for (const { key, secret, default: value } of [...row.requiredEnv, ...row.optionalEnv]) {
      if (value !== undefined) expect([row.id, key, secret]).toEqual([row.id, key, false]);
    }
    for (const { name, value } of row.auth.headers ?? [])
      expect([row.id, name, value]).toEqual([row.id, name, expect.stringContaining('${env:')]);
  }
  const literal =
    /\b(?:sk|rk|pk)[-_][A-Za-z0-9-]{16,}|\bgh[opsu]_[A-Za-z0-9]{16,}|\bxox[abp]-[\w-]{10,}|\bAKIA[A-Z0-9]{16}\b|\beyJ[\w-]{20,}|:\/\/(?!user:pass@)[^/\s"]+:[^/\s"@]+@/;
  expect(literal.exec(text)?.[0]).toBeUndefined();
});

test('holds no traces of the checks behind it', () => {
  expect(text).not.toMatch(/"evidence"|\/home\/|\/root\/|\/tmp\/|run here|stored here|served here/);
});
