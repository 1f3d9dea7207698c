import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { ListedCommit } from './commitListing';
import type { GitPlumbing } from './gitPlumbing';
import type { Repository } from './repository';

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
  const args = [
    'rev-list',
    '--ignore-missing',
    ...(await pushedBranches(repository)).map(name => `--exclude=${name}`),
    '--not',
    '--remotes',
    '--not',
    '--stdin',
  ];
  const elsewhere = [...fetched, ...before, ...(await fetchHeads(repository))];
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

/** Remote branches that are as we pushed them: their commits were made here. */
async function pushedBranches({ commonFolder }: Repository): Promise<readonly string[]> {
  const logs = join(commonFolder, 'logs', 'refs', 'remotes');
  const names = await readdir(logs, { recursive: true }).catch(() => []);
  const pushed: string[] = [];
  for (const name of names.slice(0, REMOTE_LOGS_LIMIT)) {
    const text = await readFile(join(logs, name), 'utf8').catch(() => '');
    if (text.endsWith('\tupdate by push\n')) pushed.push(name.replaceAll('\\', '/'));
  }
  return pushed;
}
