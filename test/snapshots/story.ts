import { utimesSync } from 'node:fs';
import { type SnapshotWorld, TEN_LINES } from './world';

/** One story: what was there, what the task did, and the whole answer. */
export interface Case {
  readonly name: string;
  /** Before the first commit `base`; a.txt, b.txt and dir/f.txt are there. */
  readonly base?: (world: SnapshotWorld) => void;
  /** After the first commit, before the task. */
  readonly before?: (world: SnapshotWorld) => void;
  readonly task: (world: SnapshotWorld) => void;
  readonly answer: readonly string[];
  /** No first commit is made. */
  readonly isUnborn?: boolean;
}

/** The ten lines with the second one changed. */
export const EDITED = TEN_LINES.replace('line 2\n', 'line two\n');
/** The ten lines with the ninth one changed. */
export const LATER = TEN_LINES.replace('line 9\n', 'line nine\n');

/** Gives files an old time, their content staying as it is. */
export function ageFiles(world: SnapshotWorld, ...names: readonly string[]): void {
  for (const name of names) utimesSync(world.path(name), 1_700_000_000, 1_700_000_000);
}

/** Gives files an old time and lets git know them by it, so that it compares times from then on. */
export function settle(world: SnapshotWorld, ...names: readonly string[]): void {
  ageFiles(world, ...names);
  world.git('add', ...names);
  utimesSync(
    world.git('rev-parse', '--path-format=absolute', '--git-path', 'index').trim(),
    1_700_000_100,
    1_700_000_100,
  );
}

/** The top of the world's repository. */
export function topOf(world: SnapshotWorld): string {
  return world.git('rev-parse', '--show-toplevel').trim();
}

/** Options that make a repository in the format of the world's. */
export function objectFormat(world: SnapshotWorld): readonly string[] {
  return [`--object-format=${world.git('rev-parse', '--show-object-format').trim()}`];
}
