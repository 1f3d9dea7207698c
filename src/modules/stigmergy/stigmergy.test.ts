import { partOf, wished, WORKSPACE } from '../../../test/support/spaces';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { KeptLog } from '../../../test/support/keptLog';
import { MemoryEventStore, MemoryLog } from '../../../test/support/memoryEventStore';
import { StoppedClock } from '../../../test/support/stoppedClock';
import { Bus } from '../../core/journal/bus';
import { LiveJournal } from '../../core/journal/liveJournal';
import type { Instant } from '../../core/support/clock';
import { emptyField, EPSILON, type Field, MAX_POINTS } from './field';
import { type FieldSnapshot, snapshotOf } from './fieldSnapshot';
import { Stigmergy } from './stigmergy';
import { stigmergyDomain } from './stigmergyDomain';
import type { Deposit } from './stigmergyFacts';

/** A field on a journal of its own; given the log of another one, what a restart or a second window sees of it. */
async function open({ log = new MemoryLog(), clock = new StoppedClock() } = {}) {
  const lines = new KeptLog();
  const bus = new Bus(lines);
  const store = new MemoryEventStore(log);
  const journal = await LiveJournal.open({
    domains: [stigmergyDomain],
    store,
    clock,
    bus,
    log: lines,
  });
  const stigmergy = new Stigmergy({ journal, bus, clock, workspace: WORKSPACE });
  return {
    journal,
    log,
    clock,
    stigmergy,
    state: () => partOf(journal.read(stigmergyDomain))?.inner ?? emptyField(),
    mark: (node: string, type: string, intensity: number) =>
      stigmergy.mark({ deposits: [{ node, type, intensity }], isBulk: false }),
    batch: (...deposits: readonly Deposit[]) => stigmergy.mark({ deposits, isBulk: true }),
    decay: (halfLifeMs: number, bounds: { min?: number; max?: number | null } = {}) =>
      stigmergy.evaporate({ halfLifeMs, limit: 25, ...bounds }),
  };
}

/** The points as text, strongest first. */
function picture({ points }: FieldSnapshot): string[] {
  return points.map(({ node, type, intensity }) => `${node} ${type} ${intensity}`);
}

test('a deposit adds to the trail of its node and type, whatever the case of the type', async () => {
  const { mark, stigmergy, clock } = await open();
  await mark('src/a.ts', 'visited', 2);
  clock.advance(1_000);
  await mark('src/a.ts', ' Visited ', 1.5);
  const { facts } = await mark('src/a.ts', 'hot', 0.25);
  expect(facts).toMatchObject([{ point: { intensity: 0.25 }, node_total: { intensity: 3.75 } }]);
  expect(picture(stigmergy.snapshot())).toEqual(['src/a.ts visited 3.5', 'src/a.ts hot 0.25']);
  expect(stigmergy.snapshot()).toMatchObject({ pointCount: 2, nodeCount: 1, at: clock.now() });
});

test('half of a trail is left after its half-life, and nothing happens unless somebody asks', async () => {
  const { mark, decay, clock, stigmergy } = await open();
  await mark('a', 't', 8);
  clock.advance(30_000);
  expect(picture(stigmergy.snapshot())).toEqual(['a t 8']);
  const { facts } = await decay(30_000);
  expect(facts).toMatchObject([{ changed: 1, gone: 0, changes: [{ point: { intensity: 4 } }] }]);
  clock.advance(60_000);
  await decay(30_000);
  expect(picture(stigmergy.snapshot())).toEqual(['a t 1']);
});

test('every trail fades from its own last change on', async () => {
  const { mark, decay, clock, stigmergy } = await open();
  await mark('old', 't', 8);
  clock.advance(1_000);
  await mark('new', 't', 8);
  clock.advance(1_000);
  await decay(1_000);
  expect(picture(stigmergy.snapshot())).toEqual(['new t 4', 'old t 2']);
});

