import { realpathSync } from 'node:fs';
import { dirname, isAbsolute, join, relative } from 'node:path';

/** Whether a path leads into a folder, or is that folder, whatever links stand on the way; what is not there yet counts by where it would be. */
export function isInside(path: string, folder: string): boolean {
  const way = relative(realPlace(folder), realPlace(path));
  return way === '' || !(way === '..' || /^\.\.[\\/]/.test(way) || isAbsolute(way));
}

/** The place without links: of the nearest folder above where there is nothing. */
function realPlace(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    const above = dirname(path);
    return above === path ? path : join(realPlace(above), relative(above, path));
  }
}
