import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import type { ConceptSource } from '../../core/catalog/search/conceptRow';
import type { Log } from '../../core/support/log';

const row = z.tuple([z.string(), z.string(), z.string(), z.string(), z.string().optional()]).readonly();
const rows = z.array(row).readonly();

/**
 * The table of concepts that ships with us. Without it a search goes by the words of servers and tools alone.
 * @param data the folder of what ships with us
 */
export function shippedConcepts(data: string, log: Log): ConceptSource {
  return () => {
    try {
      return rows.parse(JSON.parse(readFileSync(join(data, 'concepts.json'), 'utf8')));
    } catch (error) {
      log.warn('The table of concepts could not be read', { error: String(error) });
      return [];
    }
  };
}
