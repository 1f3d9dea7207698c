import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { isSafePath } from '../../../core/snapshots/safePath';
import type { PrivateRepository } from '../plumbing/privateRepository';
import { pathIn } from '../plumbing/changedFiles';
import { diskName } from '../plumbing/rawNames';
import { entriesOf, namesFor } from '../plumbing/worktreeListing';

/**
 * Of the names, those that the ignore rules of a tree cover, whether or not the tree has them. The user's own excludes
 * file, the same before and after, is left out.
 */
export async function ignoredUnder(
  repository: PrivateRepository,
  tree: string,
  exclude: string,
  names: readonly string[],
  signal: AbortSignal,
): Promise<ReadonlySet<string>> {
  if (names.length === 0) return new Set();
  const place = await mkdtemp(join(tmpdir(), 'switchyard-rules-'));
  try {
    for (const file of await ruleFiles(repository, tree, names, signal)) {
      await mkdir(pathIn(place, dirname(file.name)), { recursive: true });
      const { stdout } = await repository.run(
        { args: ['cat-file', 'blob', file.id], needsNoWorkTree: true },
        signal,
      );
      await writeFile(pathIn(place, file.name), stdout);
    }
    const then = await repository.aside(join(place, '.switchyard-git'), place, exclude);
    const args = ['-c', 'core.excludesFile=/dev/null', 'check-ignore', '--no-index', '-z', '--stdin'];
    const input = namesFor(names.map(name => `./${name}`));
    const { stdout } = await then.run({ args, input, answers: [1], allowsMagic: true }, signal);
    return new Set(entriesOf(stdout).map(name => name.slice(2)));
  } finally {
    await rm(place, { recursive: true, force: true });
  }
}

/** The `.gitignore` files of the tree in the folders above the names. */
async function ruleFiles(
  repository: PrivateRepository,
  tree: string,
  names: readonly string[],
  signal: AbortSignal,
): Promise<readonly { readonly name: string; readonly id: string }[]> {
  const wanted = new Set<string>();
  for (const name of names) {
    for (let parent = dirname(name); !wanted.has(parent); parent = dirname(parent)) wanted.add(parent);
  }
  const paths = [...wanted].map(folder => (folder === '.' ? '.gitignore' : `${folder}/.gitignore`));
  const files: { name: string; id: string }[] = [];
  // In portions: a command line has its limits.
  for (let at = 0; at < paths.length; at += 200) {
    const portion = paths
      .slice(at, at + 200)
      .map(diskName)
      // What is no text can't be given to a program here.
      .filter(path => typeof path === 'string');
    if (portion.length === 0) continue;
    const args = ['ls-tree', '-z', '--full-tree', tree, '--', ...portion];
    const { stdout } = await repository.run({ args, needsNoWorkTree: true }, signal);
    for (const entry of entriesOf(stdout)) {
      const [, type, id] = entry.slice(0, entry.indexOf('\t')).split(' ');
      const name = entry.slice(entry.indexOf('\t') + 1);
      // A link is no rule file to git either.
      if (type === 'blob' && id !== undefined && !entry.startsWith('120000') && isSafePath(name))
        files.push({ name, id });
    }
  }
  return files;
}
