import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Bus } from '../../src/core/journal/bus';
import type { Event } from '../../src/core/journal/event';
import { EventHistory } from '../../src/core/resources/eventHistory';
import { pageOf } from '../../src/core/resources/page';
import { RunLogs } from '../../src/core/resources/runLogs';
import type { TaskId } from '../../src/core/snapshots/snapshot';
import { taskActivity } from '../../src/core/workflow/report/taskActivity';
import { openJournal } from '../../src/node/journal/openJournal';
import { KeptLog } from '../support/keptLog';
import { runningClock } from '../support/runningClock';

/** One thing measured at one size: microseconds of processor time for each, medians of the rounds. */
export interface EventRow {
  readonly what: string;
  /** Events that had happened before. */
  readonly size: number;
  readonly ours: number;
  readonly plain: number;
}

const SMALL = 1_000;
const LARGE = 20_000;
const ROUNDS = 7;
const READERS = 100;
const KEPT = 1_000;
const TASK = 'task-of-the-bench' as TaskId;

/** All rows, at the small size and then at the large one. */
export async function measureEvents(): Promise<readonly EventRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'switchyard-bench-'));
  try {
    const small = await measure(join(folder, 'small'), SMALL);
    return [...small, ...(await measure(join(folder, 'large'), LARGE))];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Comparison {
  readonly what: string;
  readonly times: number;
  readonly ours: (i: number) => unknown;
  readonly plain: (i: number) => unknown;
}

async function measure(folder: string, size: number): Promise<EventRow[]> {
  const world = await worldOf(folder, size);
  const rows: EventRow[] = [];
  for (const { what, times, ours, plain } of comparisons(world)) {
    const took: Record<'ours' | 'plain', number[]> = { ours: [], plain: [] };
    for (let round = 0; round < ROUNDS; round += 1) {
      took.plain.push(await microsecondsEach(times, plain));
      took.ours.push(await microsecondsEach(times, ours));
    }
    rows.push({ what, size, ours: median(took.ours), plain: median(took.plain) });
  }
  world.dispose();
  return rows;
}

function comparisons({ bus, history, array, logs, opened, bare }: World): Comparison[] {
  const positions = { ours: 0, plain: 0 };
  const read = (reader: string, fromSeq: number) => history.read({ reader, filter: {}, fromSeq, limit: 500 });
  const add = (i: number): void => {
    array.push(event(i));
    if (array.length > KEPT) array.shift();
  };
  return [
    { what: 'an event is told', times: 5_000, ours: i => bus.publish(event(i)), plain: add },
    {
      what: `an event is told, and read by ${READERS} readers`,
      times: 100,
      ours: i => {
        if (i === 0) positions.ours = read('first', 0).nextSeq;
        while (read('first', positions.ours).rows.length > 0)
          positions.ours = read('first', positions.ours).nextSeq;
        bus.publish(event(i));
        for (let reader = 0; reader < READERS; reader += 1) read(`reader ${reader}`, positions.ours);
      },
      plain: i => {
        add(i);
        for (let reader = 0; reader < READERS; reader += 1) array.filter((_, at) => at >= array.length - 1);
      },
    },
    {
      what: `an event is told, which ${READERS} readers have long not looked at`,
      times: 2_000,
      ours: i => {
        if (i === 0)
          for (let reader = 0; reader < READERS; reader += 1) read(`lazy ${reader}`, positions.ours);
        bus.publish(event(i));
      },
      plain: add,
    },
    {
      what: 'a run is read from the journal',
      times: 5,
      // A program that has not read it before.
      ours: () => new RunLogs(opened.journal, history).of(TASK, opened.since),
      plain: () => bare.all(),
    },
    {
      what: `${READERS} readers of a run see what is new`,
      times: 100,
      ours: async () => {
        const log = await logs.of(TASK, opened.since);
        for (let reader = 0; reader < READERS; reader += 1) {
          pageOf(log, { fromSeq: log.lastSeq - 1, limit: 100, matches: () => true });
        }
      },
      plain: () => {
        for (let reader = 0; reader < READERS; reader += 1) array.filter((_, at) => at >= array.length - 1);
      },
    },
  ];
}

type World = Awaited<ReturnType<typeof worldOf>>;

/** A journal in which so much happened before the run began, and a history that is full. */
async function worldOf(folder: string, size: number) {
  const log = new KeptLog();
  const bus = new Bus(log);
  const domains = [taskActivity];
  const { journal, dispose } = await openJournal(folder, {
    domains,
    clock: runningClock,
    bus,
    log,
  });
  const note = async (task: TaskId, message: string) =>
    await journal.commit(taskActivity, { verb: 'milestone', task, message, progress: null, metadata: null });
  for (let i = 0; i < size; i += 1) await note(`other-${i % 100}` as TaskId, 'x');
  // Longer ago than clocks may differ.
  const database = new DatabaseSync(join(folder, 'journal.db'));
  database.exec('UPDATE events SET ts = ts - 3600000');
  const since = runningClock.now();
  for (let i = 0; i < 100; i += 1) await note(TASK, 'y');
  const history = new EventHistory({ bus, journal, log, isForeign: () => false, told: {}, categories: [] });
  for (let i = 0; i < size; i += 1) bus.publish(event(i));
  const bare = database.prepare(`SELECT * FROM events WHERE payload LIKE '%"task":"${TASK}"%'`);
  return {
    bus,
    history,
    array: Array.from({ length: KEPT }, (_, i) => event(i)),
    logs: new RunLogs(journal, history),
    opened: { journal, since },
    bare,
    dispose() {
      history.dispose();
      database.close();
      dispose();
    },
  };
}

function event(i: number): Event {
  const payload = { server: `server-${i % 50}`, by: 'agent', launch: { command: 'npx', args: ['a', 'b'] } };
  const ts = runningClock.now();
  return {
    seq: null,
    ts,
    stream: 'gateway',
    kind: 'serverActivated',
    cat: 'gateway',
    level: 'info',
    payload,
    v: 1,
  };
}

async function microsecondsEach(times: number, run: (i: number) => unknown): Promise<number> {
  const before = process.cpuUsage();
  for (let i = 0; i < times; i += 1) await run(i);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / times;
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
