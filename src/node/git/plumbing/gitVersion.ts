import { tmpdir } from 'node:os';
import { simpleGit } from 'simple-git';
import { gitEnvironment } from './gitEnvironment';

/** What a git says of itself, in the words of all those who build one. Loaded when the first git is tried. */
export async function versionOf(
  binary: string,
  environment: Readonly<Record<string, string | undefined>>,
  timeLimitMs: number,
) {
  const git = simpleGit({ binary, baseDir: tmpdir(), timeout: { block: timeLimitMs } });
  // Only names that simple-git takes: its guard refuses GIT_ variables, and there is nothing to guard in a version.
  const env = Object.entries(gitEnvironment(environment)).filter(([name]) => !name.startsWith('GIT_'));
  return await git.env(Object.fromEntries(env)).version();
}
