import { createHash } from 'node:crypto';
import { type FSWatcher, watch } from 'node:fs';
import { dirname } from 'node:path';
import { type Disposable, disposable } from '../../core/support/disposable';
import { type FileReading, readSmallFile } from './smallFile';

/** Editors write a file in several steps: wait until they are done. */
const SETTLE_MS = 50;

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
    const folder = new FolderWatch(dirname(this.path), async () => {
      const reading = await readSmallFile(this.path, this.#largestBytes);
      return () => {
        if (fingerprint(reading) !== this.#lastRead) listener();
      };
    });
    return disposable(() => folder.dispose());
  }
}

/** Watches a folder, or while it does not exist the nearest one above it. */
class FolderWatch implements Disposable {
  readonly #folder: string;
  /** Looks at what may have changed; what it returns is run unless the watch was disposed meanwhile. */
  readonly #look: () => Promise<() => void>;
  #watcher: FSWatcher | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isDisposed = false;

  constructor(folder: string, look: () => Promise<() => void>) {
    this.#folder = folder;
    this.#look = look;
    this.#watchNearest();
  }

  dispose(): void {
    this.#isDisposed = true;
    clearTimeout(this.#timer);
    this.#watcher?.close();
  }

  #watchNearest(): void {
    this.#watcher?.close();
    this.#watcher = undefined;
    for (let folder = this.#folder; this.#watcher === undefined; folder = dirname(folder)) {
      this.#watcher = this.#tryWatch(folder);
      if (folder === dirname(folder)) return;
    }
  }

  #tryWatch(folder: string): FSWatcher | undefined {
    try {
      const watcher = watch(folder, { persistent: false }, () => this.#settle());
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
    this.#watchNearest();
    const tell = await this.#look();
    if (!this.#isDisposed) tell();
  }
}

function fingerprint(reading: FileReading): string {
  return createHash('sha256').update(JSON.stringify(reading)).digest('hex');
}
