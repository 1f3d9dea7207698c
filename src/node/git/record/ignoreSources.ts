import { lstat, readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, join } from 'node:path';
import { pathIn, stampOf } from '../plumbing/changedFiles';
import type { WorktreeListing } from '../plumbing/worktreeListing';

/** A larger file of the user's own ignore rules is not kept (chosen here). */
const EXCLUDES_BYTES = 64 * 1024;

/** Where ignore rules came from when a snapshot was taken. */
export interface IgnoreSources {
  /** The user's own excludes file: which, as of when, and its rules. */
  readonly excludesFile: { readonly stamp: string; readonly rules: string };
  /** `.gitignore` files that hide themselves, as `*` does, with their stamps: no listing of new files has them. Raw names. */
  readonly selfHidden: Readonly<Record<string, string>>;
  /** Of `info/exclude`. */
  readonly exclude: string;
  /** The tree with all other rule files. */
  readonly tree: string;
}

/** Rule files among the new files of a listing, those included that hide themselves. */
export function newRuleFiles({ untracked }: Pick<WorktreeListing, 'untracked'>): readonly string[] {
  return untracked.filter(isRuleFile);
}

/** Whether a rule file that was recorded is another now, or gone. */
export function hasChangedRuleFile({ changed, gone }: Pick<WorktreeListing, 'changed' | 'gone'>): boolean {
  return changed.some(isRuleFile) || gone.some(isRuleFile);
}

/** The user's own excludes file as it is; read only where it is not as it was. */
export async function excludesFileNow(
  settings: ReadonlyMap<string, string>,
  known: IgnoreSources['excludesFile'] | undefined,
): Promise<IgnoreSources['excludesFile']> {
  const path = excludesPath(settings.get('core.excludesfile'));
  const found = await lstat(path, { bigint: true }).catch(() => undefined);
  const stamp = found === undefined ? 'none' : `${path} ${stampOf(found)}`;
  if (known?.stamp === stamp) return known;
  const isKept = found !== undefined && found.size <= BigInt(EXCLUDES_BYTES);
  return { stamp, rules: isKept ? await readFile(path, 'utf8').catch(() => '') : '' };
}

/** The files with their stamps. */
export async function stampsOf(
  folder: string,
  names: readonly string[],
): Promise<Readonly<Record<string, string>>> {
  const stamps = await Promise.all(
    names.map(async name => {
      const found = await lstat(pathIn(folder, name), { bigint: true }).catch(() => undefined);
      return [name, found === undefined ? 'none' : stampOf(found)] as const;
    }),
  );
  return Object.fromEntries(stamps);
}

function isRuleFile(name: string): boolean {
  return basename(name) === '.gitignore';
}

/** As git finds it (https://git-scm.com/docs/gitignore). */
function excludesPath(setting: string | undefined): string {
  if (setting?.startsWith('~/') === true) return join(homedir(), setting.slice(2));
  if (setting !== undefined) return setting;
  const config = process.env['XDG_CONFIG_HOME'];
  const folder = config === undefined || config === '' ? join(homedir(), '.config') : config;
  return join(folder, 'git', 'ignore');
}