test('a trail that is too weak to matter is dropped, with its node', async () => {
  const { mark, decay, clock, state } = await open();
  await mark('a', 't', 1);
  await mark('b', 't', 4);
  clock.advance(21_000);
  const { facts } = await decay(1_000);
  expect(facts).toMatchObject([
    {
      changed: 2,
      gone: 1,
      changes: [{ point: { node_id: 'b' } }, { point: { node_id: 'a', intensity: 0 } }],
    },
  ]);
  expect(facts[0]?.changes[1]?.node_total).toMatchObject({ node_id: 'a', intensity: 0 });
  expect([...state().nodes.keys()]).toEqual(['b']);
  expect(state().size).toBe(1);
});

test('a deposit too weak to matter leaves no trail', async () => {
  const { mark, decay, stigmergy } = await open();
  const { facts } = await mark('a', 't', EPSILON);
  expect(facts).toMatchObject([{ point: { intensity: 0 }, node_total: { intensity: 0 } }]);
  expect(stigmergy.snapshot()).toMatchObject({ pointCount: 0, nodeCount: 0 });
  await decay(1, { min: 0.5 });
  await mark('a', 't', EPSILON);
  expect(picture(stigmergy.snapshot())).toEqual(['a t 0.5']);
});

test('a change too small to be told happens nevertheless', async () => {
  const { mark, decay, clock, state } = await open();
  await mark('a', 't', 1);
  for (let step = 0; step < 100; step++) {
    clock.advance(50);
    const { facts } = await decay(86_400_000);
    expect(facts).toMatchObject([{ changed: 0, changes: [] }]);
  }
  const point = state().nodes.get('a')?.points.get('t');
  expect(point?.intensity).toBeCloseTo(0.5 ** (5_000 / 86_400_000), 12);
  expect(point?.updatedAt).toBe(clock.now());
});

test('a clock that was set back makes no trail stronger, and none fade twice', async () => {
  const { mark, decay, clock, stigmergy } = await open();
  await mark('a', 't', 8);
  clock.advance(1_000);
  await decay(1_000);
  const noon = clock.now();
  clock.setWall(noon - 3_600_000);
  await decay(1_000);
  await mark('a', 't', 4);
  clock.setWall(noon);
  await decay(1_000);
  expect(picture(stigmergy.snapshot())).toEqual(['a t 8']);
});

test('bounds hold for what is there and for what comes, from when they are set', async () => {
  const { mark, decay, clock, stigmergy } = await open();
  await mark('weak', 't', 0.1);
  await mark('strong', 't', 50);
  await decay(1_000, { min: 1, max: 10 });
  await mark('strong', 't', 5);
  await mark('new', 't', 0.5);
  expect(picture(stigmergy.snapshot())).toEqual(['strong t 10', 'new t 1', 'weak t 1']);
  clock.advance(86_400_000);
  await decay(1);
  expect(picture(stigmergy.snapshot())).toEqual(['new t 1', 'strong t 1', 'weak t 1']);
  await decay(1, { min: 0, max: null });
  clock.advance(86_400_000);
  await decay(1);
  expect(picture(stigmergy.snapshot())).toEqual([]);
});

test('a node is never above the maximum, however many trails it has', async () => {
  const { mark, decay, stigmergy } = await open();
  await decay(1, { max: 10 });
  await mark('a', 's', 7);
  const { facts } = await mark('a', 't', 8);
  expect(facts).toMatchObject([{ node_total: { intensity: 10 } }]);
  expect(stigmergy.snapshot().nodes).toMatchObject([{ total: 10, normalised: 1 }]);
});

test('refuses a maximum that is not above the minimum, and keeps the bounds as they were', async () => {
  const { decay, stigmergy } = await open();
  await decay(1, { min: 2 });
  await expect(decay(1, { max: 2 })).rejects.toMatchObject({ code: 'E-STIG-INVALID-INPUT' });
  await expect(decay(1, { min: 5, max: 4 })).rejects.toThrow('max_intensity (4)');
  expect(stigmergy.snapshot().bounds).toEqual({ min: 2, max: null, ceiling: 3 });
});

