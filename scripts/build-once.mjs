/** The build that tests need before they drive the built program. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { repositoryRoot } from './processes.mjs';

/** Set to `1` by whoever built these very sources in this run: each further build costs 20 s of processor time. */
const BUILT = 'SWITCHYARD_BUILT';

/** Tells all that this process starts that the build is there. */
export function noteBuilt() {
  process.env[BUILT] = '1';
}

/** Builds, unless this run has. @throws {Error} when the build fails; it has said why. */
export function buildOnce() {
  if (process.env[BUILT] === '1') return;
  execFileSync(process.execPath, [join(repositoryRoot, 'esbuild.mjs')], {
    cwd: repositoryRoot,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

if (import.meta.main) buildOnce();
