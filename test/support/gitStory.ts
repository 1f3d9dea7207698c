import { type CommitFacts, mergeKey } from '../../src/core/snapshots/gitHistory';
import type { HeadMove } from '../../src/core/snapshots/headMoves';
import { leftByGit } from '../../src/core/snapshots/leftByGit';
import type { TreeEntry } from '../../src/core/snapshots/restoreDecision';

/** Contents by path, of a commit or the disk. */
type Tree = Readonly<Record<string, string>>;

/** What git did, told in letters. */
export interface Story {
  /** Commit, its parents and its files; those the task made are in `own`. */
  readonly commits: Readonly<Record<string, readonly [parents: string, files: Tree]>>;
  readonly own?: string;
  readonly onOwn?: string;
  readonly start?: string | null;
  readonly end?: string;
  /** `from to message`, in order; undefined: no reflog. */
  readonly moves: readonly string[] | undefined;
  /** What lay on the disk, where it was not as the start's commit. */
  readonly dirty?: Tree;
  readonly hard?: readonly number[];
  readonly merging?: string;
  readonly bases?: Readonly<Record<string, string>>;
  /** Commits that pick others: they keep the signature. */
  readonly like?: Readonly<Record<string, string>>;
}

const NONE = '0'.repeat(40);

/** What git left, `path=content` or `path gone`, for all paths there are. */
export function left(story: Story): readonly string[] {
  const { commits, start = 'S', end = 'E' } = story;
  const idOf = (name: string): string => (name === '-' ? NONE : name);
  const entry = (content: string | undefined): TreeEntry =>
    content === undefined ? null : { mode: '100644', id: content };
  const facts = new Map<string, CommitFacts>(
    Object.entries(commits).map(([id, [parents]]) => [
      id,
      {
        parents: parents.split(' ').filter(parent => parent !== ''),
        signature: story.like?.[id] ?? id,
        origin: (story.own ?? '').includes(id)
          ? 'own'
          : (story.onOwn ?? '').includes(id)
            ? 'foreign-on-own'
            : 'foreign',
      },
    ]),
  );
  const moves = story.moves?.map((line): HeadMove => {
    const [from = '', to = '', ...message] = line.split(' ');
    return { from: idOf(from), to: idOf(to), message: message.join(' '), atSeconds: 1 };
  });
  const entryOf = (commit: string | null, path: string): TreeEntry =>
    commit === null ? null : entry(commits[commit]?.[1][path]);
  const paths = [...new Set(Object.values(commits).flatMap(([, files]) => Object.keys(files)))].toSorted();
  const found = leftByGit(
    {
      start,
      end,
      moves,
      merging: story.merging ?? null,
      commits: facts,
      mergeBases: new Map(
        Object.entries(story.bases ?? {}).map(([pair, base]) => {
          const [first = '', second = ''] = pair.split(' ');
          return [mergeKey(first, second), base];
        }),
      ),
      hardResets: new Set(story.hard ?? []),
      entryOf,
      entryAtStart: path =>
        story.dirty?.[path] === undefined ? entryOf(start, path) : entry(story.dirty[path]),
    },
    paths,
  );
  return [...found].map(([path, at]) => (at === null ? `${path} gone` : `${path}=${at.id}`));
}