test('refuses a blank type, alone and in a batch', async () => {
  const { mark, batch, stigmergy } = await open();
  await expect(mark('a', ' ', 1)).rejects.toMatchObject({ code: 'E-STIG-TYPE' });
  const good = { node: 'a', type: 't', intensity: 1 };
  const failed = batch(good, { ...good, type: '' }, { ...good, type: '\t' });
  await expect(failed).rejects.toMatchObject({
    code: 'E-BULK-PARTIAL',
    details: {
      rolled_back: true,
      failures: [
        { index: 1, code: 'E-STIG-TYPE', stage: 'mark', entry: { node_id: 'a', type: '', intensity: 1 } },
        { index: 2, code: 'E-STIG-TYPE', stage: 'mark', entry: { node_id: 'a', type: '\t', intensity: 1 } },
      ],
    },
  });
  expect(stigmergy.snapshot().pointCount).toBe(0);
});

test('refuses the point that is one too many, and says how to make room', () => {
  const state = stigmergyDomain.create();
  const wish = (...nodes: string[]) => {
    const deposits = nodes.map(node => ({ node, type: 't', intensity: 1 }));
    return wished({ wish: { verb: 'mark' as const, deposits, isBulk: nodes.length > 1 } });
  };
  const apply = (each: Parameters<typeof stigmergyDomain.decide>[1], at: Instant) => {
    for (const fact of stigmergyDomain.decide(state, each, at)) stigmergyDomain.evolve(state, fact, at);
  };
  const [now, later] = [0 as Instant, 60_000 as Instant];
  apply(wish(...Array.from({ length: MAX_POINTS - 1 }, (_, i) => `n${i}`)), now);
  expect(() => apply(wish('x', 'y'), now)).toThrow(/^1 of the entries.*The field is full/);
  apply(wish('x'), now);
  apply(wish('x'), now);
  expect(() => apply(wish('y'), now)).toThrow('Remove old trails with stig_decay.');
  const snapshot = snapshotOf(partOf(state)?.inner ?? emptyField(), 3, now);
  expect(picture(snapshot)).toEqual(['x t 2', 'n0 t 1', 'n1 t 1']);
  expect(snapshot.pointCount).toBe(MAX_POINTS);
  apply(wished({ wish: { verb: 'evaporate', halfLifeMs: 1, limit: 1 } }), later);
  apply(wish('y'), later);
  expect(picture(snapshotOf(partOf(state)?.inner ?? emptyField(), 3, later))).toEqual(['y t 1']);
});

test('names such as __proto__ are names like any other', async () => {
  const { mark, stigmergy } = await open();
  await mark('__proto__', 'constructor', 1);
  await mark('constructor', '__proto__', 2);
  expect(picture(stigmergy.snapshot())).toEqual(['constructor __proto__ 2', '__proto__ constructor 1']);
});

test('a second window sees the trails of the first, and adds to them', async () => {
  const first = await open();
  const second = await open({ log: first.log, clock: first.clock });
  let changes = 0;
  second.stigmergy.onDidChange(() => (changes += 1));
  await first.mark('a', 't', 1);
  await second.mark('a', 't', 2);
  expect(changes).toBe(2);
  expect(picture(second.stigmergy.snapshot())).toEqual(['a t 3']);
});

const node = fc.constantFrom('a', 'b', 'c');
const type = fc.constantFrom('s', 't', ' T');
const intensity = fc.double({ min: 1e-9, max: 10_000, noNaN: true });
const deposit = fc.record({ node, type, intensity });
const deposits = fc.array(deposit, { minLength: 1, maxLength: 6 });
const wait = fc.nat(5_000);
const step = fc.oneof(
  fc.record({ verb: fc.constant('mark' as const), deposits, wait }),
  fc.record({ verb: fc.constant('fail' as const), deposits, wait }),
  fc.record({
    verb: fc.constant('decay' as const),
    halfLifeMs: fc.integer({ min: 1, max: 10_000 }),
    min: fc.option(fc.double({ min: 0, max: 3, noNaN: true }), { nil: undefined }),
    max: fc.option(fc.double({ min: 4, max: 9_000, noNaN: true })),
    wait,
  }),
);
type World = Awaited<ReturnType<typeof open>>;

