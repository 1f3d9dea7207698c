import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { shippedMeanings } from '../../src/node/catalog/shippedMeanings';
import { shippedConcepts } from '../../src/node/catalog/shippedConcepts';
import { KeptLog } from './keptLog';

/** The folder of what ships with us; benchmarks are bundled into another folder than this one. */
export const SHIPPED_DATA = join(rootAbove(import.meta.dirname), 'data');

/** The table of concepts that every user gets. */
export const SHIPPED_MEANINGS = shippedMeanings(SHIPPED_DATA, new KeptLog());
export const SHIPPED_CONCEPTS = shippedConcepts(SHIPPED_DATA, new KeptLog());

function rootAbove(folder: string): string {
  return existsSync(join(folder, 'data', 'servers.json')) ? folder : rootAbove(dirname(folder));
}
