import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readJson, valueOf } from './jsonTree';
import { readSmallFile } from './smallFile';

/** Files of the folder that are looked at; nobody saves more by hand. */
const MAX_FILES = 200;

/** What a file of the folder holds. */
export type PlanFile = { readonly name: string } & (
  | { readonly format: 'json'; readonly value: unknown }
  | { readonly format: 'xml'; readonly text: string }
  | { readonly format: 'unreadable'; readonly problem: string }
);

/** A folder of files that each hold a plan, as JSON or XML. Read anew each time: it is small, and seldom asked for. */
export class PlansFolder {
  readonly #path: string;

  constructor(path: string) {
    this.#path = path;
  }

  /** The plans, by the names of their files. None where there is no folder. */
  async read(): Promise<readonly PlanFile[]> {
    const names = await this.#names();
    return await Promise.all(names.map(name => this.#file(name)));
  }

  /** Writes a new file. @throws the system's error where there is one of that name, or it can't be written */
  async add(name: string, text: string): Promise<void> {
    await mkdir(this.#path, { recursive: true });
    await writeFile(join(this.#path, name), text, { flag: 'wx' });
  }

  async #names(): Promise<readonly string[]> {
    try {
      const names = await readdir(this.#path);
      return names
        .filter(name => /\.(json|xml)$/i.test(name))
        .sort()
        .slice(0, MAX_FILES);
    } catch {
      return []; // There is no such folder, or nobody may look into it.
    }
  }

  async #file(name: string): Promise<PlanFile> {
    const reading = await readSmallFile(join(this.#path, name));
    if (reading.type === 'absent') return { name, format: 'unreadable', problem: 'It is gone.' };
    if (reading.type === 'unreadable') return { name, format: 'unreadable', problem: reading.why };
    if (/\.xml$/i.test(name)) return { name, format: 'xml', text: reading.text };
    const json = readJson(reading.text);
    if (json.type === 'tree') return { name, format: 'json', value: valueOf(json.root) };
    if (json.type === 'empty') return { name, format: 'unreadable', problem: 'It is empty.' };
    const { line, column } = json.place;
    return { name, format: 'unreadable', problem: `Line ${line}, column ${column}: ${json.what}.` };
  }
}
