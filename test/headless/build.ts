import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Builds the program these tests drive, once for all of them. */
export function setup(): void {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  execFileSync(process.execPath, ['esbuild.mjs'], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
}
