import type { TreeEntry } from '../../../core/snapshots/restoreDecision';
import { readableName } from '../plumbing/rawNames';
import type { GitRoot } from './gitRoot';

/** What the user's index says of a file. */
export interface IndexNote {
  readonly entry: TreeEntry;
  /** Nanoseconds since 1970 at which the file was written that git last found like the entry; 0: it has not looked. */
  readonly mtimeNs: bigint;
}

/** What the user's index says of some files; nothing of those that it does not have. */
export async function indexNotes(
  { git, folder }: GitRoot,
  paths: readonly string[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, IndexNote>> {
  const notes = new Map<string, IndexNote>();
  if (paths.length === 0) return notes;
  const args = ['ls-files', '--stage', '--debug', '-z', '--', ...paths];
  const { code, stdout } = await git.run({ cwd: folder, args, signal, answers: [128] });
  const text = code === 0 ? stdout.toString('latin1') : '';
  // `mode id stage TAB name NUL`, then five lines of what the index knows of the file.
  for (const [, mode = '', id = '', name = '', seconds = '0', ns = '0'] of text.matchAll(
    /(\d{6}) ([0-9a-f]{40,64}) \d\t([^\0]*)\0 +ctime: \d+:\d+\n +mtime: (\d+):(\d+)\n/g,
  ))
    notes.set(readableName(name), {
      entry: { mode, id },
      mtimeNs: BigInt(seconds) * 1_000_000_000n + BigInt(ns),
    });
  return notes;
}
