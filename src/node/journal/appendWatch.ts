import { type FSWatcher, watch } from 'node:fs';
import { basename, dirname } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import type { Clock } from '../../core/support/clock';
import { type Disposable, disposable } from '../../core/support/disposable';
import { isSqliteError } from './sqliteErrors';

/** Writes come in bursts; one look after this long is enough (chosen here). */
const SETTLE_MS = 15;

/** File watches miss changes on network drives, so we look this often in any case (chosen here; a look takes 5 µs). */
const LOOK_EVERY_MS = 2_000;

/** A look whether another connection, of this process or another, has committed to the file: then it gives another value. */
export function othersMark(database: DatabaseSync): () => unknown {
  // The number changes by what other connections commit, never by what this one does.
  const dataVersion = database.prepare('PRAGMA data_version');
  return () => {
    try {
      return dataVersion.get()?.['data_version'];
    } catch (error) {
      // Someone is recovering the file, or the disk fails: the next look or commit meets it again, and tells its caller.
      if (!isSqliteError(error)) throw error;
      return undefined;
    }
  };
}

/** Calls `changed` after another connection, of this process or another, has committed to the file. */
export function watchAppends(
  path: string,
  version: () => unknown,
  clock: Clock,
  changed: () => void,
): Disposable {
  let seen = version();
  let settling: Disposable | undefined;
  let next: Disposable | undefined;

  const look = (): void => {
    settling?.dispose();
    settling = undefined;
    next?.dispose();
    next = clock.after(LOOK_EVERY_MS, look);
    const now = version();
    if (now === undefined || now === seen) return;
    seen = now;
    changed();
  };

  const watcher = watchFolder(dirname(path), name => {
    if (name?.startsWith(basename(path)) !== false) settling ??= clock.after(SETTLE_MS, look);
  });
  next = clock.after(LOOK_EVERY_MS, look);

  return disposable(() => {
    watcher?.close();
    settling?.dispose();
    next?.dispose();
  });
}

function watchFolder(folder: string, changed: (name: string | null) => void): FSWatcher | undefined {
  try {
    const watcher = watch(folder, { persistent: false }, (_type, name) => changed(name));
    // A watch that ends early is no loss: the regular look goes on.
    watcher.on('error', () => watcher.close());
    return watcher;
  } catch {
    // No watches left on this machine, or a file system without them: the regular look goes on.
    return undefined;
  }
}
