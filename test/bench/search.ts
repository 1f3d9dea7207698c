import { SHIPPED_DATA } from '../support/shippedData';
import type { CatalogEntry } from '../../src/core/catalog/entry/entry';
import { environmentText } from '../../src/core/catalog/environment';
import type { SearchableTool } from '../../src/core/catalog/search/catalogIndex';
import { ShippedRegistry } from '../../src/node/catalog/shippedRegistry';
import { FRESH_INTENTS } from '../discovery/freshIntents';
import type { Intents } from '../discovery/intents';
import { type Quality, qualityOf } from '../discovery/quality';
import { ourRanker, plainRanker, seedRanker } from '../discovery/rankers';
import { judgedOver, STRANGERS } from '../discovery/strangersWorld';
import { STRANGERS_TEST_INTENTS } from '../discovery/strangersTestIntents';
import { STRANGERS_TUNING_INTENTS } from '../discovery/strangersTuningIntents';
import { TEST_INTENTS } from '../discovery/testIntents';
import { TUNING_INTENTS } from '../discovery/tuningIntents';
import { idOf } from '../support/catalogWorld';
import { catalogOf, shippedCatalog } from '../support/shippedCatalog';
import { testCore } from '../support/testCore';

/** How well one ranker finds what one set of intents accepts. */
export type QualityRow = { readonly set: string; readonly ranker: string } & Quality;

/** What one thing costs over one size of catalog: processor time of this thread. */
export interface CostRow {
  readonly what: string;
  readonly entries: number;
  readonly tools: number;
  readonly ms: number;
  readonly targetMs?: number;
}

const SMALL = 86;
const LARGE = 5_000;
const ROUNDS = 7;
const TOOLS_EACH = 8;
const VERBS = ['list', 'create', 'update', 'delete', 'search', 'move', 'export', 'archive'];
const UPDATES = 80;
const LISTINGS = 5;

/** Ours beside the plain words and the seed's map, over the shipped registry. */
export async function measureQuality(): Promise<readonly QualityRow[]> {
  const catalog = await shippedCatalog();
  const sets: Readonly<Record<string, Intents>> = {
    'tuning half': TUNING_INTENTS,
    'test half': TEST_INTENTS,
    'test half, English': TEST_INTENTS.filter(({ language }) => language === 'English'),
    'test half, French': TEST_INTENTS.filter(({ language }) => language === 'French'),
    'fresh and evasive': FRESH_INTENTS,
    "a stranger's, tuning half": STRANGERS_TUNING_INTENTS,
    "a stranger's, test half": STRANGERS_TEST_INTENTS,
  };
  const rankers = {
    ours: ourRanker(catalog),
    'plain BM25': plainRanker(catalog),
    'words in names': seedRanker(catalog),
  };
  return Object.entries(sets).flatMap(([set, intents]) =>
    Object.entries(rankers).map(([ranker, rank]) => ({ set, ranker, ...qualityOf(rank, intents) })),
  );
}

/** Ours over catalogs that nobody here wrote, beside BM25 that sees the tools as well. */
export async function measureStrangers(): Promise<readonly QualityRow[]> {
  const found = await Promise.all(STRANGERS.map(async set => ({ set, ...(await judgedOver(set, true)) })));
  return found.flatMap(({ set, ours, plain }) => [
    { set, ranker: 'ours', ...ours },
    { set, ranker: 'BM25 with tools', ...plain },
  ]);
}

/** Searching, updating and listing at two sizes, and the exponents with which the cost grows. */
export async function measureCost(): Promise<{
  readonly rows: readonly CostRow[];
  readonly exponents: Readonly<Record<string, number>>;
  readonly bytesPerEntry: number;
}> {
  const small = await costAt(SMALL);
  const large = await costAt(LARGE);
  const exponents = Object.fromEntries(
    small.rows.map(({ what, ms }, at) => [
      what,
      Math.log((large.rows[at]?.ms ?? Number.NaN) / ms) / Math.log(LARGE / SMALL),
    ]),
  );
  return { rows: [...small.rows, ...large.rows], exponents, bytesPerEntry: large.bytesPerEntry };
}

