import { Refusal } from '../support/refusal';

/** What an agent is told beside the code of an error. */
export interface CoordinationErrorParts {
  readonly message: string;
  /** What to do next, in a few words. */
  readonly hint?: string;
  readonly details?: Readonly<Record<string, unknown>>;
}

/** A refusal with a code of the coordination tools, `E-<FAMILY>-…`. Its hint travels in the details. */
export function coordinationError(
  code: `E-${string}`,
  { message, hint, details = {} }: CoordinationErrorParts,
): Refusal {
  return new Refusal(code, message, hint === undefined ? details : { ...details, hint });
}

/** One entry of a bulk request that could not be done. `stage` is what it was about to do. */
export interface BulkFailure {
  readonly index: number;
  readonly code: string;
  readonly message: string;
  readonly hint?: string;
  readonly stage: 'set' | 'mark';
  readonly entry: unknown;
  /** What the error would say in its details if the entry were alone. */
  readonly details?: Readonly<Record<string, unknown>>;
}

/** A bulk request failed as a whole because of these entries: nothing of it was done. */
export function bulkError(failures: readonly BulkFailure[]): Refusal {
  const first = failures[0];
  return coordinationError('E-BULK-PARTIAL', {
    message: `${failures.length} of the entries failed, so none was applied: ${first?.message ?? ''}`,
    hint: 'inspect_failures',
    details: { failures, rolled_back: true },
  });
}
