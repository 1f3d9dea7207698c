import { realpathSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, resolve } from 'node:path';

/** Whether a path leads into a folder, or is that folder, whatever links stand on the way; what is not there yet counts by where it would be. */
export function isInside(path: string, folder: string): boolean {
  return isWithin(realPath(path), realPath(folder));
}

/** The same by the names alone, as this platform compares them. Both absolute. */
export function isWithin(path: string, folder: string): boolean {
  const way = relative(comparable(folder), comparable(path));
  return way === '' || !(way === '..' || /^\.\.[\\/]/.test(way) || isAbsolute(way));
}

/** The path without links, as far as it exists. */
export function realPath(path: string): string {
  const whole = resolve(path);
  try {
    return realpathSync(whole);
  } catch {
    // It is not there yet, or a link leads nowhere: what is above it decides.
    const above = dirname(whole);
    return above === whole ? whole : join(realPath(above), basename(whole));
  }
}

/** The file systems of macOS and Windows take names for the same whatever their case. */
function comparable(path: string): string {
  return process.platform === 'linux' ? path : path.toLowerCase();
}
