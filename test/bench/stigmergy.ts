import { partOf, wished, WORKSPACE } from '../support/spaces';
import { emptyField } from '../../src/modules/stigmergy/field';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Bus } from '../../src/core/journal/bus';
import { snapshotOf } from '../../src/modules/stigmergy/fieldSnapshot';
import { Stigmergy } from '../../src/modules/stigmergy/stigmergy';
import { stigmergyDomain } from '../../src/modules/stigmergy/stigmergyDomain';
import type { StigmergyWish } from '../../src/modules/stigmergy/stigmergyFacts';
import type { Instant } from '../../src/core/support/clock';
import { useWriteAheadLog } from '../../src/node/journal/connection';
import { insertEvent, runInsert } from '../../src/node/journal/eventRows';
import { openJournal } from '../../src/node/journal/openJournal';
import { migrate } from '../../src/node/journal/schema';
import { KeptLog } from '../support/keptLog';
import { runningClock } from '../support/runningClock';

/** One measured comparison; the times are medians. */
export interface Row {
  readonly what: string;
  readonly points: number;
  readonly oursMicros: number;
  readonly reference: string;
  readonly referenceMicros: number;
}

const ROUNDS = 7;
const SIZES = [1_000, 100_000];
/** Marks in one measurement. */
const MARKS = 2_000;
const HALF_LIFE_MS = 30_000;
/** What an agent sees unless it asks for more. */
const SHOWN = 25;

/** All rows of the table, and the exponents with which the costs grow with the number of points. */
export async function measureStigmergy(): Promise<{ rows: Row[]; exponents: Record<string, number> }> {
  const measured = SIZES.map(points => [measureMark(points), measureDecay(points), measureSnapshot(points)]);
  const journal = [];
  for (const points of SIZES) journal.push(await measureJournal(points));
  const rows = [...measured.flat(), ...journal];
  const [small = 0, large = 0] = SIZES;
  const growth = (what: string): number => {
    const [a, b] = rows.filter(row => row.what === what);
    return Math.log((b?.oursMicros ?? 0) / (a?.oursMicros ?? 0)) / Math.log(large / small);
  };
  return { rows, exponents: Object.fromEntries(rows.map(({ what }) => [what, growth(what)])) };
}

/** One deposit on a point that is there: decided and taken in, without the log. */
function measureMark(points: number): Row {
  const { state, plain } = filled(points);
  return compare(
    { what: 'mark', points, reference: 'Map.get and set', per: MARKS },
    () => {
      for (let i = 0; i < MARKS; i++) apply(state, markOf((i * 7_919) % points), 0);
    },
    () => {
      for (let i = 0; i < MARKS; i++) {
        const key = keyOf((i * 7_919) % points);
        const before = plain.get(key)?.intensity ?? 0;
        plain.set(key, { intensity: before + 1, updatedAt: 0 });
      }
    },
  );
}

/** The whole field once: decided, which looks through all of it for the strongest changes, and taken in. */
function measureDecay(points: number): Row {
  const { state, plain } = filled(points);
  let at = 0;
  return compare(
    { what: 'decay', points, reference: 'the formula over a Map', per: timesFor(points) },
    repeated(points, () => {
      at += 1;
      apply(state, { verb: 'evaporate', halfLifeMs: HALF_LIFE_MS, limit: SHOWN }, at);
    }),
    repeated(points, () => {
      for (const point of plain.values()) point.intensity *= 0.5 ** (1 / HALF_LIFE_MS);
    }),
  );
}

/** The strongest points and nodes. */
function measureSnapshot(points: number): Row {
  const { state, plain } = filled(points);
  const field = partOf(state)?.inner ?? emptyField();
  return compare(
    { what: 'snapshot', points, reference: 'sort a Map, cut', per: timesFor(points) },
    repeated(points, () => snapshotOf(field, SHOWN, 0 as Instant)),
    repeated(points, () => [...plain].sort(([, a], [, b]) => b.intensity - a.intensity).slice(0, SHOWN)),
  );
}

