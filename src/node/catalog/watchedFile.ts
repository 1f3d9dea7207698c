import { createHash } from 'node:crypto';
import { type FSWatcher, readlinkSync, realpathSync, watch } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { type Disposable, disposable } from '../../core/support/disposable';
import { type FileReading, readSmallFile } from './smallFile';

/** Editors write a file in several steps: wait until they are done. */
const SETTLE_MS = 50;

/** Links to links that are followed; beyond are loops. */
const MOST_LINKS = 6;

/** A small file that says when reading it again gives something else than the last reading; a mere touch does not count. */
export class WatchedFile {
  readonly path: string;
  readonly #largestBytes: number | undefined;
  #lastRead: string | undefined;

  /** `largestBytes`: where the file may grow beyond what people write by hand. */
  constructor(path: string, largestBytes?: number) {
    this.path = path;
    this.#largestBytes = largestBytes;
  }

  async read(): Promise<FileReading> {
    const reading = await readSmallFile(this.path, this.#largestBytes);
    this.#lastRead = fingerprint(reading);
    return reading;
  }

  /** Watches while the listener is there. */
  onDidChange(listener: () => void): Disposable {
    const folder = new FolderWatch(this.path, async () => {
      const reading = await readSmallFile(this.path, this.#largestBytes);
      return () => {
        if (fingerprint(reading) !== this.#lastRead) listener();
      };
    });
    return disposable(() => folder.dispose());
  }
}

/** Watches the folders that lead to a file, or while one does not exist the nearest one above it. */
class FolderWatch implements Disposable {
  readonly #path: string;
  /** Looks at what may have changed; what it returns is run unless the watch was disposed meanwhile. */
  readonly #look: () => Promise<() => void>;
  #watchers: readonly FSWatcher[] = [];
  #timer: NodeJS.Timeout | undefined;
  #isDisposed = false;

  constructor(path: string, look: () => Promise<() => void>) {
    this.#path = path;
    this.#look = look;
    this.#watchAll();
  }

  dispose(): void {
    this.#isDisposed = true;
    clearTimeout(this.#timer);
    for (const watcher of this.#watchers) watcher.close();
  }

  #watchAll(): void {
    for (const watcher of this.#watchers) watcher.close();
    const byFolder = Map.groupBy(stepsTo(this.#path, MOST_LINKS), dirname);
    this.#watchers = [...byFolder].flatMap(([folder, steps]) => this.#watchNearest(folder, steps) ?? []);
  }

  #watchNearest(folder: string, steps: readonly string[]): FSWatcher | undefined {
    const watcher = this.#tryWatch(folder, steps);
    const above = dirname(folder);
    return watcher === undefined && above !== folder ? this.#watchNearest(above, [folder]) : watcher;
  }

  /** Other files of the folder may change all the time, as the journal does beside the credentials: only these are looked at. */
  #tryWatch(folder: string, steps: readonly string[]): FSWatcher | undefined {
    // The folder's own name is told when the folder itself goes away.
    const names = new Set([folder, ...steps].map(step => comparable(basename(step))));
    try {
      const watcher = watch(folder, { persistent: false }, (_event, name) => {
        if (name === null || names.has(comparable(name))) this.#settle();
      });
      // The folder went away (Windows reports it so): the next look finds the nearest one again.
      watcher.on('error', () => this.#settle());
      return watcher;
    } catch {
      // Not there, not ours, or no watches left. Then the next folder up; without any, changes are seen at the next start.
      return undefined;
    }
  }

  #settle(): void {
    if (this.#isDisposed) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#check(), SETTLE_MS); // Never rejects: reading tells its errors.
    this.#timer.unref();
  }

  async #check(): Promise<void> {
    // A new watch every time: the folder may have been made, or removed and made again, since the last one.
    if (this.#isDisposed) return;
    this.#watchAll();
    const tell = await this.#look();
    if (!this.#isDisposed) tell();
  }
}

/** The paths whose change can make a path lead elsewhere: its own, and those of links that are the file or its folder. */
function stepsTo(path: string, links: number): readonly string[] {
  const folder = dirname(path);
  const target = links === 0 ? undefined : linkTarget(path);
  const isLinked = links > 0 && linkTarget(folder) !== undefined;
  return [
    path,
    ...(target === undefined ? [] : stepsTo(target, links - 1)),
    ...(isLinked ? stepsTo(folder, links - 1) : []),
  ];
}

/** One spelling of a name: disks may tell another case, or accents of their own, than the path was written with. */
function comparable(name: string): string {
  return name.normalize('NFC').toLowerCase();
}

function linkTarget(path: string): string | undefined {
  try {
    return resolve(realpathSync(dirname(path)), readlinkSync(path));
  } catch {
    return undefined; // No link, or not there.
  }
}

function fingerprint(reading: FileReading): string {
  return createHash('sha256').update(JSON.stringify(reading)).digest('hex');
}
