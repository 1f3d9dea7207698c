import { applyPatch, type Operation } from 'rfc6902';
import { coordinationError } from '../../../core/coordination/coordinationError';
import type { Json } from '../../../core/support/json';

/** An operation of JSON Patch (RFC 6902). */
export type PatchOperation = Operation;

/** Names that a path must not go through: they are no data. */
const NO_DATA: ReadonlySet<string> = new Set(['__proto__', 'prototype', 'constructor']);

/**
 * Applies a patch to a copy of a value, whole or not at all.
 * @throws {Refusal} E-PATCH-INVALID with the place of the operation that can't be done
 */
export function patched(value: Json, patch: readonly PatchOperation[]): Json {
  for (const [index, operation] of patch.entries())
    for (const path of [operation.path, 'from' in operation ? operation.from : ''])
      if (path.split('/').some(part => NO_DATA.has(part)))
        throw invalid(index, 'the path is no data', operation);
  const holder = structuredClone({ value });
  for (const [index, operation] of patch.entries()) {
    const problem = problemOf(holder, operation);
    if (problem !== undefined) throw invalid(index, problem, operation);
  }
  return holder.value;
}

/** Does one operation; what is wrong with it, if it can't be done. */
function problemOf(holder: { readonly value: Json }, operation: PatchOperation): string | undefined {
  const inHolder = {
    ...structuredClone(operation),
    path: `/value${operation.path}`,
    ...('from' in operation ? { from: `/value${operation.from}` } : {}),
  };
  // The library takes any word for a place in a list, and throws for a place in a text.
  if (!isPlace(holder, inHolder.path)) return 'there is no such place';
  try {
    return applyPatch(holder, [inHolder])[0]?.name;
  } catch (error) {
    if (error instanceof TypeError) return 'there is no such place';
    throw error;
  }
}

/** Whether a path leads through lists by numbers only (RFC 6901, 4). */
function isPlace(holder: unknown, path: string): boolean {
  let at = holder;
  for (const part of path.split('/').slice(1)) {
    if (Array.isArray(at) && part !== '-' && !/^(0|[1-9]\d*)$/.test(part)) return false;
    if (typeof at !== 'object' || at === null) return true;
    at = (at as Readonly<Record<string, unknown>>)[part.replaceAll('~1', '/').replaceAll('~0', '~')];
  }
  return true;
}

function invalid(index: number, why: string, { op, path }: PatchOperation) {
  return coordinationError('E-PATCH-INVALID', {
    message: `Operation ${index} (${op} ${path.slice(0, 60)}) can't be applied: ${why}. Nothing was changed.`,
    hint: 'make a new patch with graph_diff',
    details: { index, op, path: path.slice(0, 200) },
  });
}
