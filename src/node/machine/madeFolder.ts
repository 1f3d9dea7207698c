import { existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Makes a folder, and those above it, for their owner alone. Step by step: where a file system takes no folders, such as /proc, Node's
 * own way tries for ever, and the process can't even be ended. @throws the system's error
 */
export function makeFolders(path: string): void {
  if (existsSync(path)) return;
  const above = dirname(path);
  if (above !== path) makeFolders(above);
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    // Another program that starts just now made it.
    if (!existsSync(path)) throw error;
  }
}
