import { realpathSync } from 'node:fs';
import { basename, dirname, join, posix, resolve, win32 } from 'node:path';

/** Whether a path leads into a folder, or is that folder, whatever links stand on the way; what is not there yet counts by where it would be. */
export function isInside(path: string, folder: string): boolean {
  return isWithin(realPath(path), realPath(folder));
}

/** The same by the names alone, as a platform compares them. Both absolute. */
export function isWithin(path: string, folder: string, platform = process.platform): boolean {
  const paths = platform === 'win32' ? win32 : posix;
  const way = paths.relative(comparable(folder, platform), comparable(path, platform));
  return way === '' || !(way === '..' || /^\.\.[\\/]/.test(way) || paths.isAbsolute(way));
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

/** What Windows calls a path of any length by: the same place as without it. */
const LONG_SHARE = /^[\\/]{2}[?.][\\/]unc[\\/]/;
const LONG_DRIVE = /^[\\/]{2}[?.][\\/](?=[a-z]:)/;

/** The file systems of macOS and Windows take names for the same whatever their case. */
function comparable(path: string, platform: NodeJS.Platform): string {
  if (platform === 'linux') return path;
  const lower = path.toLowerCase();
  if (platform !== 'win32') return lower;
  return lower.replace(LONG_SHARE, '\\\\').replace(LONG_DRIVE, '');
}
