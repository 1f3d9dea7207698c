import { expect, test } from 'vitest';
import { entryOf, http, idOf } from '../../../../test/support/catalogWorld';
import { chat, noSignal, settle, testCore } from '../../../../test/support/testCore';
import type { ToolIndex } from '../../registry/toolIndex';

const anna = chat('anna');

/** An index that counts how often it is asked. */
function indexOf(...names: readonly string[]): ToolIndex & { asked: number } {
  const tools = [
    { name: 'refundPayment', description: 'Gives a customer the money back.', tokens: 120 },
    { name: 'listInvoices', tokens: 80 },
  ];
  const index = {
    asked: 0,
    servers() {
      index.asked++;
      return new Map(names.map(name => [idOf(name), { asOf: `${name}-mcp 1.2.3`, tools }]));
    },
  };
  return index;
}

async function world(toolIndex = indexOf('payments', 'gone')) {
  const core = await testCore({
    entries: [entryOf('payments'), entryOf('plain')],
    from: 'registry',
    toolIndex,
  });
  const row = (name: string) => core.gateway.environment(anna.session).find(({ id }) => id === name);
  return { ...core, toolIndex, row };
}

test('tells tools and their cost of a server that never ran, as of the version that was checked', async () => {
  const { row } = await world();
  expect(row('payments')).toMatchObject({ tools: 2, tokens: 200, asOf: 'payments-mcp 1.2.3' });
  expect(row('plain')).not.toHaveProperty('tools');
});

test('lists them with the names that will be called, and says that it did not start', async () => {
  const { gateway } = await world();
  expect(gateway.expectedTools(anna, 'payments')).toEqual({
    asOf: 'payments-mcp 1.2.3',
    tools: [
      expect.objectContaining({ name: 'refundPayment', exposedName: 'payments__refundPayment' }),
      expect.objectContaining({ name: 'listInvoices', exposedName: 'payments__listInvoices' }),
    ],
  });
  expect(gateway.expectedTools(anna, 'plain')).toBeUndefined();
});

test('finds a server by a tool that it will have', async () => {
  const { catalog } = await world();
  const [match] = catalog.discover('refund a customer', 5).matches;
  expect(match?.entry.id).toBe('payments');
  expect(match?.tools[0]?.name).toBe('refundPayment');
});

test('reads the index when somebody first looks or searches, not at the start', async () => {
  const { toolIndex, catalog, source } = await world();
  source.change([entryOf('payments'), entryOf('late')]);
  await settle();
  expect(toolIndex.asked).toBe(0);
  catalog.discover('anything', 5);
  expect(toolIndex.asked).toBeGreaterThan(0);
});

test('lets what the server really lists win, also where that is nothing', async () => {
  const { row, gateway, servers, catalog } = await world();
  catalog.discover('refund', 5);
  servers.add('payments', { tools: ['pay'] });
  await gateway.activate(anna, 'payments', 'agent', noSignal());
  expect(row('payments')).toMatchObject({ tools: 1 });
  expect(row('payments')).not.toHaveProperty('asOf');
  expect(gateway.expectedTools(anna, 'payments')).toBeUndefined();
  // It is found by what it is for, and no longer by a tool that it does not have.
  const found = catalog.discover('refund', 5).matches.flatMap(({ tools }) => tools.map(({ name }) => name));
  expect(found).not.toContain('refundPayment');
});

test('takes a server that lists no tool at its word', async () => {
  const { row, gateway, servers } = await world();
  servers.add('payments', { tools: [] });
  await gateway.activate(anna, 'payments', 'agent', noSignal());
  await gateway.deactivate(anna, 'payments');
  expect(row('payments')).not.toHaveProperty('tools');
  expect(gateway.expectedTools(anna, 'payments')).toBeUndefined();
});

test("expects nothing of a user's own server that only has the same name", async () => {
  const { gateway, catalog } = await testCore({
    entries: [entryOf('payments', { launch: http('https://mine.example') })],
    toolIndex: indexOf('payments'),
  });
  expect(gateway.expectedTools(anna, 'payments')).toBeUndefined();
  expect(catalog.discover('refund a customer', 5).matches.flatMap(({ tools }) => tools)).toEqual([]);
});

test('counts nothing as active that was not listed yet', async () => {
  const { gateway, settings, row } = await world();
  const before = gateway.budget(anna.session);
  settings.coreServers = ['payments'];
  expect(row('payments')).toMatchObject({ status: 'active', tools: 2 });
  expect(gateway.budget(anna.session)).toEqual(before);
});
