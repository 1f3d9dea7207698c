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
  const inHolder = patch.map(operation => ({
    ...structuredClone(operation),
    path: `/value${operation.path}`,
    ...('from' in operation ? { from: `/value${operation.from}` } : {}),
  }));
  const errors = applyPatch(holder, inHolder);
  const index = errors.findIndex(error => error !== null);
  const operation = patch[index];
  if (operation !== undefined) throw invalid(index, errors[index]?.name ?? 'Error', operation);
  return holder.value;
}

function invalid(index: number, why: string, { op, path }: PatchOperation) {
  return coordinationError('E-PATCH-INVALID', {
    message: `Operation ${index} (${op} ${path.slice(0, 60)}) can't be applied: ${why}. Nothing was changed.`,
    hint: 'make a new patch with graph_diff',
    details: { index, op, path: path.slice(0, 200) },
  });
}
