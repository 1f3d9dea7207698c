import type { GitPlumbing } from './gitPlumbing';

/** Something to keep from being pruned. */
export interface Anchor {
  readonly ref: string;
  /** A tree, or a commit whose tree is meant. */
  readonly tree: string;
}

/**
 * Names trees by refs, so that gc keeps them. A ref to a tree shows in no log, and unlike `refs/worktree/` it counts for a gc
 * that runs in another worktree.
 */
export async function anchor(
  git: GitPlumbing,
  gitFolder: string,
  anchors: readonly Anchor[],
  signal: AbortSignal,
): Promise<void> {
  await updateRefs(
    git,
    gitFolder,
    anchors.map(({ ref, tree }) => `update ${ref}\0${tree}^{tree}\0\0`),
    signal,
  );
}

/** Lets go of refs, in one batch. Those that are gone already do not matter. */
export async function letGo(
  git: GitPlumbing,
  gitFolder: string,
  refs: readonly string[],
  signal: AbortSignal,
): Promise<void> {
  await updateRefs(
    git,
    gitFolder,
    refs.map(ref => `delete ${ref}\0\0`),
    signal,
  );
}

/** Where the head's tree of a snapshot is anchored, given where the snapshot's own is. */
export function headRef(ref: string): string {
  return `${ref}-head`;
}

async function updateRefs(
  git: GitPlumbing,
  gitFolder: string,
  commands: readonly string[],
  signal: AbortSignal,
): Promise<void> {
  if (commands.length === 0) return;
  await git.run({
    cwd: gitFolder,
    args: [`--git-dir=${gitFolder}`, 'update-ref', '--stdin', '-z', '--no-deref'],
    input: commands.join(''),
    signal,
  });
}
