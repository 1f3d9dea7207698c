import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';

const VARIABLE = process.platform === 'win32' ? 'USERPROFILE' : 'HOME';

/**
 * Takes the home folder from the system where the variable names none: an empty or relative one would lead into the folder that the
 * program was started in, which is often the workspace.
 * @throws {Error} where the system knows none either
 */
export function requireHome(): void {
  const given = process.env[VARIABLE];
  if (given !== undefined && !isAbsolute(given)) delete process.env[VARIABLE];
  try {
    const home = homedir();
    if (given !== undefined) process.env[VARIABLE] = home;
  } catch {
    throw new Error(
      `${VARIABLE} is not set, and the system knows no home folder of this user. Set ${VARIABLE} to a folder, then start again.`,
    );
  }
}

/** The folder that a variable of the XDG specification names, which says that anything but a whole path counts as not set. */
export function xdgFolder(variable: 'XDG_STATE_HOME' | 'XDG_CACHE_HOME', usual: readonly string[]): string {
  const given = process.env[variable] ?? '';
  return isAbsolute(given) ? given : join(homedir(), ...usual);
}