/** One deposit through the journal on disk, beside a bare insert of the same row into the same table. */
async function measureJournal(points: number): Promise<Row> {
  const folder = mkdtempSync(join(tmpdir(), 'switchyard-bench-'));
  const log = new KeptLog();
  const bus = new Bus(log);
  const parts = { domains: [stigmergyDomain], clock: runningClock, bus, log };
  const { journal, dispose } = await openJournal(join(folder, 'ours'), parts);
  const bare = new DatabaseSync(join(folder, 'bare.db'));
  try {
    useWriteAheadLog(bare);
    bare.exec('PRAGMA synchronous = normal');
    migrate(bare);
    const insert = insertEvent(bare);
    const stigmergy = new Stigmergy({ journal, bus, clock: runningClock, workspace: WORKSPACE });
    for (let from = 0; from < points; from += 200) {
      const deposits = Array.from({ length: 200 }, (_, i) => depositOf(from + i));
      await stigmergy.mark({ deposits, isBulk: true });
    }
    const { facts } = await stigmergy.mark({ deposits: [depositOf(0)], isBulk: false });
    const payload = JSON.stringify(facts[0]);
    const [ours, reference]: [number[], number[]] = [[], []];
    let seq = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const startMs = performance.now();
      for (let i = 0; i < MARKS; i++) runInsert(insert, rowOf(++seq, payload));
      const betweenMs = performance.now();
      for (let i = 0; i < MARKS; i++)
        await stigmergy.mark({ deposits: [depositOf((i * 7_919) % points)], isBulk: false });
      reference.push(((betweenMs - startMs) * 1_000) / MARKS);
      ours.push(((performance.now() - betweenMs) * 1_000) / MARKS);
    }
    return {
      what: 'mark, journaled',
      points,
      oursMicros: median(ours),
      reference: 'a bare insert',
      referenceMicros: median(reference),
    };
  } finally {
    bare.close();
    dispose();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The field and a plain map with the same points, half as many nodes as points. */
function filled(points: number) {
  const state = stigmergyDomain.create();
  const plain = new Map<string, { intensity: number; updatedAt: number }>();
  for (let i = 0; i < points; i++) {
    apply(state, markOf(i), 0);
    plain.set(keyOf(i), { intensity: depositOf(i).intensity, updatedAt: 0 });
  }
  return { state, plain };
}

function apply(state: ReturnType<typeof stigmergyDomain.create>, wish: StigmergyWish, at: number): void {
  const now = at as Instant;
  for (const fact of stigmergyDomain.decide(state, wished({ wish }), now))
    stigmergyDomain.evolve(state, fact, now);
}

function depositOf(i: number) {
  return { node: `src/file-${i >> 1}.ts`, type: i % 2 ? 'visited' : 'hot', intensity: 1 + ((i * 31) % 977) };
}

function markOf(i: number): StigmergyWish {
  return { verb: 'mark', deposits: [depositOf(i)], isBulk: false };
}

function keyOf(i: number): string {
  const { node, type } = depositOf(i);
  return `${node} ${type}`;
}

function rowOf(seq: number, payload: string) {
  const ts = (1_700_000_000_000 + seq) as Instant;
  const kind = 'stigmergy_change';
  return { seq, ts, stream: 'stigmergy', kind, cat: 'stig', level: 'info' as const, payload, v: 1 };
}

/** So often that the clock of the processor, which ticks slowly, can tell the time it takes. */
function timesFor(points: number): number {
  return Math.max(1, 200_000 / points);
}

function repeated(points: number, work: () => unknown): () => void {
  return () => {
    for (let i = 0; i < timesFor(points); i++) work();
  };
}

/** Both, in turns, in processor time: other programs on the machine do not count. */
function compare(
  { per, ...row }: Pick<Row, 'what' | 'points' | 'reference'> & { readonly per: number },
  ours: () => unknown,
  reference: () => unknown,
): Row {
  const [own, references]: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round++) {
    references.push(processorMicros(reference) / per);
    own.push(processorMicros(ours) / per);
  }
  return { ...row, oursMicros: median(own), referenceMicros: median(references) };
}

function processorMicros(work: () => unknown): number {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return user + system;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
