import { randomUUID } from 'node:crypto';
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type {
  AccountRequest,
  FileChange,
  Interval,
  Snapshot,
  TaskAccount,
  TaskId,
} from '../../src/core/snapshots/snapshot';
import { GitSnapshots, type GitSnapshotsParts } from '../../src/node/git/gitSnapshots';
import { runGit } from '../support/gitShell';
import { KeptLog } from '../support/keptLog';
import { runningClock } from '../support/runningClock';

/** How the workspace lies in its repository. */
export type Layout = 'repository' | 'worktree' | 'subfolder' | 'sha256';

/** A fresh signal that never fires. */
export const calm = new AbortController().signal;

/** Ten lines that a test can change a part of. */
export const TEN_LINES = Array.from({ length: 10 }, (_, i) => `line ${i + 1}\n`).join('');

export const TASK = 'task-1' as TaskId;

/** A folder on disk, with real git, and snapshots of it. */
export class SnapshotWorld {
  readonly base: string;
  /** The workspace folder. */
  readonly folder: string;
  readonly storage: string;
  readonly log = new KeptLog();
  readonly trashed: string[] = [];
  readonly snapshots: GitSnapshots;
  readonly #env: Readonly<Record<string, string>>;
  #gitFolder: string | undefined;

  constructor(layout: Layout | 'folder' | 'no-git', parts: Partial<GitSnapshotsParts> = {}) {
    this.base = realpathSync(mkdtempSync(join(tmpdir(), 'switchyard-test-')));
    this.storage = join(this.base, 'storage');
    mkdirSync(this.storage);
    const home = join(this.base, 'home');
    mkdirSync(home);
    this.#env = {
      PATH: process.env['PATH'] ?? '',
      HOME: home,
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_AUTHOR_NAME: 'Ada',
      GIT_AUTHOR_EMAIL: 'ada@example.org',
      GIT_COMMITTER_NAME: 'Ada',
      GIT_COMMITTER_EMAIL: 'ada@example.org',
      GIT_EDITOR: 'true',
    };
    this.folder = this.#makeFolder(layout);
    this.snapshots = this.open(layout === 'no-git' ? { ...parts, gitBinary: undefined } : parts);
  }

  /** Snapshots of the same workspace as another window has them. */
  open(parts: Partial<GitSnapshotsParts> = {}): GitSnapshots {
    return new GitSnapshots({
      workspaceFolder: this.folder,
      gitBinary: 'git',
      storageFolder: this.storage,
      clock: runningClock,
      ids: { next: () => randomUUID() },
      log: this.log,
      trash: async path => {
        this.trashed.push(path);
        unlinkSync(path);
      },
      ...parts,
    });
  }

  /** Runs git as the user does. */
  git(...args: readonly string[]): string {
    return this.gitIn(this.folder, ...args);
  }

  gitIn(folder: string, ...args: readonly string[]): string {
    return runGit(folder, args, this.#env).toString();
  }

  /** Runs git where its failure belongs to the story, as with a conflict. */
  tryGit(...args: readonly string[]): void {
    try {
      this.git(...args);
    } catch {
      // The story goes on.
    }
  }

  path(name: string): string {
    return join(this.folder, name);
  }

  write(name: string, content: string | Uint8Array): void {
    mkdirSync(dirname(this.path(name)), { recursive: true });
    writeFileSync(this.path(name), content);
  }

  read(name: string): string {
    return readFileSync(this.path(name), 'utf8');
  }

  remove(name: string): void {
    rmSync(this.path(name), { recursive: true, force: true });
  }

  link(target: string, name: string): void {
    symlinkSync(target, this.path(name));
  }

  chmod(name: string, mode: number): void {
    chmodSync(this.path(name), mode);
  }

  commit(message: string): void {
    this.git('add', '-A');
    this.git('commit', '-q', '-m', message);
  }

  async take(): Promise<Snapshot> {
    return await this.snapshots.take(calm);
  }

  /** The account of a task that ran alone. */
  async account(start: Snapshot, end: Snapshot, intervals?: readonly Interval[]): Promise<TaskAccount> {
    return await this.snapshots.account(requestOf(start, end, intervals), calm);
  }

  /** What is on disk except for git folders: path to mode and content. */
  disk(place = this.folder): ReadonlyMap<string, string> {
    const files = new Map<string, string>();
    const walk = (folder: string): void => {
      for (const entry of readdirSync(join(place, folder), { withFileTypes: true })) {
        if (entry.name === '.git') continue;
        const name = folder === '' ? entry.name : `${folder}/${entry.name}`;
        const path = join(place, name);
        if (entry.isDirectory()) walk(name);
        else if (entry.isSymbolicLink()) files.set(name, `link ${readlinkSync(path)}`);
        else if (entry.isFile())
          files.set(
            name,
            `${(lstatSync(path).mode & 0o100) === 0 ? '' : '+x '}${readFileSync(path, 'latin1')}`,
          );
      }
    };
    walk('');
    return files;
  }

  /** What a snapshot must never change: HEAD, refs but ours, index, stash, reflog, settings, times of files. */
  untouchables(): string {
    this.#gitFolder ??= this.git('rev-parse', '--absolute-git-dir').trim();
    const folder = this.#gitFolder;
    const bytes = (name: string): string => {
      try {
        return readFileSync(join(folder, name), 'base64');
      } catch {
        return 'none';
      }
    };
    const refs = this.git('for-each-ref')
      .split('\n')
      .filter(line => !line.includes('\trefs/switchyard/'));
    const files = [...this.times()].map(([name, time]) => `${name} ${time}`);
    return [
      ...['HEAD', 'index', 'logs/HEAD', 'logs/refs/stash', 'config'].map(bytes),
      ...refs,
      ...files,
    ].join('\n');
  }

  /** When each file was written. */
  times(): ReadonlyMap<string, number> {
    return new Map([...this.disk().keys()].map(name => [name, lstatSync(this.path(name)).mtimeMs]));
  }

  dispose(): void {
    rmSync(this.base, { recursive: true, force: true });
  }

  #makeFolder(layout: Layout | 'folder' | 'no-git'): string {
    const repository = join(this.base, 'repository');
    mkdirSync(repository);
    if (layout === 'folder' || layout === 'no-git') return repository;
    const format = layout === 'sha256' ? ['--object-format=sha256'] : [];
    this.gitIn(repository, 'init', '-q', '-b', 'main', ...format);
    if (layout === 'worktree') {
      this.gitIn(repository, 'commit', '-q', '--allow-empty', '-m', 'root');
      const worktree = join(this.base, 'linked');
      this.gitIn(repository, 'worktree', 'add', '-q', '-b', 'work', worktree);
      return worktree;
    }
    if (layout !== 'subfolder') return repository;
    const folder = join(repository, 'packages', 'app');
    mkdirSync(folder, { recursive: true });
    return folder;
  }
}

