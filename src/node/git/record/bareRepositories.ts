import { lstat } from 'node:fs/promises';
import { pathIn } from '../plumbing/changedFiles';

/** What git keeps for itself in its folder, under the folder's name. All else that lies there, e.g. beside worktrees, is the user's. */
const GITS_OWN =
  /^(?:(?:[A-Z]+_)?HEAD|config(?:\.worktree)?|description|index|packed-refs|shallow|gc\.(?:log|pid))(?:\.lock)?$|^(?:branches|hooks|info|lfs|logs|modules|objects|refs|worktrees)\//;

/**
 * The names without the files of bare repositories, such as that of the layout with all worktrees side by side: what git writes
 * there when anybody commits, ourselves included, is nobody's work, and to put it back would take branches and objects away.
 */
export async function withoutBare(folder: string, names: readonly string[]): Promise<readonly string[]> {
  const heads = names.filter(name => name === 'HEAD' || name.endsWith('/HEAD'));
  const places = heads.map(name => name.slice(0, -'HEAD'.length));
  const isBare = await Promise.all(places.map(async place => await isGitFolder(folder, place)));
  const bare = places.filter((_, i) => isBare[i]);
  if (bare.length === 0) return names;
  return names.filter(
    name => !bare.some(place => name.startsWith(place) && GITS_OWN.test(name.slice(place.length))),
  );
}

/** As git itself tells one, beside the `HEAD` that is there. */
async function isGitFolder(folder: string, place: string): Promise<boolean> {
  const parts = await Promise.all(
    ['objects', 'refs'].map(
      async name => await lstat(pathIn(folder, `${place}${name}`)).catch(() => undefined),
    ),
  );
  return parts.every(found => found?.isDirectory() === true);
}
