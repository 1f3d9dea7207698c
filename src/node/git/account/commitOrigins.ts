import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type ListedCommit, listCommits } from '../plumbing/commitListing';
import type { GitPlumbing } from '../plumbing/gitPlumbing';
import type { Repository } from '../plumbing/repository';

/** Commits of others among which an applied one is looked for (chosen here): beyond them it counts as the task's. */
const ORIGINALS_LIMIT = 5_000;
/** How the line of a push ends. */
const PUSHED = '\tupdate by push\n';
/** Lines of a remote branch's reflog that are looked at, the newest (chosen here). */
const REMOTE_LINES_LIMIT = 200;
/** Reflogs of remote branches that are looked at (chosen here): beyond them, what was pushed counts as fetched. */
const REMOTE_LOGS_LIMIT = 1_000;

/**
 * Of commits that HEAD did not make, those that were nonetheless made in this repository since `sinceMs`, in another
 * worktree or where no reflog is kept: they are younger, and came from no other repository.
 */
export async function madeHereSince(
  git: GitPlumbing,
  repository: Repository,
  commits: readonly ListedCommit[],
  {
    sinceMs,
    fetched,
    before,
  }: {
    readonly sinceMs: number;
    readonly fetched: readonly string[];
    /** Commits of branches at the start: they, and what they are made on, were there. */
    readonly before: readonly string[];
  },
  signal: AbortSignal,
): Promise<ReadonlySet<string>> {
  const young: string[] = [];
  for (const commit of commits) if (await isYounger(repository, commit, sinceMs)) young.push(commit.id);
  if (young.length === 0) return new Set();
  const remotes = await remoteLogs(repository);
  const args = [
    'rev-list',
    '--ignore-missing',
    ...remotes.branches.map(name => `--exclude=${name}`),
    '--not',
    '--remotes',
    '--not',
    '--stdin',
  ];
  const heads = [...fetched, ...(await fetchHeads(repository))].filter(id => !remotes.pushed.has(id));
  const elsewhere = [...heads, ...remotes.fetched, ...before];
  const input = [...young, ...elsewhere.map(id => `^${id}`)].map(line => `${line}\n`).join('');
  const { code, stdout } = await git.run({
    cwd: repository.folder,
    args,
    input,
    signal,
    answers: [128],
  });
  const local = new Set(code === 0 ? stdout.toString('latin1').split('\n') : []);
  return new Set(young.filter(id => local.has(id)));
}

/**
 * Of commits that git applied, those whose originals were written since `sinceMs` and are nobody else's: not of a branch at
 * the start, and not fetched.
 */
export async function appliedHere(
  git: GitPlumbing,
  repository: Repository,
  commits: readonly ListedCommit[],
  { sinceMs, before }: { readonly sinceMs: number; readonly before: readonly string[] },
  signal: AbortSignal,
): Promise<ReadonlySet<string>> {
  const young = commits.filter(({ authoredAt }) => authoredAt >= Math.floor(sinceMs / 1_000));
  if (young.length === 0) return new Set();
  const remotes = await remoteLogs(repository);
  const heads = (await fetchHeads(repository)).filter(id => !remotes.pushed.has(id));
  const options = [
    `--max-count=${ORIGINALS_LIMIT}`,
    ...remotes.branches.map(name => `--exclude=${name}`),
    '--remotes',
  ];
  const asked = [...before, ...heads, ...remotes.fetched];
  const others = await listCommits(git, repository, asked, options, signal);
  const theirs = new Set((others ?? []).map(({ signature }) => signature));
  return new Set(young.filter(({ signature }) => !theirs.has(signature)).map(({ id }) => id));
}

/**
 * Whoever commits chooses the date, so the file's age counts. Once it is packed only the date is left; of the same second
 * nobody can tell, and no work is to be hidden.
 */
async function isYounger(
  { commonFolder }: Repository,
  { id, committedAt }: ListedCommit,
  sinceMs: number,
): Promise<boolean> {
  const found = await stat(join(commonFolder, 'objects', id.slice(0, 2), id.slice(2))).catch(() => undefined);
  return found === undefined ? committedAt >= Math.floor(sinceMs / 1_000) : found.mtimeMs >= sinceMs;
}

/** What the last fetch brought, also by address, without a remote. */
async function fetchHeads({ gitFolder }: Repository): Promise<readonly string[]> {
  const text = await readFile(join(gitFolder, 'FETCH_HEAD'), 'utf8').catch(() => '');
  return text.split('\n').flatMap(line => /^[0-9a-f]{40,64}(?=\t)/.exec(line)?.[0] ?? []);
}

/** What the reflogs of remote branches tell. */
interface RemoteLogs {
  /** Branches that are as we pushed them: their commits were made here. */
  readonly branches: readonly string[];
  /** Commits that were pushed from here. */
  readonly pushed: ReadonlySet<string>;
  /** Commits that were fetched. */
  readonly fetched: readonly string[];
}

async function remoteLogs({ commonFolder }: Repository): Promise<RemoteLogs> {
  const logs = join(commonFolder, 'logs', 'refs', 'remotes');
  const names = await readdir(logs, { recursive: true }).catch(() => []);
  const branches: string[] = [];
  const pushed = new Set<string>();
  const fetched: string[] = [];
  for (const name of names.slice(0, REMOTE_LOGS_LIMIT)) {
    const text = await readFile(join(logs, name), 'utf8').catch(() => '');
    if (text.endsWith(PUSHED)) branches.push(name.replaceAll('\\', '/'));
    for (const line of text.split('\n').slice(-REMOTE_LINES_LIMIT)) {
      const id = /^[0-9a-f]+ ([0-9a-f]{40,64}) /.exec(line)?.[1];
      if (id === undefined) continue;
      if (`${line}\n`.endsWith(PUSHED)) pushed.add(id);
      else fetched.push(id);
    }
  }
  return { branches, pushed, fetched };
}
