import { isRecord } from '../support/json';
import type { WorkflowFact } from './facts';

/** What version 1 did not have in an account: it knew of no dropped commits, and took what it could not find out for no changes. */
const ACCOUNT_SINCE_2 = { dropped: [], unknown: null };

/** What version 1 did not have in facts of a restore: there was one at most, and each was taken for the whole. */
const RESTORE_SINCE_2: Readonly<Record<string, object>> = {
  restoreBegun: { isWhole: true },
  restoreAbandoned: { plan: null },
  taskReverted: { plan: null, isWhole: true },
  restoreUndone: { plan: null },
};

/** A fact of an older version in today's form. */
export function currentFact(payload: unknown): WorkflowFact {
  // Only this domain writes its facts.
  return withAccount(withRestore(payload)) as WorkflowFact;
}

/** What an older version saved, in today's form. */
export function currentSavedState(saved: unknown): unknown {
  if (!isRecord(saved) || !Array.isArray(saved['tasks'])) return saved;
  return { ...saved, tasks: saved['tasks'].map(currentTask) };
}

function currentTask(task: unknown): unknown {
  if (!isRecord(task)) return task;
  const { restore, ...rest } = task;
  const restores = isRecord(restore) ? [{ isWhole: true, ...restore }] : [];
  return { restores, ...rest, completion: withAccount(task['completion']) };
}

function withRestore(fact: unknown): unknown {
  if (!isRecord(fact)) return fact;
  return { ...RESTORE_SINCE_2[String(fact['type'])], ...fact };
}

/** A fact or a completion, whose account is in today's form. */
function withAccount(holder: unknown): unknown {
  return isRecord(holder) && isRecord(holder['account'])
    ? { ...holder, account: { ...ACCOUNT_SINCE_2, ...holder['account'] } }
    : holder;
}
