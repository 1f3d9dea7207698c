import { join } from 'node:path';
import { shippedConcepts } from '../../src/node/catalog/shippedConcepts';
import { KeptLog } from './keptLog';

/** The folder of what ships with us. */
export const SHIPPED_DATA = join(import.meta.dirname, '..', '..', 'data');

/** The table of concepts that every user gets. */
export const SHIPPED_CONCEPTS = shippedConcepts(SHIPPED_DATA, new KeptLog());
