import { readFile } from 'node:fs/promises';
import { isRecord } from '../../../core/support/json';

/**
 * The object that `writeWhole` put into a file of ours; undefined where there is none, or it is damaged: a power cut can leave a
 * file empty, or full of zeros, under its final name.
 */
export async function readRecord(path: string): Promise<Record<string, unknown> | undefined> {
  try {
    const value: unknown = JSON.parse(await readFile(path, 'utf8'));
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
