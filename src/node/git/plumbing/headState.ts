import { open, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { branchTips } from './branchTips';
import type { GitPlumbing } from './gitPlumbing';
import type { Repository } from './repository';

/** How much of the reflog's end is looked at for its last line: one line is seldom over 500 bytes (chosen here). */
const TAIL_BYTES = 16 * 1024;

/** A larger file of packed refs, of some ten thousand, is left to git (chosen here). */
const PACKED_REFS_BYTES = 1024 * 1024;

/** Stashes that one snapshot notes, the newest (chosen here). */
const STASHES_LIMIT = 50;

/** Where HEAD is and how it got there. */
export interface HeadState {
  readonly head: string | null;
  readonly branch: string | null;
  /** Last line of HEAD's reflog, null where there is none, and how long the reflog is. */
  readonly lastMove: string | null;
  readonly reflogBytes: number;
  readonly mergeHead: string | null;
  /** Commits of the local branches, by name; left out where they are too many. */
  readonly branches?: Readonly<Record<string, string>>;
  /** Commits of the newest stashes; left out where git keeps no file of them. */
  readonly stashes?: readonly string[];
}

/** Reads HEAD, from git's files where they are plain, else by asking git. */
export async function readHead(
  git: GitPlumbing,
  repository: Repository,
  signal: AbortSignal,
): Promise<HeadState> {
  const { gitFolder, folder } = repository;
  const [text, moves, merging, branches, stashes] = await Promise.all([
    readFile(join(gitFolder, 'HEAD'), 'utf8'),
    reflogPlace(join(gitFolder, 'logs', 'HEAD')),
    readFile(join(gitFolder, 'MERGE_HEAD'), 'utf8').catch(() => null),
    branchTips(repository),
    stashesOf(repository),
  ]);
  let ref = /^ref: (.*)\n?$/.exec(text)?.[1];
  if (ref === 'refs/heads/.invalid')
    // Refs are in a table, and the file is a stand-in.
    ref = await git.text({ cwd: folder, args: ['symbolic-ref', '-q', 'HEAD'], signal, answers: [1] });
  const args = ['rev-parse', '-q', '--verify', '--end-of-options', 'HEAD^{commit}'];
  const head =
    (await branchCommit(repository, ref)) ?? (await git.text({ cwd: folder, args, signal, answers: [1] }));
  return {
    head: head === '' ? null : head,
    branch: ref?.startsWith('refs/heads/') === true ? ref.slice('refs/heads/'.length) : null,
    ...moves,
    mergeHead: merging === null ? null : (merging.split('\n')[0] ?? null),
    ...(branches === undefined ? {} : { branches }),
    ...(stashes.length === 0 ? {} : { stashes }),
  };
}

/** From the reflog of the stash, which is the list of stashes. */
async function stashesOf({ commonFolder }: Repository): Promise<readonly string[]> {
  const text = await readFile(join(commonFolder, 'logs', 'refs', 'stash'), 'utf8').catch(() => '');
  const ids = text.split('\n').flatMap(line => /^[0-9a-f]{40,64} ([0-9a-f]{40,64}) /.exec(line)?.[1] ?? []);
  return ids.slice(-STASHES_LIMIT);
}

/** How far the reflog had come at a snapshot. */
export type ReflogPlace = Pick<HeadState, 'lastMove' | 'reflogBytes'>;

/** The reflog's lines from one snapshot to another; undefined when it was cut since and does not tell. */
export async function movesBetween(
  repository: Repository,
  start: ReflogPlace,
  end: ReflogPlace,
): Promise<readonly string[] | undefined> {
  const log = await readFile(join(repository.gitFolder, 'logs', 'HEAD')).catch(() => Buffer.alloc(0));
  const from = placeIn(log, start);
  const to = placeIn(log, end);
  if (from === undefined || to === undefined || to < from) return undefined;
  return log
    .toString('utf8', from, to)
    .split('\n')
    .filter(line => line !== '');
}

/** Where the place is in the log: where it was, unless older lines were dropped. */
function placeIn(log: Buffer, place: ReflogPlace): number | undefined {
  if (place.lastMove === null) return 0;
  const line = Buffer.from(`${place.lastMove}\n`);
  const { reflogBytes } = place;
  // Lines of one second may be the same, so where the line was goes before what it says.
  if (log.subarray(Math.max(0, reflogBytes - line.length), reflogBytes).equals(line)) return reflogBytes;
  const at = log.lastIndexOf(line);
  return at < 0 ? undefined : at + line.length;
}

/** What a branch says in git's files; undefined where only git can tell. */
async function branchCommit(
  { commonFolder }: Repository,
  ref: string | undefined,
): Promise<string | undefined> {
  if (ref?.startsWith('refs/heads/') !== true) return undefined;
  const text = await readFile(join(commonFolder, ref), 'utf8').catch(() => undefined);
  // gc packs the refs, and a loose one that is there counts before a packed one.
  if (text === undefined) return await packedRef(join(commonFolder, 'packed-refs'), ref);
  return /^([0-9a-f]{40,64})\n$/.exec(text)?.[1];
}

async function packedRef(path: string, ref: string): Promise<string | undefined> {
  const size = await stat(path).then(
    found => found.size,
    () => 0,
  );
  if (size === 0 || size > PACKED_REFS_BYTES) return undefined;
  const text = await readFile(path, 'utf8').catch(() => '');
  const end = text.indexOf(` ${ref}\n`);
  const line = text.slice(text.lastIndexOf('\n', end) + 1, Math.max(0, end));
  return /^[0-9a-f]{40,64}$/.test(line) ? line : undefined;
}

async function reflogPlace(path: string): Promise<ReflogPlace> {
  const file = await open(path, 'r').catch(() => undefined);
  if (file === undefined) return { lastMove: null, reflogBytes: 0 };
  try {
    const { size } = await file.stat();
    const tail = Buffer.alloc(Math.min(size, TAIL_BYTES));
    await file.read(tail, 0, tail.length, size - tail.length);
    const lastMove = tail.toString('utf8').replace(/\n$/, '').split('\n').at(-1) ?? '';
    return { lastMove: lastMove === '' ? null : lastMove, reflogBytes: size };
  } finally {
    await file.close();
  }
}
