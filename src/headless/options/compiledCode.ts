import * as nodeModule from 'node:module';
import { join } from 'node:path';
import { makeFolders } from '../../node/machine/madeFolder';
import { xdgFolder } from './homeFolder';

/**
 * Has Node keep the compiled code of this program, for the next start: a sixth of it is compiling (docs/benchmarks.md). In a
 * folder of the user's own: in a shared one, such as Node's default, anybody could put code there. Without such a folder, every
 * start compiles. `NODE_DISABLE_COMPILE_CACHE=1` turns it off.
 */
export function keepCompiledCode(): void {
  const root = xdgFolder('XDG_CACHE_HOME', ['.cache']);
  const folder = join(root, 'switchyard', 'compiled');
  try {
    makeFolders(folder);
    nodeModule.enableCompileCache(folder);
  } catch {
    // A home that can't be written to: nothing is lost but time.
  }
}