async function costAt(size: number): Promise<{ rows: readonly CostRow[]; bytesPerEntry: number }> {
  const entries = await entriesOf(size);
  const tools = new Map(entries.map(entry => [entry.id, toolsOf(entry)]));
  const catalog = await catalogOf(entries, { knownTools: id => tools.get(id) ?? [] });
  const usedBefore = usedBytes();
  const first = timed(() => catalog.discover('deploy', 5));
  const bytesPerEntry = (usedBytes() - usedBefore) / size;

  const searches = inRounds(TUNING_INTENTS, ({ text }) => catalog.discover(text, 5));
  const few = entries.slice(0, UPDATES);
  const updates = inRounds(few, ({ id }) => {
    catalog.toolsChanged(id);
    // The update happens before the next search; nothing is found, so that nothing else is counted.
    catalog.discover('7', 1);
  });

  const core = await testCore({ entries });
  const calls = Array.from({ length: Math.ceil(2_000 / size) * LISTINGS });
  const listings = inRounds(calls, () => environmentText(core.gateway.environment()));
  core.dispose();

  const row = (what: string, ms: number, targetMs?: number): CostRow => ({
    what,
    entries: size,
    tools: size * TOOLS_EACH,
    ms,
    ...(targetMs === undefined ? {} : { targetMs }),
  });
  return {
    rows: [
      row('first search (makes the index)', first, size === SMALL ? undefined : 600),
      row('mcp_discover', searches, size === SMALL ? 2 : 20),
      row('update of one entry in place', updates),
      row('mcp_environment', listings, size === SMALL ? undefined : 20),
    ],
    bytesPerEntry,
  };
}

/** The shipped entries, then others like them under names and with words of their own. */
async function entriesOf(size: number): Promise<readonly CatalogEntry[]> {
  const { entries } = await new ShippedRegistry(SHIPPED_DATA, 'linux').read();
  return Array.from({ length: size }, (_, at) => {
    const like = entries[at % entries.length];
    if (like === undefined) throw new Error('The registry is empty.');
    if (at < entries.length) return like;
    const word = `${coined(at)}${coined(at * 7 + 3)}`;
    return {
      ...like,
      // Such are searched a little differently, and a catalog of this size is its user's own.
      source: 'settings' as const,
      id: idOf(`${word}-${at}`),
      displayName: `${like.displayName} ${word}`,
      description: `${like.description} for ${coined(at * 3 + 1)} and ${coined(at * 5 + 2)}`,
      tags: [...like.tags, coined(at % 300)],
    };
  });
}

function toolsOf({ id }: CatalogEntry): readonly SearchableTool[] {
  return VERBS.slice(0, TOOLS_EACH).map((verb, at) => ({
    name: `${verb}_${coined(id.length + at)}`,
    description: `${verb}s the ${coined(id.length * 11 + at)} of the project and returns what it holds`,
    inputSchema: { properties: { [coined(id.length * 7 + at)]: {}, limit: {} } },
  }));
}

/** A word that looks like one: thousands of different ones, each spoken in two or three syllables. */
function coined(seed: number): string {
  const parts = ['ba', 'ke', 'di', 'fo', 'gu', 'la', 'me', 'ni', 'po', 'ru', 'sa', 'te', 'vi', 'zo'];
  const part = (at: number): string => parts[at % parts.length] ?? '';
  return part(seed) + part(Math.floor(seed / 14)) + part(Math.floor(seed / 196));
}

function usedBytes(): number {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed;
}

/** Processor time of this thread, in ms: other programs on the machine do not count. */
function timed(work: () => void): number {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}

/** What one of them costs, in ms: the median over the rounds. A round is long enough for the system's clock to see it. */
function inRounds<Item>(items: readonly Item[], work: (item: Item) => void): number {
  const rounds = Array.from({ length: ROUNDS }, () => timed(() => items.forEach(work)) / items.length);
  return rounds.toSorted((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? Number.NaN;
}
