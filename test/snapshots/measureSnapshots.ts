import { execFileSync, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TaskId } from '../../src/core/snapshots/snapshot';
import { GitSnapshots } from '../../src/node/git/gitSnapshots';
import { KeptLog } from '../support/keptLog';
import { runningClock } from '../support/runningClock';

/** Linux counts the time of ended children in hundredths of a second. */
const TICK_MS = 10;

/** Turns that are not counted. */
const WARM_UP = 10;

/** An odd number: the one in the middle counts. */
const ROUNDS = 5;

const calm = new AbortController().signal;

interface Row {
  readonly what: string;
  readonly files: number;
  /** CPU of our gits and of our own code. */
  readonly oursMs: number;
  readonly ofThatGitMs: number;
  readonly referenceMs: number;
  readonly ratio: string;
  readonly wallMs: number;
}

/** Compares the CPU of snapshots with that of `git status` on the same tree in the same run. */
export async function measureSnapshots(
  sizes: readonly number[],
): Promise<{ readonly rows: readonly Row[]; readonly exponents: Readonly<Record<string, number>> }> {
  const rows: Row[] = [];
  for (const size of sizes) rows.push(...(await measureSize(size)));
  const exponents: Record<string, number> = {};
  for (const what of new Set(rows.map(row => row.what))) {
    const [first, last] = [rows.find(row => row.what === what), rows.findLast(row => row.what === what)];
    if (first !== undefined && last !== undefined && first !== last)
      exponents[what] = Math.log(last.oursMs / first.oursMs) / Math.log(last.files / first.files);
  }
  return { rows, exponents };
}

async function measureSize(files: number): Promise<readonly Row[]> {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'switchyard-bench-')));
  const folder = join(base, 'repository');
  try {
    makeTree(folder, files);
    const snapshots = new GitSnapshots({
      workspaceFolder: folder,
      gitBinary: 'git',
      storageFolder: join(base, 'storage'),
      clock: runningClock,
      ids: { next: () => randomUUID() },
      log: new KeptLog(),
      trash: () => Promise.reject(new Error('nothing is deleted here')),
    });
    const status = async (): Promise<void> =>
      await git(folder, 'status', '--porcelain=v2', '--untracked-files=all');
    const runs = files > 20_000 ? 2 : 60_000 / files;
    const first = await cpuOf(1, () => snapshots.take(calm));
    // What runs for the first times runs uncompiled, which is none of the tree's business.
    for (let i = 0; i < WARM_UP; i += 1) {
      await status();
      await snapshots.take(calm);
    }
    const clean = await alternating(runs, { reference: status, ours: () => snapshots.take(calm) });
    let edits = 0;
    const editTen = (): void => {
      edits += 1;
      for (let i = 0; i < 10; i += 1) writeFileSync(fileOf(folder, i * 7), `edited ${edits} ${i}\n`);
    };
    const twoDiffs = async (): Promise<void> => {
      editTen();
      await git(folder, 'diff', 'HEAD', '--name-status');
      await git(folder, 'diff', 'HEAD', 'HEAD', '--name-status');
      await status();
    };
    let start = await snapshots.take(calm);
    const complete = async (): Promise<void> => {
      editTen();
      const end = await snapshots.take(calm);
      const task = 'task' as TaskId;
      const intervals = [{ from: start, to: end, isAlone: true, owners: () => [task] }];
      await snapshots.account({ task, start, end, intervals }, calm);
      start = end;
    };
    const edited = await alternating(runs, { reference: twoDiffs, ours: complete });
    return [
      rowOf('first snapshot', files, { ...clean, ours: first }),
      rowOf('clean snapshot', files, clean),
      rowOf('complete with 10 edits', files, edited),
    ];
  } finally {
    rmSync(base, { recursive: true, force: true });
  }
}

interface Cost {
  readonly gitMs: number;
  readonly ownMs: number;
  readonly wallMs: number;
}

interface Pair<T> {
  readonly reference: T;
  readonly ours: T;
}

/** What both cost in the round whose ratio is the middle one, of rounds in turn: other work on the machine hits both. */
async function alternating(runs: number, works: Pair<() => Promise<unknown>>): Promise<Pair<Cost>> {
  const rounds: Pair<Cost>[] = [];
  for (let round = 0; round < ROUNDS; round += 1)
    rounds.push({ reference: await cpuOf(runs, works.reference), ours: await cpuOf(runs, works.ours) });
  const sorted = rounds.toSorted((a, b) => ratioOf(a) - ratioOf(b));
  return sorted[(ROUNDS - 1) / 2] as Pair<Cost>;
}

/** Both are started by this process, so what that costs it counts for both. */
function totalMs({ gitMs, ownMs }: Cost): number {
  return gitMs + ownMs;
}

function ratioOf({ reference, ours }: Pair<Cost>): number {
  return totalMs(ours) / totalMs(reference);
}

async function cpuOf(runs: number, work: () => Promise<unknown>): Promise<Cost> {
  const [own, children, wall] = [process.cpuUsage(), childrenMs(), performance.now()];
  for (let i = 0; i < runs; i += 1) await work();
  const used = process.cpuUsage(own);
  return {
    gitMs: (childrenMs() - children) / runs,
    ownMs: (used.user + used.system) / 1_000 / runs,
    wallMs: (performance.now() - wall) / runs,
  };
}

function rowOf(what: string, files: number, pair: Pair<Cost>): Row {
  const { reference, ours } = pair;
  return {
    what,
    files,
    oursMs: Math.round(totalMs(ours) * 10) / 10,
    ofThatGitMs: Math.round(ours.gitMs * 10) / 10,
    referenceMs: Math.round(totalMs(reference) * 10) / 10,
    ratio: ratioOf(pair).toFixed(2),
    wallMs: Math.round(ours.wallMs),
  };
}

function childrenMs(): number {
  const fields = readFileSync('/proc/self/stat', 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
  // Fields 16 and 17 of proc(5): time of children that were waited for; two fields before are cut off.
  return (Number(fields[13]) + Number(fields[14])) * TICK_MS;
}

async function git(folder: string, ...args: readonly string[]): Promise<void> {
  await new Promise<void>(resolve => {
    const child = spawn('git', args, { cwd: folder, stdio: ['ignore', 'pipe', 'ignore'] });
    child.stdout.resume();
    child.on('close', () => resolve());
  });
}

function makeTree(folder: string, files: number): void {
  for (let i = 0; i < files; i += 1) {
    if (i % 50 === 0)
      mkdirSync(join(folder, `d${Math.floor(i / 2_500)}`, `e${Math.floor(i / 50)}`), { recursive: true });
    writeFileSync(fileOf(folder, i), `file ${i}\n${'a line of text that stands for code\n'.repeat(120)}`);
    // Old enough that git trusts its times.
    utimesSync(fileOf(folder, i), 1_700_000_000, 1_700_000_000);
  }
  const run = (...args: readonly string[]): void => {
    execFileSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org', ...args], {
      cwd: folder,
    });
  };
  run('init', '-q');
  run('add', '-A');
  run('commit', '-q', '-m', 'base');
}

function fileOf(folder: string, i: number): string {
  return join(folder, `d${Math.floor(i / 2_500)}`, `e${Math.floor(i / 50)}`, `f${i}.ts`);
}
