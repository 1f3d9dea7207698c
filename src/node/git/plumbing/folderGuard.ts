import { checkText } from '../../../core/snapshots/checkTexts';
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
  if (dirname(place) === place) return checkText('rootOfDrive');
  if (place === resolve(home)) return checkText('homeFolder');
  if (resolve(home).startsWith(place + (place.endsWith('/') ? '' : '/'))) return checkText('homeFolders');
  if (HOME_FOLDERS.some(name => place === join(resolve(home), name))) return checkText('allFiles');
  return undefined;
}
