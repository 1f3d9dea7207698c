import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  contentObstacle,
  filesToMerge,
  type ThreeFiles,
  type ThreeStates,
} from '../../../core/snapshots/handMerge';
import type { RestoreWay } from '../../../core/snapshots/snapshot';
import type { GitAnswer } from '../plumbing/gitPlumbing';
import type { PrivateRepository } from '../plumbing/privateRepository';

/** A file's content and mode. */
export interface FileContent {
  readonly mode: string;
  readonly content: Buffer;
}

/** A file with conflict markers, or why there can't be one, in words. */
export type MarkedContent = ({ readonly obstacle: null } & FileContent) | { readonly obstacle: string };

/** In the order that `git merge-file` wants them. */
const SIDES = ['now', 'end', 'start'] as const;

type BySide<Value> = Readonly<Record<(typeof SIDES)[number], Value>>;

/** What stands beside the markers, for the person who merges. */
const LABELS: Readonly<Record<RestoreWay, BySide<string>>> = {
  restore: { now: 'now', end: 'after the task', start: 'before the task' },
  undo: { now: 'now', end: 'after the restore', start: 'before the restore' },
};

/** Its code is the number of conflicts, or a failure, 255 for files without lines: each is an answer. */
const ANSWERS = Array.from({ length: 255 }, (_, i) => i + 1);
/** From here on the code of `git merge-file` is a failure; below it is the number of conflicts (git's documentation). */
const FIRST_FAILURE = 128;

/** The file as it is, with the change from start to end taken out; undefined when both touched the same lines. */
export async function mergedContent(
  repository: PrivateRepository,
  states: ThreeStates,
  signal: AbortSignal,
): Promise<FileContent | undefined> {
  const files = filesToMerge(states);
  if (typeof files === 'string') return undefined;
  const { start, end, now } = files;
  const mode = mergedMode(files);
  if (start.id === end.id) return { mode, content: await blobContent(repository, now.id, signal) };
  if (now.id === end.id) return { mode, content: await blobContent(repository, start.id, signal) };
  const versions = await readVersions(repository, files, signal);
  const { code, stdout } = await mergeFile(repository, versions, LABELS.restore, signal);
  return code === 0 ? { mode, content: stdout } : undefined;
}

/** The file as it is, and between markers, beside its lines in conflict, those of the start. */
export async function markedContent(
  repository: PrivateRepository,
  states: ThreeStates,
  way: RestoreWay,
  signal: AbortSignal,
): Promise<MarkedContent> {
  const files = filesToMerge(states);
  if (typeof files === 'string') return { obstacle: files };
  const versions = await readVersions(repository, files, signal);
  for (const side of SIDES) {
    const obstacle = contentObstacle(versions[side].toString('latin1'));
    if (obstacle !== null) return { obstacle };
  }
  const { code, stdout } = await mergeFile(repository, versions, LABELS[way], signal);
  if (code === 0) return { obstacle: 'None of its lines are in conflict.' };
  if (code >= FIRST_FAILURE) return { obstacle: 'Its lines cannot be compared.' };
  return { obstacle: null, mode: mergedMode(files), content: stdout };
}

/** The bytes of a blob. */
export async function blobContent(
  repository: PrivateRepository,
  id: string,
  signal: AbortSignal,
): Promise<Buffer> {
  const args = ['cat-file', 'blob', id];
  return (await repository.run({ args, needsNoWorkTree: true }, signal)).stdout;
}

/** Keeps bytes beside the contents of files; gives their id. */
export async function storedBlob(
  repository: PrivateRepository,
  bytes: Uint8Array,
  signal: AbortSignal,
): Promise<string> {
  const args = ['hash-object', '-w', '--stdin', '--no-filters'];
  return await repository.line({ args, input: Buffer.from(bytes), needsNoWorkTree: true }, signal);
}

function mergedMode({ start, end, now }: ThreeFiles): string {
  return start.mode === end.mode ? now.mode : start.mode;
}

async function readVersions(
  repository: PrivateRepository,
  { start, end, now }: ThreeFiles,
  signal: AbortSignal,
): Promise<BySide<Buffer>> {
  return {
    now: await blobContent(repository, now.id, signal),
    end: await blobContent(repository, end.id, signal),
    start: await blobContent(repository, start.id, signal),
  };
}

/** Merges with markers of three sections where there are conflicts. Lines keep their ends; markers end like those around. */
async function mergeFile(
  repository: PrivateRepository,
  versions: BySide<Buffer>,
  labels: BySide<string>,
  signal: AbortSignal,
): Promise<GitAnswer> {
  const folder = await mkdtemp(join(tmpdir(), 'switchyard-merge-'));
  try {
    const places = SIDES.map(side => join(folder, side));
    for (const side of SIDES) await writeFile(join(folder, side), versions[side]);
    const named = SIDES.flatMap(side => ['-L', labels[side]]);
    const args = ['merge-file', '-p', '--diff3', ...named, ...places];
    return await repository.run({ args, answers: ANSWERS, needsNoWorkTree: true }, signal);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
