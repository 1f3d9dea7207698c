import { simpleGit } from 'simple-git';
import type { Log } from '../../core/support/log';
import { gitEnvironment } from './gitEnvironment';

/** Older ones know no settings by variables, by which a repository's filters are switched off (security.md 1.3). */
const LEAST = { major: 2, minor: 31 };

/** Asking a git for its version takes milliseconds; one that hangs is none. */
const TIMEOUT_MS = 5_000;

/** The git at this path, if it runs and is new enough to be run safely; undefined where it is not, and the log says why. */
export async function usableGit(
  binary: string | undefined,
  log: Log,
  environment: Readonly<Record<string, string | undefined>> = process.env,
): Promise<string | undefined> {
  if (binary === undefined) return undefined;
  try {
    const git = simpleGit({ binary, timeout: { block: TIMEOUT_MS } });
    // Only names that simple-git takes: its guard refuses GIT_ variables, and there is nothing to guard in a version.
    const env = Object.entries(gitEnvironment(environment)).filter(([name]) => !name.startsWith('GIT_'));
    const version = await git.env(Object.fromEntries(env)).version();
    const isNewEnough =
      version.major > LEAST.major || (version.major === LEAST.major && version.minor >= LEAST.minor);
    if (version.installed && isNewEnough) return binary;
    const found = version.installed ? `${version.major}.${version.minor}` : 'none';
    log.warn('Git is missing or too old; tasks are recorded by checksums', {
      found,
      needed: `${LEAST.major}.${LEAST.minor}`,
    });
  } catch (error) {
    log.warn('Git does not run; tasks are recorded by checksums', {
      error: error instanceof Error ? error.name : 'unknown',
    });
  }
  return undefined;
}