/** What is asked of an account where the task ran alone, or in the intervals. */
export function requestOf(start: Snapshot, end: Snapshot, intervals?: readonly Interval[]): AccountRequest {
  const alone = [{ from: start, to: end, isAlone: true, owners: () => [TASK] }];
  return { task: TASK, start, end, intervals: intervals ?? alone };
}

/** A repository with one commit of one file, `a.txt`. */
export function oneFile(): SnapshotWorld {
  const world = new SnapshotWorld('repository');
  world.write('a.txt', 'a\n');
  world.commit('base');
  return world;
}

/** An account as lines of text: one look shows the whole answer. */
export function accountText(account: TaskAccount): readonly string[] {
  const told = (change: FileChange): string =>
    [
      change.status,
      change.from === undefined ? change.path : `${change.from} -> ${change.path}`,
      change.mode,
      change.isBinary === true ? 'binary' : undefined,
      change.insertions === undefined ? undefined : `+${change.insertions} -${change.deletions}`,
    ]
      .filter(part => part !== undefined)
      .join(' ');
  const sorted = (lines: readonly string[]): readonly string[] => lines.toSorted();
  return [
    ...sorted(account.own.map(change => `own ${told(change)}`)),
    ...sorted(account.imported.map(change => `imported ${told(change)}`)),
    ...sorted(account.shared.map(change => `shared ${told(change)} with ${change.with.join(',')}`)),
    ...sorted(account.revealed.map(change => `revealed ${told(change)}`)),
    ...sorted(
      account.preExistingTouched.map(
        change => `${change.isDestroyed ? 'destroyed' : 'touched'} ${change.path}`,
      ),
    ),
    ...account.commits.map(commit => `commit ${commit.subject}`),
    ...(account.history === 'linear' ? [] : [`history ${account.history}`]),
    ...account.warnings.map(warning => `warning ${warning}`),
    ...(account.unknown === null ? [] : [`unknown ${account.unknown}`]),
    ...(account.partial === null ? [] : [`partial ${account.partial}`]),
    ...(account.isRestorable ? [] : ['not restorable']),
  ];
}
