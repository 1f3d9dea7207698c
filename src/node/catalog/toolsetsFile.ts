import { randomUUID } from 'node:crypto';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { applyEdits, modify } from 'jsonc-parser';
import { Refusal } from '../../core/support/refusal';
import { readToolsets, writtenToolset } from '../../core/toolsets/readToolsets';
import type { Toolset, ToolsetReading, ToolsetStore } from '../../core/toolsets/toolset';
import { readJson, valueOf } from './jsonTree';
import { readSmallFile } from './smallFile';

const LABEL = '.switchyard/toolsets.json';

/** The toolsets of a workspace, in a file that people may write by hand and share. Read anew each time: it is small, and seldom asked for. */
export class ToolsetsFile implements ToolsetStore {
  readonly label = LABEL;
  readonly #path: string;

  constructor(workspaceFolder: string) {
    this.#path = join(workspaceFolder, LABEL);
  }

  async read(): Promise<ToolsetReading> {
    const text = await this.#text();
    if (typeof text !== 'string') return { toolsets: [], problem: text.problem };
    const reading = readJson(text);
    if (reading.type === 'empty') return { toolsets: [], problem: undefined };
    if (reading.type === 'tree') return readToolsets(valueOf(reading.root));
    const { line, column } = reading.place;
    return { toolsets: [], problem: `Line ${line}, column ${column}: ${reading.what}.` };
  }

  async save(toolset: Toolset): Promise<void> {
    const text = await this.#text();
    const before = typeof text === 'string' ? text : undefined;
    if (before === undefined || readJson(before).type === 'error')
      throw new Refusal(
        'toolsets-unreadable',
        `Nothing was saved: ${LABEL} can't be read as it is now. Mend or remove it first.`,
        {},
      );
    const edits = modify(before, ['toolsets', toolset.name], writtenToolset(toolset), {
      formattingOptions: { insertSpaces: true, tabSize: 2, insertFinalNewline: true },
    });
    await this.#write(applyEdits(before, edits));
  }

  /** Empty where there is no file. */
  async #text(): Promise<string | { readonly problem: string }> {
    const reading = await readSmallFile(this.#path);
    switch (reading.type) {
      case 'text':
        return reading.text;
      case 'absent':
        return '';
      case 'unreadable':
        return { problem: reading.why };
    }
  }

  /** The whole file or the one before: whoever reads meanwhile, or a crash, finds no half of it. */
  async #write(text: string): Promise<void> {
    await mkdir(dirname(this.#path), { recursive: true });
    // Under a name that no repository can have put a link under.
    const beside = `${this.#path}.${randomUUID()}.tmp`;
    try {
      await writeNew(beside, text);
      await rename(beside, this.#path);
    } catch (error) {
      await rm(beside, { force: true });
      throw error;
    }
  }
}

/** Writes a file that is not there yet, down to the disk. */
async function writeNew(path: string, text: string): Promise<void> {
  const file = await open(path, 'wx');
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}
