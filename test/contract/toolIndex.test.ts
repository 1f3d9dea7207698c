import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { expect, test } from 'vitest';
import { packageOf } from '../../src/core/catalog/launch/launchPackage';
import { oneLine } from '../../src/core/catalog/entry/plainText';
import { tokenBudget } from '../../src/core/gateway/tools/tokenBudget';
import { DEFAULT_GATEWAY_SETTINGS } from '../../src/core/gateway/sessions/settings';
import { tokensOf } from '../../src/core/registry/tokens';
import { isHarmful } from '../../src/core/trust/scanWords';
import { registryFile, type RegistryRow } from '../../src/node/catalog/registryRow';
import { toolIndexFile } from '../../src/node/catalog/toolIndexFile';
import { serverId } from '../../src/shared/ids';
import { tokenFigures } from '../catalog/tokenFigures';

const indexPath = fileURLToPath(new URL('../../data/toolIndex.json', import.meta.url));
const text = await readFile(indexPath, 'utf8');
const { servers } = toolIndexFile.parse(JSON.parse(text));
const registry = registryFile.parse(
  JSON.parse(await readFile(new URL('../../data/servers.json', import.meta.url), 'utf8')),
);
const listed = servers.flatMap(server => ('tools' in server ? [server] : []));

/** The npm package that a row, or its alternative, would run, with its version. */
function npmPackageOf(
  row: RegistryRow,
  via: 'registry' | 'alternative' | undefined,
): { readonly name: string; readonly version: string | undefined } | undefined {
  const launch = via === 'alternative' ? row.alternative : row;
  if (launch?.transport !== 'stdio') return undefined;
  const found = packageOf({ type: 'stdio', command: launch.command, args: launch.args, env: {} });
  return found && { name: found.name, version: found.version };
}

test('has every row of the registry, in its order: what it lists, or why nobody could ask', () => {
  expect(servers.map(({ id }) => id)).toEqual(registry.servers.map(({ id }) => id));
});

test('was filled by the very version of the very package that the row, or its alternative, runs', () => {
  for (const row of registry.servers) {
    const found = servers.find(({ id }) => id === row.id);
    if (found?.package === undefined) continue;
    const { name, version } = found.package;
    expect({ name, version }, row.id).toEqual(npmPackageOf(row, found.via));
  }
});

test('asked every row that npm can start', () => {
  for (const row of registry.servers) {
    if (!('command' in row) || row.command !== 'npx') continue;
    const found = servers.find(({ id }) => id === row.id);
    expect(
      found?.package !== undefined || (found && 'why' in found && found.why === 'not on npm'),
      row.id,
    ).toBe(true);
  }
});

test('offers no row whose package is not on npm', () => {
  const gone = servers.filter(server => 'why' in server && server.why === 'not on npm').map(({ id }) => id);
  for (const row of registry.servers.filter(({ id }) => gone.includes(id))) {
    expect([row.id, row.status]).toEqual([row.id, 'unavailable']);
  }
});

test('keeps names, first sentences and costs, in lines that show all they hold', () => {
  for (const { id, tools } of listed) {
    expect(new Set(tools.map(({ name }) => name)).size, id).toBe(tools.length);
    for (const { description = '' } of tools) expect(description, id).toBe(oneLine(description, 240));
  }
});

test('holds nothing that is made to mislead an agent', () => {
  const found = listed.flatMap(({ id, tools }) =>
    tools
      .filter(({ name, description = '' }) => isHarmful({ name, description }))
      .map(({ name }) => `${id}: ${name}`),
  );
  expect(found).toEqual([]);
});

test('holds no trace of the machine that checked, no address of a publisher and no key', () => {
  const found = (form: RegExp): string | undefined => form.exec(text)?.[0];
  expect(found(/.{0,20}\/(?:home|root|tmp)\/(?!test).{0,20}|.{0,20}node_modules.{0,20}/)).toBeUndefined();
  expect(found(/"publisher":"[^"]*@[\w-]+\.\w+/)).toBeUndefined();
  expect(
    found(/not-a-key|sk_none|\bsk-[A-Za-z0-9]{20}|\bgh[po]_[A-Za-z0-9]{20}|\bAKIA[A-Z0-9]{16}/),
  ).toBeUndefined();
});

test('counts the tokens of a server as this build does', async () => {
  for (const name of ['memory', 'filesystem', 'everything'] as const) {
    const main = fileURLToPath(
      new URL(`../../node_modules/@modelcontextprotocol/server-${name}/dist/index.js`, import.meta.url),
    );
    const folder = fileURLToPath(new URL('.', import.meta.url));
    const client = new Client({ name: 'test', version: '1' });
    const args = name === 'filesystem' ? [main, folder] : [main];
    await client.connect(new StdioClientTransport({ command: process.execPath, args, stderr: 'ignore' }));
    const { tools } = await client.listTools();
    await client.close();
    const known = listed.find(({ id }) => id === name)?.tools ?? [];
    const byName = new Map(known.map(tool => [tool.name, tool.tokens]));
    for (const tool of tools) expect([tool.name, tokensOf(tool)]).toEqual([tool.name, byName.get(tool.name)]);
  }
});

test('spares a model nine tenths of what all indexed servers would cost, with at most 3,000 tokens of our own', () => {
  const { ours, indexed, spared } = tokenFigures(indexPath);
  expect(indexed.servers).toBeGreaterThanOrEqual(40);
  expect(ours.tokens).toBeLessThanOrEqual(3_000);
  expect(spared).toBeGreaterThanOrEqual(0.9);
});

test('warns of the dearest server there is, and not of a few ordinary ones', () => {
  const costs = listed
    .map(({ id, tools }) => ({
      server: serverId(id),
      isCore: false,
      tools: tools.length,
      tokens: tools.reduce((sum, { tokens }) => sum + tokens, 0),
      unusedMs: 0,
    }))
    .flatMap(cost => (cost.server === undefined ? [] : [{ ...cost, server: cost.server }]))
    .toSorted((a, b) => a.tokens - b.tokens);
  const dearest = costs.at(-1);
  expect(tokenBudget(dearest ? [dearest] : [], DEFAULT_GATEWAY_SETTINGS).switchOff).toEqual([
    dearest?.server,
  ]);
  const middle = Math.floor(costs.length / 2);
  expect(tokenBudget(costs.slice(middle - 2, middle + 2), DEFAULT_GATEWAY_SETTINGS).warning).toBeUndefined();
});
