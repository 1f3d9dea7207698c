import { CODE_CONCEPTS } from './codeConcepts';
import type { ConceptRow } from './conceptRow';
import { PRODUCT_CONCEPTS } from './productConcepts';

/** What people ask for, in their words: seed 0's intent map, extended. The order of the rows says nothing. */
export const CONCEPT_TABLE: readonly ConceptRow[] = [...CODE_CONCEPTS, ...PRODUCT_CONCEPTS];
