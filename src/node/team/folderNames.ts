import { dirname, isAbsolute, relative, resolve, sep } from 'node:path';
import type { FolderNames } from '../../core/snapshots/ownDisk';

/** Only steps up: the way to a folder that holds another. */
const UP = /^\.\.(?:\/\.\.)*$/;

/**
 * Names of folders for those who share a journal: their ways from the workspace folder, which say nothing of the machine. Roots lie in
 * the workspace folder or hold it. `place`: the workspace folder with its links followed.
 */
export function folderNames(place: string, stateFolder: string): FolderNames {
  const shared = (folder: string): string => {
    const way = relative(place, folder).split(sep).join('/');
    const isApart = isAbsolute(way) || (way.startsWith('../') && !UP.test(way));
    return isApart ? '' : way;
  };
  const paths = [[stateFolder, 'the state folder'] as const, ...above(place, shared)];
  return {
    shared,
    here(name) {
      const folder = resolve(place, name);
      return shared(folder) === name ? folder : undefined;
    },
    told: words =>
      paths.reduce(
        (told, [folder, name]) => told.replaceAll(new RegExp(`${escaped(folder)}(?![\\w.-])`, 'g'), name),
        words,
      ),
  };
}

/** The folder and those that hold it, innermost first, with their names. */
function above(place: string, shared: (folder: string) => string): readonly (readonly [string, string])[] {
  const folders: (readonly [string, string])[] = [];
  for (let folder = place; dirname(folder) !== folder; folder = dirname(folder))
    folders.push([folder, shared(folder) || '.']);
  return folders;
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}
