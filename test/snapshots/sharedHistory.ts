import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SnapshotWorld } from './world';

/** Who wrote something: a task, or anybody else before or beside them. */
export type Writer = 'A' | 'B' | 'others';

/** A write, remembered by what it left; absent files are written by whoever removed them. */
interface Written {
  readonly by: Writer;
  /** How many writes there had been. */
  readonly time: number;
  /** What was left in whose place it was put, or put and taken away again: nothing. */
  readonly over?: { readonly nothing: Written; readonly since: number };
}

const FIRST_PATHS = ['a/1', 'a/2', 'a/3', 'b/1', 'b/2', 'b/3', 's/1', 's/2', 'f/1', 'f/2', 'f/3', 'f/4'];
/** Where each task declares that it works; both also write elsewhere. */
export const AREAS = { A: ['a'], B: ['b'] } as const;

/** One thing that happens. */
export interface Happening {
  readonly verb: (typeof HAPPENINGS)[number] | (typeof RESETS)[number] | (typeof EDITS)[number];
  readonly by: 'A' | 'B';
  readonly pick: number;
}

export const HAPPENINGS = [
  'write',
  'write',
  'write',
  'remove',
  'commit',
  'commit',
  'amend',
  'branch',
  'switch',
  'merge',
  'merge no-ff',
  'rebase',
  'cherry-pick',
  'stash and pop',
  'pull',
] as const;

/** They come last among git's moves: once git has moved on, its notes tell only the second of a reset (docs/record.md). */
export const RESETS = ['reset soft', 'reset mixed', 'reset hard'] as const;

/** What may follow. */
export const EDITS = ['write', 'remove'] as const;

/** A repository in which two tasks work, and an account of who wrote what that looks at no history of git's. */
export class SharedHistory {
  readonly #world: SnapshotWorld;
  /** Who left each content: every write leaves one of its own. */
  readonly #contents = new Map<string, Written>();
  /** Who left each path absent, by commit. */
  readonly #absent = new Map<string, Map<string, Written>>();
  readonly #onDisk = new Map<string, Written>();
  /** Since when each path is absent. */
  readonly #absentSince = new Map<string, number>();
  #time = 0;
  #paths: readonly string[] = FIRST_PATHS;

