import { lstat } from 'node:fs/promises';
import { pathIn } from '../plumbing/changedFiles';
import { hiddenFiles, type HiddenFiles } from './hiddenFiles';
import {
  excludesFileNow,
  hasChangedRuleFile,
  type IgnoreSources,
  newRuleFiles,
  stampsOf,
} from './ignoreSources';
import type { PrivateRepository } from '../plumbing/privateRepository';
import type { WorktreeListing } from '../plumbing/worktreeListing';

/** Where files are looked for. */
interface Place {
  readonly repository: PrivateRepository;
  readonly folder: string;
  readonly index: string;
}

/** What the snapshot before knew of ignore rules. */
interface Past {
  readonly sources: IgnoreSources | undefined;
  /** It left new files out. */
  readonly isCut: boolean;
}

/**
 * Ignore rules count as they were at the snapshot before: new files that only newer rules hide are named nonetheless. Costs a
 * git only where a source of rules is not as it was.
 */
export async function newlyHidden(
  { repository, folder, index }: Place,
  found: WorktreeListing,
  now: { readonly exclude: string; readonly settings: ReadonlyMap<string, string> },
  { sources, isCut }: Past,
  signal: AbortSignal,
): Promise<HiddenFiles & { readonly sources: Omit<IgnoreSources, 'tree'> }> {
  const excludesFile = await excludesFileNow(now.settings, sources?.excludesFile);
  const ruleFiles = newRuleFiles(found);
  const stamps = await stampsOf(folder, ruleFiles);
  const isAsBefore =
    sources !== undefined &&
    sources.exclude === now.exclude &&
    sources.excludesFile.stamp === excludesFile.stamp &&
    !hasChangedRuleFile(found) &&
    ruleFiles.every(name => sources.selfHidden[name] === stamps[name]);
  const about = { excludesFile, exclude: now.exclude };
  if (isAsBefore || (sources === undefined && ruleFiles.length === 0))
    return { files: [], folders: [], selfHidden: ruleFiles, sources: { ...about, selfHidden: stamps } };
  const past =
    sources === undefined
      ? undefined
      : {
          tree: sources.tree,
          exclude: `${sources.excludesFile.rules}\n${sources.exclude}`,
          selfHidden: Object.keys(sources.selfHidden),
          isCut,
        };
  const hidden = await hiddenFiles(repository, folder, index, ruleFiles, past, signal);
  const selfHidden = Object.fromEntries(hidden.selfHidden.map(name => [name, stamps[name] ?? 'none']));
  return { ...hidden, sources: { ...about, selfHidden } };
}

/** Of the folders those that are still there. */
export async function foldersLeft(folder: string, names: readonly string[]): Promise<readonly string[]> {
  const there = await Promise.all(
    names.map(async name => {
      const found = await lstat(pathIn(folder, name)).catch(() => undefined);
      return found?.isDirectory() === true;
    }),
  );
  return [...new Set(names.filter((_, i) => there[i]))];
}