/** Does what a step says. */
async function take(
  { clock, stigmergy }: World,
  next: typeof step extends fc.Arbitrary<infer S> ? S : never,
) {
  clock.advance(next.wait);
  if (next.verb === 'decay') return await stigmergy.evaporate({ ...next, limit: 2 });
  const blank = { node: 'a', type: ' ', intensity: 1 };
  const wish = { deposits: next.verb === 'fail' ? [...next.deposits, blank] : next.deposits, isBulk: true };
  return await stigmergy.mark(wish);
}

/** Whether everything adds up and stays in its bounds. */
function expectSound({ nodes, size, bounds }: Field): void {
  let points = 0;
  for (const { points: own, sum } of nodes.values()) {
    expect(own.size).toBeGreaterThan(0);
    points += own.size;
    const all = [...own.values()].map(point => point.intensity);
    expect(sum).toBeCloseTo(
      all.reduce((a, b) => a + b, 0),
      6,
    );
    for (const each of all) {
      expect(each).toBeGreaterThanOrEqual(bounds.min);
      expect(each).toBeGreaterThan(0);
      expect(each).toBeLessThanOrEqual(bounds.max ?? Number.POSITIVE_INFINITY);
    }
  }
  expect(size).toBe(points);
}

test('whatever is done: it stays in bounds, a failed batch changes nothing, and a restart finds the same field', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), async steps => {
      const world = await open();
      for (const next of steps) {
        const before = structuredClone(world.state());
        if (next.verb === 'fail') {
          await expect(take(world, next)).rejects.toMatchObject({ code: 'E-BULK-PARTIAL' });
          expect(world.state()).toEqual(before);
        } else await take(world, next);
        expectSound(world.state());
      }
      const replayed = await open({ log: world.log, clock: world.clock });
      expect(replayed.state()).toEqual(world.state());
      expect(replayed.stigmergy.snapshot()).toEqual(world.stigmergy.snapshot());
      const saved = stigmergyDomain.save(world.journal.read(stigmergyDomain));
      const loaded = stigmergyDomain.load(JSON.parse(JSON.stringify(saved)));
      expect(loaded).toEqual(world.journal.read(stigmergyDomain));
    }),
    { numRuns: 150 },
  );
});

test('however an evaporation is cut into steps, it takes away the same', async () => {
  const steps = fc.array(fc.nat(20_000), { minLength: 1, maxLength: 8 });
  const halfLife = fc.integer({ min: 1_000, max: 86_400_000 });
  const floor = fc.constantFrom(0, 0.5);
  await fc.assert(
    fc.asyncProperty(deposits, steps, halfLife, floor, async (all, waits, halfLifeMs, min) => {
      const [once, often] = [await open(), await open()];
      for (const world of [once, often]) {
        await world.batch(...all);
        await world.decay(halfLifeMs, { min });
      }
      for (const waitMs of waits) {
        once.clock.advance(waitMs);
        often.clock.advance(waitMs);
        await often.decay(halfLifeMs);
      }
      await once.decay(halfLifeMs);
      const one = leftIn(once.state());
      const many = leftIn(often.state());
      for (const key of new Set([...one.keys(), ...many.keys()])) {
        const [a = 0, b = 0] = [one.get(key), many.get(key)];
        // What is about to be dropped may be dropped one rounding earlier.
        if (Math.max(a, b) > 2 * EPSILON) expect(Math.abs(a - b) / a).toBeLessThanOrEqual(1e-9);
      }
    }),
    { numRuns: 150 },
  );
});

/** Intensities by node and type. */
function leftIn({ nodes }: Field): ReadonlyMap<string, number> {
  const rows = [...nodes].flatMap(([id, { points }]) =>
    [...points].map(([name, point]) => [`${id} ${name}`, point.intensity] as const),
  );
  return new Map(rows);
}