  constructor(world: SnapshotWorld) {
    this.#world = world;
    for (const path of this.#paths.filter(name => !name.endsWith('3'))) this.#put(path, 'others');
    this.#commit('base');
    for (const [name, paths] of [
      ['topic1', ['f/1', 'f/3']],
      ['topic2', ['f/2', 'a/2', 's/2']],
    ] as const) {
      world.git('checkout', '-q', '-b', name, 'main');
      this.#arrive();
      for (const path of paths) this.#put(path, 'others');
      this.#take(name === 'topic1' ? 'f/4' : 'f/1', 'others');
      this.#commit(name);
    }
    world.git('checkout', '-q', 'main');
    this.#arrive();
    this.#put('s/1', 'others');
    this.#commit('of the user');
    world.gitIn(world.base, 'clone', '-q', world.folder, 'colleague');
  }

  get time(): number {
    return this.#time;
  }

  /** Content by path, for each path that is there. */
  disk(): ReadonlyMap<string, string> {
    return new Map(
      this.#paths
        .filter(path => existsSync(this.#world.path(path)))
        .map(path => [path, this.#world.read(path)]),
    );
  }

  /**
   * Who wrote what is at the path now, and when. One absence is like the other: a file that was put where there was nothing, at any
   * time after `start`, and is gone again, leaves what was there before.
   */
  writerOf(path: string, start: number): Written {
    let found = this.#writtenAt(path);
    if (existsSync(this.#world.path(path))) return found;
    while (found.over !== undefined && found.over.since > start) found = found.over.nothing;
    return found;
  }

  #writtenAt(path: string): Written {
    const content = this.disk().get(path);
    const found = content === undefined ? this.#onDisk.get(path) : this.#contents.get(content);
    return found ?? { by: 'others', time: 0 };
  }

  /** Does it, as far as git lets it be done. */
  happen({ verb, by, pick }: Happening): void {
    const world = this.#world;
    const path = this.#pathFor(by, pick);
    switch (verb) {
      case 'write':
        return this.#put(path, by);
      case 'remove':
        return this.#take(path, by);
      case 'commit':
        return this.#commit(`by ${by} ${this.#time}`);
      case 'amend':
        return this.#commit(`amended by ${by} ${this.#time}`, '--amend');
      case 'branch':
        return world.tryGit('switch', '-q', '-c', `branch${this.#time}-${pick}`);
      case 'switch':
        return this.#move(() => world.git('switch', '-q', this.#branch(pick)));
      case 'merge':
      case 'merge no-ff': {
        const other = this.#branch(pick);
        const way = verb === 'merge' ? [] : ['--no-ff'];
        return this.#join(other, () => world.git('merge', '-q', '--no-edit', ...way, other), 'merge');
      }
      case 'rebase': {
        const other = this.#branch(pick);
        return this.#join(other, () => world.git('rebase', '-q', other), 'rebase');
      }
      case 'cherry-pick': {
        const other = this.#branch(pick);
        return this.#join(other, () => world.git('cherry-pick', other), 'cherry-pick');
      }
      case 'reset soft':
      case 'reset mixed':
        return this.#reset(verb.slice('reset '.length));
      case 'reset hard':
        // What is not committed is thrown away by whoever does this; the account of that is another test's.
        if (world.git('status', '--porcelain') !== '') return;
        this.#move(() => world.git('reset', '-q', '--hard', 'HEAD~1'));
        return aMoment();
      case 'stash and pop':
        if (world.git('status', '--porcelain') === '') return;
        world.git('stash', '-q', '-u');
        world.git('stash', 'pop', '-q');
        return;
      case 'pull':
        return this.#pull(pick);
    }
  }

  #pathFor(by: 'A' | 'B', pick: number): string {
    // Sometimes where both work, or where others do.
    const own = this.#paths.filter(path => path.startsWith(`${by.toLowerCase()}/`));
    const paths = pick % 3 === 0 ? ['s/1', 's/2'] : own;
    return paths[pick % paths.length] ?? 's/1';
  }

  #branch(pick: number): string {
    const names = this.#world
      .git('for-each-ref', '--format=%(refname:short)', 'refs/heads')
      .trim()
      .split('\n');
    return names[pick % names.length] ?? 'main';
  }

  #head(commit = 'HEAD'): string {
    return this.#world.git('rev-parse', commit).trim();
  }

  /** Commits what is open, so that a task begins with nothing uncommitted. */
  settle(by: 'A' | 'B'): void {
    if (this.#world.git('status', '--porcelain') !== '') this.#commit(`before the next by ${by}`);
  }

  #put(path: string, by: Writer): void {
    const before = this.#writtenAt(path);
    const over = existsSync(this.#world.path(path))
      ? before.over
      : { nothing: before, since: this.#absentSince.get(path) ?? 0 };
    this.#time += 1;
    const content = `${by} wrote this ${path} as number ${this.#time}\n`;
    this.#contents.set(content, { by, time: this.#time, ...(over && { over }) });
    this.#world.write(path, content);
  }

  #take(path: string, by: Writer): void {
    if (!existsSync(this.#world.path(path))) return;
    const { over } = this.#writtenAt(path);
    this.#time += 1;
    this.#world.remove(path);
    this.#leaveNothing(path, { by, time: this.#time, ...(over && { over }) });
  }

  #leaveNothing(path: string, written: Written): void {
    this.#onDisk.set(path, written);
    this.#absentSince.set(path, this.#time);
  }

  #commit(message: string, ...options: readonly string[]): void {
    this.#world.git('add', '-A');
    this.#world.tryGit('commit', '-q', '--allow-empty', '-m', message, ...options);
    this.#absent.set(this.#head(), new Map(this.#onDisk));
  }

  /** A move of HEAD to a commit that there was. */
  #move(git: () => unknown): void {
    const before = this.#head();
    try {
      git();
    } catch {
      // Git refused.
      return;
    }
    this.#arrive(before);
  }

  #reset(way: string): void {
    aMoment();
    this.#world.tryGit('reset', '-q', `--${way}`, 'HEAD~1');
    aMoment();
  }

  /** What git took off the disk when it went to this commit was taken by whoever did so in that commit. */
  #arrive(before?: string): void {
    this.#time += 1;
    const there = this.#absent.get(this.#head());
    const had = before === undefined ? new Set(this.#paths) : this.#pathsOf(before);
    const has = this.#pathsOf(this.#head());
    for (const path of this.#paths) {
      const found = there?.get(path);
      if (!has.has(path) && had.has(path)) this.#leaveNothing(path, found ?? { by: 'others', time: 0 });
    }
  }

  /** A merge, rebase or pick: where a path ends up absent, by the side that took it away. */
  #join(other: string, git: () => unknown, verb: string): void {
    const [ours, theirs] = [this.#head(), this.#head(other)];
    const before = new Map(this.#paths.map(path => [path, this.#writtenAt(path)]));
    let base: string;
    try {
      base = this.#world.git('merge-base', ours, theirs).trim();
      git();
    } catch {
      this.#world.tryGit(verb, '--abort');
      return;
    }
    this.#time += 1;
    const [inOurs, inTheirs, inBase] = [ours, theirs, base].map(commit => this.#pathsOf(commit));
    const has = this.#pathsOf(this.#head());
    for (const path of this.#paths) {
      if (has.has(path) || inOurs?.has(path) !== true) continue;
      const isTheirs = inBase?.has(path) === true && inTheirs?.has(path) === false;
      const by = isTheirs ? this.#absent.get(theirs)?.get(path) : undefined;
      // A rebase leaves out what was written within a merge: then what counts is what there was before that.
      const left = by ?? before.get(path)?.over?.nothing;
      this.#leaveNothing(path, left ?? { by: 'others', time: 0 });
    }
    if (!this.#absent.has(this.#head())) this.#absent.set(this.#head(), new Map(this.#onDisk));
  }

  /** A colleague goes on from main with something new, and it is pulled. */
  #pull(pick: number): void {
    const world = this.#world;
    const there = join(world.base, 'colleague');
    const git = (...args: readonly string[]): string => world.gitIn(there, ...args);
    git('fetch', '-q');
    git('checkout', '-q', '--detach', 'origin/main');
    const main = git('rev-parse', 'HEAD').trim();
    this.#time += 1;
    const path = `f/new${this.#time}`;
    const content = `others pushed ${path}\n`;
    this.#paths = [...this.#paths, path];
    this.#contents.set(content, { by: 'others', time: this.#time });
    mkdirSync(join(there, 'f'), { recursive: true });
    writeFileSync(join(there, path), content);
    git('add', '-A');
    git('commit', '-q', '-m', `pushed ${this.#time}`);
    const theirs = git('rev-parse', 'HEAD').trim();
    this.#absent.set(theirs, this.#absent.get(main) ?? new Map());
    world.git('fetch', '-q', there, 'HEAD');
    const [way, verb] =
      pick % 2 === 0 ? (['--rebase', 'rebase'] as const) : (['--no-rebase', 'merge'] as const);
    this.#join(theirs, () => world.git('pull', '-q', way, '--no-edit', there, 'HEAD'), verb);
  }

  #pathsOf(commit: string): ReadonlySet<string> {
    return new Set(this.#world.git('ls-tree', '-r', '--name-only', commit).trim().split('\n'));
  }
}

/** File systems note times in ticks of up to 10 ms: what people do one after the other lies further apart. */
function aMoment(): void {
  for (const until = Date.now() + 25; Date.now() < until;) continue;
}
