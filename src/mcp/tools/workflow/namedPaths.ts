import { fileName } from './textLines';

/** Paths named in a text; of the rest it is said how many there are and where (chosen here). */
const NAMED = 10;

/** Folders that are named for the rest (chosen here). */
const FOLDERS = 3;

/** The first paths, then how many more there are and in which folders. */
export function named(paths: readonly string[]): string {
  return listed(paths, paths.slice(0, NAMED).map(shownPath));
}

/** The same, each with its reason. */
export function namedWith(files: readonly { readonly path: string; readonly reason?: string }[]): string {
  const words = files
    .slice(0, NAMED)
    .map(({ path, reason }) =>
      reason === undefined ? shownPath(path) : `${shownPath(path)} (${reason.replace(/\.$/, '')})`,
    );
  return listed(
    files.map(({ path }) => path),
    words,
  );
}

/** A path as a text may hold it: as data, since a name may hold line breaks and words that read as ours. */
export function shownPath(path: string): string {
  return fileName(path);
}

function listed(paths: readonly string[], first: readonly string[]): string {
  const rest = paths.slice(first.length);
  return rest.length === 0
    ? first.join(', ')
    : `${first.join(', ')}, and ${rest.length} more in ${folders(rest)}`;
}

function folders(paths: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const path of paths) {
    const folder = path.includes('/') ? path.slice(0, path.lastIndexOf('/') + 1) : '';
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  const most = [...counts].toSorted(([, a], [, b]) => b - a);
  const words = most
    .slice(0, FOLDERS)
    .map(([folder, count]) => `${folder === '' ? 'the root folder' : shownPath(folder)} (${count})`);
  const others = most.length - words.length;
  return [...words, ...(others > 0 ? [`${others} more folders`] : [])].join(', ');
}
