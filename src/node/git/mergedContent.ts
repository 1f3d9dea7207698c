import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TreeEntry } from '../../core/snapshots/restoreDecision';
import type { PrivateRepository } from './privateRepository';

/** A file in three states: as it is, as the task left it, as the task found it. */
export interface ThreeStates {
  readonly start: NonNullable<TreeEntry>;
  readonly end: NonNullable<TreeEntry>;
  readonly now: NonNullable<TreeEntry>;
}

/** The file as it is, with the task's change taken out; undefined when both touched the same lines. */
export async function mergedContent(
  repository: PrivateRepository,
  states: ThreeStates,
  signal: AbortSignal,
): Promise<{ readonly mode: string; readonly content: Buffer } | undefined> {
  const { start, end, now } = states;
  const mode = start.mode === end.mode ? now.mode : start.mode;
  const read = async (id: string): Promise<Buffer> => await blobContent(repository, id, signal);
  if (start.id === end.id) return { mode, content: await read(now.id) };
  if (now.id === end.id) return { mode, content: await read(start.id) };
  const folder = await mkdtemp(join(tmpdir(), 'switchyard-merge-'));
  try {
    const sides = { now: now.id, end: end.id, start: start.id };
    for (const [name, id] of Object.entries(sides)) await writeFile(join(folder, name), await read(id));
    const paths = ['now', 'end', 'start'].map(name => join(folder, name));
    // The code is the number of conflicts, 255 for files without lines.
    const codes = Array.from({ length: 255 }, (_, i) => i + 1);
    const args = ['merge-file', '-p', '--diff3', ...paths];
    const call = { args, answers: codes, needsNoWorkTree: true };
    const { code, stdout } = await repository.run(call, signal);
    return code === 0 ? { mode, content: stdout } : undefined;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
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
