import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { MeaningSource } from '../../core/catalog/search/meanings';
import type { Log } from '../../core/support/log';

/** Numbers for each word of `meanings.bin` (docs/dev/search.md). */
const DIMENSIONS = 48;

/**
 * What words mean, as it ships with us. Without it a search goes by the words as they stand.
 * @param data the folder of what ships with us
 */
export function shippedMeanings(data: string, log: Log): MeaningSource {
  return () => {
    try {
      const vectors = readFileSync(join(data, 'meanings.bin'));
      return {
        words: readFileSync(join(data, 'meanings.txt'), 'utf8').split('\n'),
        vectors: rowsOf(vectors),
        dimensions: DIMENSIONS,
        french: readWords(data, 'french.json'),
        actions: readWords(data, 'actions.json'),
      };
    } catch (error) {
      log.warn('What words mean could not be read', { error: String(error) });
      return undefined;
    }
  };
}

/** The vectors one after the other. The file has all first numbers, then all second ones, and so on, which packs smaller. */
function rowsOf(columns: Uint8Array): Int8Array {
  const rows = new Int8Array(columns.length);
  const count = columns.length / DIMENSIONS;
  for (let word = 0, at = 0; word < count; word += 1)
    for (let from = word; from < columns.length; from += count) rows[at++] = columns[from] ?? 0;
  return rows;
}

function readWords(data: string, file: string): readonly string[] {
  return JSON.parse(readFileSync(join(data, file), 'utf8')) as readonly string[];
}
