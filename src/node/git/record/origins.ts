import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { readRecord } from '../plumbing/jsonRecord';
import { writeWhole } from '../plumbing/privateRepository';

/** What is known of a repository that was recorded, for when nobody can read it any more. */
export interface Origin {
  /** Real path of the work tree. */
  readonly folder: string;
  /** Its object store, which may still be there. */
  readonly objects: string;
  readonly objectFormat: string;
  readonly copied: Readonly<Record<string, string>>;
}

/** The repositories of a workspace as they were when last opened, a file beside our index of each. */
export class Origins {
  readonly #folder: string;

  constructor(storageFolder: string) {
    this.#folder = join(storageFolder, 'roots');
  }

  /** Keeps what is known of the repository. `isFirst`: it is the one that holds the workspace folder. */
  async remember(key: string, origin: Origin, isFirst: boolean): Promise<void> {
    await mkdir(join(this.#folder, key), { recursive: true, mode: 0o700 });
    await writeWhole(join(this.#folder, key, 'origin.json'), JSON.stringify(origin));
    if (isFirst)
      await writeWhole(join(this.#folder, 'first.json'), JSON.stringify({ folder: origin.folder }));
  }

  /** What was known; undefined where nothing was, or it is damaged. */
  async find(key: string): Promise<Origin | undefined> {
    const origin = await readRecord(join(this.#folder, key, 'origin.json'));
    // Only `remember` writes this file, whole.
    return typeof origin?.['objects'] === 'string' ? (origin as unknown as Origin) : undefined;
  }

  /** Folder of the repository that held the workspace folder. */
  async firstFolder(): Promise<string | undefined> {
    const folder = (await readRecord(join(this.#folder, 'first.json')))?.['folder'];
    return typeof folder === 'string' ? folder : undefined;
  }
}
