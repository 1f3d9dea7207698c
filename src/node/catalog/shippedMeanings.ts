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
        vectors: new Int8Array(vectors.buffer, vectors.byteOffset, vectors.length),
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

function readWords(data: string, file: string): readonly string[] {
  return JSON.parse(readFileSync(join(data, file), 'utf8')) as readonly string[];
}
