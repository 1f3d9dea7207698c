import type { GitPlumbing } from './gitPlumbing';
import type { Repository } from './repository';

/** A commit as git lists it. */
export interface ListedCommit {
  readonly id: string;
  readonly tree: string;
  readonly parents: readonly string[];
  /** Seconds since 1970. */
  readonly committedAt: number;
  /** Author, author date and subject. */
  readonly signature: string;
  readonly subject: string;
  /** Seconds since 1970, as whoever wrote it says. */
  readonly authoredAt: number;
}

/** One line a commit: neither names nor subjects hold a line break or a NUL. */
const FORMAT = '%H%x00%T%x00%P%x00%ct%x00%an <%ae> %at%x00%s%x00%at';

/**
 * Lists commits, newest first. `revisions` are lines for `--stdin` (`^commit` leaves out what it has); what is not there any
 * more is passed over. Undefined where git cannot tell.
 */
export async function listCommits(
  git: GitPlumbing,
  repository: Repository,
  revisions: readonly string[],
  options: readonly string[],
  signal: AbortSignal,
): Promise<readonly ListedCommit[] | undefined> {
  // Anything else than an id could be read as an option.
  const asked = revisions.filter(revision => /^\^?[0-9a-f]{40,64}$/.test(revision));
  if (asked.every(revision => revision.startsWith('^'))) return [];
  const { code, stdout } = await git.run({
    cwd: repository.folder,
    args: ['rev-list', ...options, '--ignore-missing', '--encoding=UTF-8', `--format=${FORMAT}`, '--stdin'],
    input: asked.map(revision => `${revision}\n`).join(''),
    signal,
    answers: [128],
  });
  if (code !== 0) return undefined;
  return stdout
    .toString('utf8')
    .split('\n')
    .flatMap(line => {
      const [id = '', tree, parents = '', committedAt, author = '', subject = '', authoredAt] =
        line.split('\0');
      if (tree === undefined) return [];
      return [
        {
          id,
          tree,
          parents: parents.split(' ').filter(parent => parent !== ''),
          committedAt: Number(committedAt),
          signature: `${author}\0${subject}`,
          subject,
          authoredAt: Number(authoredAt),
        },
      ];
    });
}
