import { expect, test } from 'vitest';
import { builtInSource } from '../../src/mcp/builtInModules';
import { ShippedRegistry } from '../../src/node/catalog/shippedRegistry';
import { entryOf, MemorySource } from '../support/catalogWorld';
import { catalogOver } from '../support/shippedCatalog';
import { SHIPPED_DATA } from '../support/shippedData';
import { judgedOver, STRANGERS } from './strangersWorld';

test.each(STRANGERS)(
  'beats BM25 that sees the tools, over %s, which nobody here wrote, and nobody tuned by this half',
  async name => {
    const { ours, plain } = await judgedOver(name, true);
    expect(ours.recallAt5).toBeGreaterThan(plain.recallAt5);
    expect(ours.mrr).toBeGreaterThan(plain.mrr);
  },
);

test.each(STRANGERS)(
  'what ships does not stand in the way of the servers of %s, which the user has',
  async name => {
    const [alone, beside] = [await judgedOver(name, true), await judgedOver(name, false)];
    expect(beside.ours.recallAt5).toBeGreaterThan(alone.ours.recallAt5 - 0.06);
  },
);

test.each([
  ['catalogA', 0.3, 0.55],
  ['catalogB', 0.2, 0.35],
] as const)(
  'finds servers of %s by what they are called after, where nothing else is known of them',
  async (name, first, amongFive) => {
    const { ours } = await judgedOver(name, false, true);
    expect(ours.recallAt1).toBeGreaterThan(first);
    expect(ours.recallAt5).toBeGreaterThan(amongFive);
  },
);

test('an agent that asks in its own words gets the servers of a file that names nothing but commands', async () => {
  const names = [
    'caldav-mcp',
    'ccxt',
    'spotify',
    'weather',
    'xero',
    'home-assistant',
    'gmail',
    'mcp-server-strava',
  ];
  const own = new MemorySource(
    'settings',
    ...names.map(id => entryOf(id, { displayName: id, description: '' })),
  );
  const { catalog } = await catalogOver([own, builtInSource, new ShippedRegistry(SHIPPED_DATA, 'linux')], {});
  const first = (intent: string) => catalog.discover(intent, 5).matches[0]?.entry.id;
  expect(
    [
      'Am I free on Thursday between noon and three?',
      'prendre rendez-vous chez le dentiste',
      'put in a limit buy for 0.05 BTC',
      'add this song to my playlist',
      'will it rain in Lyon tomorrow',
      'quelles factures sont impayées ?',
      'turn off the lights in the kitchen',
      'find the mail about my ticket',
      'how far have I run since January',
    ].map(first),
  ).toEqual([
    'caldav-mcp',
    'caldav-mcp',
    'ccxt',
    'spotify',
    'weather',
    'xero',
    'home-assistant',
    'gmail',
    'mcp-server-strava',
  ]);
});

test('a product that an intent names leads to what is there for the same, and a word like any other does not', async () => {
  const own = new MemorySource(
    'settings',
    ...['team-messages', 'clicks'].map(id => entryOf(id, { displayName: id, description: '' })),
    entryOf('telegram', { displayName: 'telegram', description: '' }),
  );
  const { catalog } = await catalogOver([own, builtInSource, new ShippedRegistry(SHIPPED_DATA, 'linux')], {});
  const found = (intent: string) => catalog.discover(intent, 4).matches.map(({ entry }) => entry.id);
  expect(found('tell them on feishu')).toContain('telegram');
  expect(found('draw a line')).not.toContain('telegram');
});
