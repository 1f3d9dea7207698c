import { checkText } from '../../../core/snapshots/checkTexts';
import { type GitRoot, UNREADABLE } from './gitRoot';
import type { Root } from './root';
import type { TakenRoot } from './takenRoot';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { RootSnapshot } from '../../../core/snapshots/snapshot';
import { BUILT_IN_EXCLUDES } from './builtInExcludes';
import { type HeadState, readHead } from '../plumbing/headState';
import type { Repository } from '../plumbing/repository';
import type { WithheldFile } from '../plumbing/snapshotRecords';
import { rawName, readableName } from '../plumbing/worktreeListing';
import { worktreesInside } from './linkedWorktrees';

/** A folder without a repository has no commits. */
const NO_HEAD: HeadState = { head: null, branch: null, lastMove: null, reflogBytes: 0, mergeHead: null };

/** Records one root. `refName` is where its tree is to be anchored; `written` are files that count though they may be ignored. */
export async function takeRoot(
  root: Root,
  refName: (key: string) => string,
  written: readonly string[],
  signal: AbortSignal,
): Promise<TakenRoot> {
  if (root.type === 'none') return unknownRoot(root.folder, 'none', root.reason);
  if (root.type === 'manifest') return await root.recorder.take(root, signal);
  const { repository, target } = root;
  const exclude = root.inherited?.exclude ?? (await excludeOf(repository));
  const head = repository === undefined ? NO_HEAD : await readHead(root.git, repository, signal);
  const settings = (root.inherited ?? repository?.settings)?.copied ?? new Map<string, string>();
  await target.prepare(settings, exclude);
  const recorded = await root.recorder.record({ exclude, settings }, written.map(rawName), signal);
  const { withheld, skippedUntracked } = recorded;
  const words = [
    root.remark,
    ...recorded.gaps,
    recorded.isHollow ? HOLLOW : null,
    skippedUntracked ? checkText('moreNewFiles') : null,
    withheldWords(withheld),
    closedWords(recorded.closed),
  ].filter(part => part !== null);
  return {
    snapshot: {
      root: root.folder,
      method: root.type,
      tree: recorded.tree,
      head: head.head,
      branch: head.branch,
      isRestorable: !recorded.isHollow,
      partial: words.length === 0 ? null : words.join(' '),
    },
    record: {
      root: root.folder,
      key: root.key,
      refFolder: repository?.commonFolder ?? target.folder,
      // Nobody prunes what lies in a store of ours, or in that of a repository which nobody can read.
      ref: root.inherited === null ? refName(root.key) : null,
      exclude,
      lastMove: head.lastMove,
      reflogBytes: head.reflogBytes,
      mergeHead: head.mergeHead,
      ...(head.branches === undefined ? {} : { branches: head.branches }),
      ...(head.stashes === undefined ? {} : { stashes: head.stashes }),
      withheld,
      skippedUntracked,
      hidden: recorded.hidden,
      ...(recorded.closed.length === 0 ? {} : { closed: recorded.closed }),
      ...(root.inherited === null ? {} : { inheritedObjects: root.inherited.objects }),
      ...(recorded.rights.length === 0 ? {} : { rights: recorded.rights }),
      gaps: [...unknownCommits(root), ...recorded.gaps],
    },
    nested: [
      ...recorded.nested.map(name => join(root.folder, readableName(name))),
      ...(repository === undefined ? [] : await worktreesInside(repository)),
    ],
    isPartial:
      skippedUntracked || recorded.closed.length > 0 || withheld.some(file => file.why === 'unreadable'),
    root,
  };
}

const HOLLOW = checkText('hollow');
const GONE = checkText('commitsUnread');

/** What an account lacks where there is a repository that git does not let us use, with the reason. */
function unknownCommits(root: GitRoot): readonly string[] {
  if (root.remark === null) return [];
  if (root.remark === UNREADABLE) return [GONE];
  return [`${root.remark} ${checkText('noCommits')}`];
}

/** A root of which nothing could be recorded this time. */
export function unknownRoot(folder: string, method: RootSnapshot['method'], reason: string): TakenRoot {
  return {
    snapshot: {
      root: folder,
      method,
      tree: null,
      head: null,
      branch: null,
      isRestorable: false,
      partial: reason,
    },
    record: undefined,
    nested: [],
    isPartial: true,
  };
}

/** What of the files an answer must say. */
function withheldWords(withheld: readonly WithheldFile[]): string | null {
  const words = {
    'too-large': 'too large to keep a copy',
    unreadable: 'not readable',
    special: 'not a plain file',
    secret: 'probably a secret that was ignored before, so no copy is kept',
  };
  const parts = withheld.slice(0, 5).map(file => `${readableName(file.name)} is ${words[file.why]}`);
  if (parts.length === 0) return null;
  const rest = withheld.length > parts.length ? `, and ${withheld.length - parts.length} more` : '';
  return `${parts.join(', ')}${rest}.`;
}

function closedWords(closed: readonly string[]): string | null {
  if (closed.length === 0) return null;
  const rest = closed.length > 5 ? `, and ${closed.length - 5} more` : '';
  return checkText('closedFolders', `${closed.slice(0, 5).map(readableName).join(', ')}${rest}`);
}

async function excludeOf(repository: Repository | undefined): Promise<string> {
  if (repository === undefined) return BUILT_IN_EXCLUDES;
  return await readFile(join(repository.commonFolder, 'info', 'exclude'), 'utf8').catch(() => '');
}
