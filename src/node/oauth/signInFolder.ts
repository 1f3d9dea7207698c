import { type FSWatcher, watch } from 'node:fs';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Disposable } from '../../core/support/disposable';
import { Emitter } from '../../core/support/emitter';
import type { Log } from '../../core/support/log';
import type { ServerId } from '../../shared/ids';
import { CURRENT_OWNER, objectionTo } from '../catalog/privateFile';
import { readSmallFile } from '../catalog/smallFile';
import { writeWholeFile } from '../machine/wholeFile';
import type { SignInStore } from './signInRecord';

const SUFFIX = '.json';

/** Sign-ins for a host without a keyring: one file for each server, in a folder, all for their owner alone. */
export class SignInFolder implements SignInStore, Disposable {
  readonly #folder: string;
  readonly #log: Log;
  readonly #changed: Emitter<void>;
  readonly #watcher: FSWatcher | undefined;

  private constructor(folder: string, log: Log) {
    this.#folder = folder;
    this.#log = log;
    this.#changed = new Emitter(error => log.error('A sign-in listener failed', { error: String(error) }));
    this.#watcher = this.#watch();
  }

  /** Makes the folder where there is none and it can, so that what another process puts there is seen. */
  static async open(folder: string, log: Log): Promise<SignInFolder> {
    await makeFolder(folder).catch((error: unknown) =>
      log.warn('Sign-ins cannot be kept until their folder can be made', { error: String(error) }),
    );
    return new SignInFolder(folder, log);
  }

  async servers(): Promise<ReadonlySet<string>> {
    const names = await readdir(this.#folder);
    return new Set(names.filter(name => name.endsWith(SUFFIX)).map(name => name.slice(0, -SUFFIX.length)));
  }

  async read(server: ServerId): Promise<string | undefined> {
    const path = this.#pathOf(server);
    const reading = await readSmallFile(path);
    if (reading.type !== 'text') return undefined;
    const objection = objectionTo(path, reading, CURRENT_OWNER);
    if (objection === undefined) return reading.text;
    this.#log.warn(`A sign-in is not used: ${objection}`);
    return undefined;
  }

  /** On the disk when it is told of: a refresh token that was used counts no more, so without its follower a person signs in again. */
  async write(server: ServerId, text: string): Promise<void> {
    await makeFolder(this.#folder);
    await writeWholeFile(this.#pathOf(server), text, 0o600);
  }

  async forget(server: ServerId): Promise<void> {
    await rm(this.#pathOf(server), { force: true });
  }

  onDidChange(listener: () => void): Disposable {
    return this.#changed.event(listener);
  }

  dispose(): void {
    this.#watcher?.close();
  }

  /** A server's id has no character that means anything to a file system. */
  #pathOf(server: ServerId): string {
    return join(this.#folder, `${server}${SUFFIX}`);
  }

  #watch(): FSWatcher | undefined {
    try {
      const watcher = watch(this.#folder, { persistent: false }, (_event, name) => {
        if (name === null || name.endsWith(SUFFIX)) this.#changed.fire();
      });
      watcher.on('error', () => undefined); // The folder went away: what stands there is read when it is needed.
      return watcher;
    } catch {
      return undefined; // No watches left: what others put there is seen at the next start.
    }
  }
}

async function makeFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
}
