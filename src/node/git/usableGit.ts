import { tmpdir } from 'node:os';
import type { Log } from '../../core/support/log';
import { GitPlumbing } from './gitPlumbing';

/** Older ones know no settings by variables, by which a repository's filters are switched off (security.md 1.3). */
const LEAST = { major: 2, minor: 31 };

/** Asking a git for its version takes milliseconds; one that hangs is none. */
const TIME_LIMIT_MS = 5_000;

/** A version is one line. */
const OUTPUT_LIMIT_BYTES = 64 * 1024;

/** The git at this path, if it runs and is new enough to be run safely; undefined where it is not, and the log says why. */
export async function usableGit(
  binary: string | undefined,
  log: Log,
  signal: AbortSignal,
  timeLimitMs = TIME_LIMIT_MS,
): Promise<string | undefined> {
  if (binary === undefined) return undefined;
  try {
    const said = await new GitPlumbing(binary).text({
      // Nobody's repository: a version is the same everywhere.
      cwd: tmpdir(),
      args: ['--version'],
      signal,
      timeLimitMs,
      outputLimitBytes: OUTPUT_LIMIT_BYTES,
    });
    const [, major = 0, minor = 0] = (/(\d+)\.(\d+)/.exec(said) ?? []).map(Number);
    if (major > LEAST.major || (major === LEAST.major && minor >= LEAST.minor)) return binary;
    log.warn('Git is too old; tasks are recorded by checksums', {
      found: `${major}.${minor}`,
      needed: `${LEAST.major}.${LEAST.minor}`,
    });
  } catch (error) {
    if (signal.aborted) return undefined;
    log.warn('Git does not run; tasks are recorded by checksums', {
      error: error instanceof Error ? error.message : 'unknown',
    });
  }
  return undefined;
}
