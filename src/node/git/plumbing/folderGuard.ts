import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

/** Folders in which people keep everything: a snapshot of one of them would copy their life. */
const HOME_FOLDERS = [
  'Desktop',
  'Documents',
  'Downloads',
  'Pictures',
  'Music',
  'Movies',
  'Videos',
  'Library',
];

/** Why no snapshot may be taken of the folder; undefined when one may. */
export function guardedFolder(folder: string, home: string = homedir()): string | undefined {
  const place = resolve(folder);
  if (dirname(place) === place) return 'The folder is the root of a drive, which is too much to record.';
  if (place === resolve(home)) return 'The folder is your home folder, which is too much to record.';
  if (resolve(home).startsWith(place + (place.endsWith('/') ? '' : '/')))
    return 'The folder holds home folders, which is too much to record.';
  if (HOME_FOLDERS.some(name => place === join(resolve(home), name)))
    return 'The folder is one of those that hold all of your files, which is too much to record.';
  return undefined;
}
