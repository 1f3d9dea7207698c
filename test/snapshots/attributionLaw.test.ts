import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Interval, Snapshot, TaskAccount, TaskId } from '../../src/core/snapshots/snapshot';
import { pathOwners } from '../../src/core/workflow/verification/pathOwners';
import { AREAS, EDITS, type Happening, HAPPENINGS, RESETS, SharedHistory } from './sharedHistory';
import { calm, SnapshotWorld } from './world';

/** Histories in each run; more on demand, and others each time. */
const ASKED = process.env['SWITCHYARD_RUNS'];
const RUNS = Number(ASKED ?? 100);
const SEED = ASKED === undefined ? { seed: 12 } : {};
const TIME_LIMIT_MS = 60_000 + RUNS * 20_000;

const TASKS = ['A', 'B'] as const;
type Name = (typeof TASKS)[number];

const happening = (verbs: readonly Happening['verb'][], ...by: readonly Name[]) =>
  fc.record<Happening>({ verb: fc.constantFrom(...verbs), by: fc.constantFrom(...by), pick: fc.nat(11) });

const alone = fc.array(happening(HAPPENINGS, 'A'), { maxLength: 9 });

/** With a reset at the end, or none, and what is edited after it. */
const thenBoth = fc
  .tuple(
    fc.array(happening(HAPPENINGS, 'A', 'B'), { maxLength: 9 }),
    fc.array(happening(RESETS, 'A', 'B'), { maxLength: 1 }),
    fc.array(happening(EDITS, 'A', 'B'), { maxLength: 3 }),
  )
  .map(parts => parts.flat());

/** Contents by path at one moment, with the snapshot of it. */
interface Moment {
  readonly disk: ReadonlyMap<string, string>;
  readonly snapshot: Snapshot;
}

test(
  'two tasks, branches, merges, resets and pulls: whose a change is agrees with whoever wrote it',
  async () => {
    await fc.assert(
      fc.asyncProperty(alone, thenBoth, async (first, then) => {
        const world = new SnapshotWorld('repository');
        try {
          await holdsFor(world, first, then);
        } finally {
          world.dispose();
        }
      }),
      { numRuns: RUNS, ...SEED },
    );
  },
  TIME_LIMIT_MS,
);

async function holdsFor(
  world: SnapshotWorld,
  first: readonly Happening[],
  then: readonly Happening[],
): Promise<void> {
  const history = new SharedHistory(world);
  const look = async (): Promise<Moment> => ({ disk: history.disk(), snapshot: await world.take() });
  const startA = { ...(await look()), time: history.time };
  for (const each of first) history.happen(each);
  history.settle('A');
  const startB = { ...(await look()), time: history.time };
  for (const each of then) history.happen(each);
  const end = await look();
  const spans = {
    A: { start: startA, moments: [startA, startB, end] },
    B: { start: startB, moments: [startB, end] },
  };
  for (const name of TASKS) {
    const { start, moments } = spans[name];
    const intervals = intervalsOf(moments);
    const request = { task: name as string as TaskId, start: start.snapshot, end: end.snapshot, intervals };
    const account = await world.snapshots.account(request, calm);
    expect([name, told(account)]).toEqual([name, expected(history, name, start, moments)]);
  }
}

function intervalsOf(moments: readonly Moment[]): readonly Interval[] {
  return moments.slice(1).map((to, i) => {
    const from = moments[i] ?? to;
    const running: readonly Name[] = moments.length === 3 && i === 0 ? ['A'] : TASKS;
    const tasks = running.map(id => ({ id: id as string as TaskId, parent: null, areas: AREAS[id] }));
    return {
      from: from.snapshot,
      to: to.snapshot,
      isAlone: running.length === 1,
      owners: pathOwners(tasks, () => null),
    };
  });
}

/** Whose each change is by the writers alone: no history of git's is looked at. */
function expected(
  history: SharedHistory,
  name: Name,
  start: Moment & { readonly time: number },
  moments: readonly Moment[],
): ReturnType<typeof told> {
  const [own, imported, shared]: string[][] = [[], [], []];
  const end = moments.at(-1) ?? start;
  for (const path of new Set([...start.disk.keys(), ...end.disk.keys()])) {
    if (start.disk.get(path) === end.disk.get(path)) continue;
    const { by, time } = history.writerOf(path, start.time);
    if (by === 'others' || time <= start.time) imported?.push(path);
    else {
      const holder = path.startsWith('a/') ? 'A' : path.startsWith('b/') ? 'B' : undefined;
      const changed = moments.slice(1).map((to, i) => moments[i]?.disk.get(path) !== to.disk.get(path));
      const together = changed.at(-1) === true;
      const isAlone = name === 'A' && changed[0] === true && moments.length === 3;
      if (isAlone || (together && holder === name)) own?.push(path);
      if (together && holder === undefined) shared?.push(path);
    }
  }
  return { own: own?.toSorted(), imported: imported?.toSorted(), shared: shared?.toSorted() };
}

function told(account: TaskAccount) {
  const paths = (list: TaskAccount['own']): readonly string[] | undefined =>
    list.flatMap(({ path, from }) => (from === undefined ? [path] : [from, path])).toSorted();
  return { own: paths(account.own), imported: paths(account.imported), shared: paths(account.shared) };
}
