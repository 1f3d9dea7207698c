import { coordinationError } from '../../../core/coordination/coordinationError';
import type { GraphDocument } from '../graph';
import { documentOf, type graphIn } from './graphSchemas';
import type * as z from 'zod';

/** The document of a graph that was given. @throws {Refusal} E-GRAPH-INVALID-INPUT where a node or an edge is there twice */
export function readGraph(given: z.output<ReturnType<typeof graphIn>>): GraphDocument {
  const document = documentOf(given);
  const node = firstDouble(document.nodes.map(({ id }) => id));
  const edge = firstDouble(document.edges.map(({ from, to }) => `${from} → ${to}`));
  if (node === undefined && edge === undefined) return document;
  throw coordinationError('E-GRAPH-INVALID-INPUT', {
    message: node === undefined ? `Edge "${edge}" is there twice.` : `Node "${node}" is there twice.`,
    hint: 'IDs and pairs of nodes must be unique',
  });
}

function firstDouble(names: readonly string[]): string | undefined {
  const seen = new Set<string>();
  return names.find(name => seen.size === seen.add(name).size);
}
