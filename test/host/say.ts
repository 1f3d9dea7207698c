import { format } from 'node:util';
import { askLauncher, isDriven } from '../support/vscode/window';

/** The lines said so far, one after the other: they travel by HTTP and must not overtake each other. */
let said: Promise<unknown> = Promise.resolve();

/** Prints a line where the person who started the tests can read it. */
export function say(line: string): Promise<unknown> {
  said = said.then(() => (isDriven() ? askLauncher('say', { line }) : globalThis.console.log(line)));
  return said;
}

const print = (...values: unknown[]) => void say(format(...values));

/**
 * Takes the place of the global console in the bundle of a suite (bundleSuite.mjs), so that what tests print is seen,
 * and not lost among what VS Code's own extensions print.
 */
export const console = { log: print, info: print, warn: print, error: print, debug: print };
