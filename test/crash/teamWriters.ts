import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { Bus } from '../../src/core/journal/bus';
import { LiveJournal } from '../../src/core/journal/liveJournal';
import { openPgEventStore } from '../../src/node/postgres/openPgEventStore';
import { pgAddress } from '../../src/node/postgres/pgAddress';
import { noting } from '../bench/noting';
import { KeptLog } from '../support/keptLog';
import { runningClock } from '../support/runningClock';

/** How many processes there are. */
export const PROCESSES = 4;
/** How many writers each of them has. */
export const WRITERS_EACH = 8;
/** Everybody has to record again so soon after the server was started. */
export const BACK_WITHIN_MS = 5_000;
const WORKSPACE = 'storm';

/** Whether the writers of a process share its journal, as the agents of an endpoint do, or are programs of their own. */
export type How = 'together' | 'apart';

/** What one process of writers said. */
export class Writers {
  readonly acked = new Map<string, { readonly seq: number; readonly atMs: number }>();
  readonly unknown = new Set<string>();
  readonly notRecorded = new Set<string>();
  refused = 0;
  longestMs = 0;
  readonly faults: string[] = [];
  readonly child: ChildProcess;
  readonly ended: Promise<unknown>;

  constructor(script: string, url: string, name: string, how: How) {
    this.child = spawn(process.execPath, [script, url, WORKSPACE, name, String(WRITERS_EACH), how], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    this.ended = once(this.child, 'close');
    createInterface({ input: this.child.stdout! }).on('line', line => this.#heard(line));
  }

  get isAlive(): boolean {
    return this.child.exitCode === null && this.child.signalCode === null;
  }

  /** When the slowest of its writers recorded something again; infinite where one did not yet. */
  backAt(sinceMs: number): number {
    const firsts = new Map<string, number>();
    for (const [token, { atMs }] of this.acked) {
      const [writer = ''] = token.split('-');
      if (atMs > sinceMs && !firsts.has(writer)) firsts.set(writer, atMs);
    }
    return firsts.size < WRITERS_EACH ? Infinity : Math.max(...firsts.values());
  }

  #heard(line: string): void {
    const [word, token = '', what = '', ms = ''] = line.split(' ');
    if (word === 'ack') {
      this.acked.set(token, { seq: Number(what), atMs: performance.now() });
      this.longestMs = Math.max(this.longestMs, Number(ms));
    } else if (word === 'refused') {
      this.refused += 1;
      (line.endsWith('unknown') ? this.unknown : this.notRecorded).add(token);
    } else if (word === 'declined') this.notRecorded.add(token);
    else if (word === 'disorder') this.faults.push(line);
  }
}

/** Has all of them end, and looks: what was acknowledged is there once and in one order, what was refused is not, and no version is there twice. */
export async function endAndInspect(url: string, all: readonly Writers[]): Promise<readonly string[]> {
  for (const { child, isAlive } of all) if (isAlive) child.stdin?.write('end\n');
  await Promise.all(all.map(async ({ ended }) => await ended));
  return [...all.flatMap(writers => writers.faults), ...(await inspect(url, all))];
}

async function inspect(url: string, all: readonly Writers[]): Promise<readonly string[]> {
  const log = new KeptLog();
  const domain = noting('full');
  const store = await openPgEventStore({
    address: pgAddress(url, undefined),
    workspace: WORKSPACE,
    clock: runningClock,
    log,
  });
  const journal = await LiveJournal.open({
    domains: [domain],
    store,
    clock: runningClock,
    bus: new Bus(log),
    log,
  });
  const { notes, version } = journal.read(domain);
  const faults: string[] = [];
  const seqs = new Map<number, string>();
  for (const { acked, notRecorded } of all) {
    for (const [token, { seq }] of acked) {
      if (!notes.has(token)) faults.push(`${token} was acknowledged and is lost`);
      if (seqs.has(seq)) faults.push(`${token} and ${seqs.get(seq)} have one number`);
      seqs.set(seq, token);
    }
    for (const token of notRecorded) if (notes.has(token)) faults.push(`${token} was refused and is there`);
  }
  // A note that is there twice has taken two versions, and a decision on an old state one that was taken.
  if (notes.size !== version) faults.push(`${notes.size} notes have ${version} versions`);
  const versions = new Set([...notes.values()].map(note => note.version));
  if (versions.size !== notes.size) faults.push(`${notes.size - versions.size} versions are there twice`);
  const events = await store.eventsAfter(0, 1_000_000);
  if (events.some(({ seq }, i) => i > 0 && seq <= (events[i - 1]?.seq ?? 0)))
    faults.push('the log is in disorder');
  journal.dispose();
  store.dispose();
  return faults;
}

/** What they said together, in a sentence. */
export function toldBy(all: readonly Writers[]): string {
  const sum = (count: (writers: Writers) => number): number =>
    all.reduce((total, writers) => total + count(writers), 0);
  const longest = Math.max(...all.map(({ longestMs }) => longestMs));
  return `${sum(({ acked }) => acked.size)} recorded, ${sum(({ refused }) => refused)} refused, ${sum(({ unknown }) => unknown.size)} unknown, longest wait ${longest} ms`;
}
