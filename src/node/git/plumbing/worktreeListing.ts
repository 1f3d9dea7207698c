import type { PrivateRepository } from './privateRepository';
import { rawName } from './rawNames';

export { rawName, readableName } from './rawNames';

/** How a work tree differs from an index. Names are raw bytes as latin1 text, so that none is lost. */
export interface WorktreeListing {
  /** In the index, and not as it is there (or gone). */
  readonly changed: readonly string[];
  /** In the index and gone. */
  readonly gone: readonly string[];
  /** Not in the index and not ignored; rule files also where they are ignored, if their folder is not. */
  readonly untracked: readonly string[];
  /** Repositories inside that the index does not know, without the slash. */
  readonly nested: readonly string[];
  /** Folders that can't be read, as those of a container that runs as somebody else, with a slash at the end. */
  readonly closed: readonly string[];
}

/** Compares the work tree with the index, reading contents only where size and times differ. */
export async function listWorktree(
  repository: PrivateRepository,
  index: string,
  signal: AbortSignal,
): Promise<WorktreeListing> {
  const args = [
    ...['ls-files', '-t', '-z', '--modified', '--deleted', '--others', '--exclude-standard'],
    // Stronger than any other rule: one that hides itself, as `*` does, is seen nonetheless.
    '--exclude=!.gitignore',
  ];
  const { stdout, complaint } = await repository.run({ args, index }, signal);
  const changed = new Set<string>();
  const gone = new Set<string>();
  const untracked: string[] = [];
  const nested: string[] = [];
  for (const entry of entriesOf(stdout)) {
    const name = entry.slice(2);
    if (entry.startsWith('?')) {
      if (name.endsWith('/')) nested.push(name.slice(0, -1));
      else untracked.push(name);
    } else if (entry.startsWith('R')) gone.add(name);
    // An unmerged path is also told as `M`.
    else changed.add(name);
  }
  const warned = [...complaint.matchAll(/^warning: could not open directory '(.*)': Permission denied$/gm)];
  return {
    changed: [...changed].filter(name => !gone.has(name)),
    gone: [...gone],
    untracked,
    nested,
    closed: warned.map(([, name = '']) => rawName(name)),
  };
}

/** The entries of an answer that git ended with NUL each, as latin1 text. */
export function entriesOf(answer: Buffer): readonly string[] {
  const text = answer.toString('latin1');
  return text === '' ? [] : text.slice(0, -1).split('\0');
}

/** Names as git reads them from its input. */
export function namesFor(names: readonly string[]): Buffer {
  return Buffer.from(names.map(name => `${name}\0`).join(''), 'latin1');
}
