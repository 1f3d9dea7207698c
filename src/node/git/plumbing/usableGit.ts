import { tmpdir } from 'node:os';
import type { Log } from '../../../core/support/log';
import { GitPlumbing } from './gitPlumbing';

/** Older ones know no settings by variables, by which a repository's filters are switched off. */
const LEAST = { major: 2, minor: 31 };

/**
 * Asking a git for its version takes milliseconds, on a machine that is busy with much else more than 5 s (measured). What is found
 * counts for as long as the window is open. One that hangs is none.
 */
const TIME_LIMIT_MS = 20_000;

/** A version is one line. */
const OUTPUT_LIMIT_BYTES = 64 * 1024;

/** How a git is tried. */
export interface GitTrial {
  readonly log: Log;
  readonly signal: AbortSignal;
  /** Variables it may see some of; their PATH must not lead into the workspace. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  readonly timeLimitMs?: number;
}

/** The git at this path, if it runs and is new enough to be run safely; undefined where it is not, and the log says why. */
export async function usableGit(
  binary: string | undefined,
  { log, signal, environment = process.env, timeLimitMs = TIME_LIMIT_MS }: GitTrial,
): Promise<string | undefined> {
  if (binary === undefined) return undefined;
  try {
    // First in a way that ends it with all that it started: a wrapper's child may hang and hold the pipe.
    await new GitPlumbing(binary, environment).text({
      // Nobody's repository: a version is the same everywhere.
      cwd: tmpdir(),
      args: ['--version'],
      signal,
      timeLimitMs,
      outputLimitBytes: OUTPUT_LIMIT_BYTES,
    });
    const { versionOf } = await import('./gitVersion');
    const version = await versionOf(binary, environment, timeLimitMs);
    const isNewEnough =
      version.major > LEAST.major || (version.major === LEAST.major && version.minor >= LEAST.minor);
    if (version.installed && isNewEnough) return binary;
    log.warn('Git is missing or too old; tasks are recorded by checksums', {
      found: version.installed ? `${version.major}.${version.minor}` : 'none',
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
