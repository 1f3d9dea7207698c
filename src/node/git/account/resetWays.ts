import { lstat, readdir, readFile, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { HeadMove } from '../../../core/snapshots/headMoves';
import type { IndexNote } from '../record/indexNotes';
import { knowsItsTree } from '../plumbing/indexTree';
import type { Repository } from '../plumbing/repository';

/** Files of one reset that are looked at (chosen here: one is enough where nothing was touched since). */
const LOOKED_AT = 50;
/** Branches whose reflogs are looked at for the reset (chosen here). */
const BRANCHES_LIMIT = 200;
/** Two times that the kernel took at one moment may be a tick apart (up to 10 ms on Linux). */
const TICK_MS = 10;

/** What is now at the paths between which a reset chose, by whose version it is. */
export interface ResetEvidence {
  readonly move: HeadMove;
  /** How long the reflog is when the reset is its last line, else null. */
  readonly lastAtBytes: number | null;
  /** Whether only this move of the task may have noted its old commit in ORIG_HEAD. */
  readonly isNotedOnce: boolean;
  /** Paths that are as the commit left behind had them: a hard reset would have replaced them. */
  readonly stayed: readonly string[];
  /** Paths that are as the new commit has them. */
  readonly present: readonly string[];
  /** Paths that the new commit does not have, and that are gone. */
  readonly gone: readonly string[];
  /** Whether the index still has something of the commit left behind: a soft reset leaves it alone, no other does. */
  readonly staysInIndex: boolean;
  /** What the index says of these paths. */
  readonly notes: ReadonlyMap<string, IndexNote>;
  /** Whether git may have written files again later that it had not changed: it gave something up, or put it aside. */
  readonly hasRewritten: boolean;
  /** Folders in which git wrote later: their times tell nothing of the reset. */
  readonly writtenLater: ReadonlySet<string>;
}

/**
 * Whether a reset wrote files. Git's reflog says only `reset: moving to …`, so the disk has to tell: a hard reset leaves
 * nothing of the old commit, and what it wrote is not older than the index it began, nor younger than the notes it makes last
 * (reflog, ORIG_HEAD). Where the disk says that something was written or taken away before or later, it counts as one that wrote
 * nothing, so that no work is hidden. Where nothing of the old commit is left and times tell nothing more, it counts as hard.
 */
export async function wasHardReset(repository: Repository, evidence: ResetEvidence): Promise<boolean> {
  const { stayed, present, gone, writtenLater, staysInIndex, hasRewritten, notes } = evidence;
  if (staysInIndex || present.length + gone.length === 0) return false;
  const noted = await notedTime(repository, evidence);
  const { atSeconds } = evidence.move;
  const endMs = noted ?? (atSeconds === null ? undefined : (atSeconds + 1) * 1_000);
  const written = noted === undefined ? undefined : await indexSpan(repository, noted);
  // The index is as the reset left it, whatever was written or taken away since.
  const isHard = written && (await knowsItsTree(repository.gitFolder));
  if (isHard !== undefined) return isHard;
  if (stayed.length > 0) return false;
  // Nothing of the old commit is left, and times tell nothing more.
  if (hasRewritten) return true;
  if (endMs === undefined) return false;
  const span = written ?? { beginMs: 0, endMs };
  const votes = await Promise.all([
    ...present
      .slice(0, LOOKED_AT)
      .map(path => wasWritten(join(repository.folder, path), span, notes.get(path))),
    ...gone
      .filter(path => !writtenLater.has(folderOf(path)))
      .slice(0, LOOKED_AT)
      .map(path => wasTaken(repository.folder, path, span)),
  ]);
  return !votes.includes('no');
}

/** The folder of a path in its root. */
export function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

type Vote = 'yes' | 'no' | 'unknown';

/** When the reset was done, in milliseconds; undefined where git has moved on since, so that only the second is known. */
async function notedTime(
  { gitFolder, commonFolder }: Repository,
  { move, lastAtBytes, isNotedOnce }: ResetEvidence,
): Promise<number | undefined> {
  const log = await stat(join(gitFolder, 'logs', 'HEAD')).catch(() => undefined);
  if (log !== undefined && log.size === lastAtBytes) return log.mtimeMs;
  const branch = await branchTime(commonFolder, move);
  if (branch !== undefined) return branch;
  const path = join(gitFolder, 'ORIG_HEAD');
  const text = isNotedOnce ? await readFile(path, 'utf8').catch(() => '') : '';
  const note = text.trim() === move.from ? await stat(path).catch(() => undefined) : undefined;
  return note?.mtimeMs;
}

/** When the branch was moved that the reset moved, while that was its last move. */
async function branchTime(
  commonFolder: string,
  { from, to, message }: HeadMove,
): Promise<number | undefined> {
  const logs = join(commonFolder, 'logs', 'refs', 'heads');
  const names = await readdir(logs, { recursive: true }).catch(() => []);
  for (const name of names.slice(0, BRANCHES_LIMIT)) {
    const text = await readFile(join(logs, name), 'utf8').catch(() => '');
    const last = text.trimEnd().split('\n').at(-1) ?? '';
    if (last.startsWith(`${from} ${to} `) && last.endsWith(`\t${message}`))
      return (await stat(join(logs, name)).catch(() => undefined))?.mtimeMs;
  }
  return undefined;
}

/** Between which times the reset worked; from the beginning of time where its beginning is not known. */
interface Span {
  readonly beginMs: number;
  readonly endMs: number;
}

/**
 * While git wrote the index that is there: a hard reset writes files meanwhile. Undefined where it was written after the reset,
 * by something else.
 */
async function indexSpan({ gitFolder }: Repository, endMs: number): Promise<Span | undefined> {
  const found = await stat(join(gitFolder, 'index')).catch(() => undefined);
  return found === undefined || found.birthtimeMs > endMs || found.mtimeMs > endMs
    ? undefined
    : { beginMs: found.birthtimeMs, endMs: found.mtimeMs };
}

async function wasWritten(
  path: string,
  { beginMs, endMs }: Span,
  note: IndexNote | undefined,
): Promise<Vote> {
  const found = await lstat(path, { bigint: true }).catch(() => undefined);
  if (found === undefined) return 'unknown';
  // What git writes itself, it notes in the index; some systems note whole seconds.
  const isNoted =
    note === undefined ||
    note.mtimeNs === found.mtimeNs ||
    note.mtimeNs === (found.mtimeNs / 1_000_000_000n) * 1_000_000_000n;
  const mtimeMs = Number(found.mtimeNs) / 1e6;
  return isNoted && mtimeMs >= beginMs - 0.001 && mtimeMs <= endMs + 0.001 ? 'yes' : 'no';
}

/** Whether the path may have been taken away by then: what was put in later tells nothing. */
async function wasTaken(root: string, path: string, { beginMs, endMs }: Span): Promise<Vote> {
  for (let folder = dirname(join(root, path)); ; folder = dirname(folder)) {
    const found = await lstat(folder).catch(() => undefined);
    if (found === undefined && folder !== root && folder !== dirname(folder)) continue;
    if (found?.isDirectory() !== true) return 'unknown';
    if (found.mtimeMs < beginMs) return 'no';
    if (found.mtimeMs <= endMs) return 'yes';
    return (await wasPutIn(folder, found.mtimeMs)) ? 'unknown' : 'no';
  }
}

/** Whether the folder's last change was that something came: then nothing is known of what went before. */
async function wasPutIn(folder: string, changedMs: number): Promise<boolean> {
  for (const name of await readdir(folder).catch(() => [])) {
    if (name === '.git') continue;
    const found = await lstat(join(folder, name)).catch(() => undefined);
    const times = found === undefined ? [] : [found.birthtimeMs, found.ctimeMs];
    if (times.some(time => Math.abs(time - changedMs) <= TICK_MS)) return true;
  }
  return false;
}
