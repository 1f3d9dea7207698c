import { join } from 'node:path';
import { applyEdits, modify } from 'jsonc-parser';
import { Refusal } from '../../core/support/refusal';
import { readToolsets, writtenToolset } from '../../core/toolsets/readToolsets';
import type { Toolset, ToolsetReading, ToolsetStore } from '../../core/toolsets/toolset';
import { writeWholeFile } from '../machine/wholeFile';
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
    await writeWholeFile(this.#path, applyEdits(before, edits));
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
}
