import { isRecord } from '../support/json';
import type { WorkflowFact } from './facts';

/** What version 1 did not have in an account: it knew of no dropped commits, and took what it could not find out for no changes. */
const ACCOUNT_SINCE_2 = { dropped: [], unknown: null };

/** A fact of an older version in today's form. */
export function currentFact(payload: unknown): WorkflowFact {
  // Only this domain writes its facts.
  return withAccount(payload) as WorkflowFact;
}

/** What an older version saved, in today's form. */
export function currentSavedState(saved: unknown): unknown {
  if (!isRecord(saved) || !Array.isArray(saved['tasks'])) return saved;
  return { ...saved, tasks: saved['tasks'].map(currentTask) };
}

function currentTask(task: unknown): unknown {
  if (!isRecord(task)) return task;
  return { ...task, completion: withAccount(task['completion']) };
}

/** A fact or a completion, whose account is in today's form. */
function withAccount(holder: unknown): unknown {
  return isRecord(holder) && isRecord(holder['account'])
    ? { ...holder, account: { ...ACCOUNT_SINCE_2, ...holder['account'] } }
    : holder;
}
