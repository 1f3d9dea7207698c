import { isRecord } from '../../support/json';
import type { WorkflowFact } from './facts';

/** What version 1 did not have in an account: it knew of no dropped commits, and took what it could not find out for no changes. */
const ACCOUNT_SINCE_2 = { dropped: [], unknown: null };

/**
 * What version 1 did not have in a fact: it did not note programs, only agents ended tasks, and there was one restore at
 * most, taken for the whole.
 */
const FACTS_SINCE_2: Readonly<Record<string, object>> = {
  taskStarted: { program: null },
  taskTakenUp: { program: null },
  taskWoken: { program: null },
  taskCompleted: { isByUser: false },
  taskCancelled: { isByUser: false },
  restoreBegun: { isWhole: true },
  restoreAbandoned: { plan: null },
  taskReverted: { plan: null, isWhole: true },
  restoreUndone: { plan: null },
};

/** A fact of an older version in today's form. */
export function currentFact(payload: unknown): WorkflowFact {
  const since = isRecord(payload) ? FACTS_SINCE_2[String(payload['type'])] : undefined;
  // Only this domain writes its facts.
  return withAccount(since === undefined ? payload : { ...since, ...Object(payload) }) as WorkflowFact;
}

/** What an older version saved, in today's form. */
export function currentSavedState(saved: unknown): unknown {
  if (!isRecord(saved) || !Array.isArray(saved['tasks']) || !Array.isArray(saved['workflows'])) return saved;
  return {
    ...saved,
    workflows: saved['workflows'].map(currentWorkflow),
    tasks: saved['tasks'].map(currentTask),
  };
}

/** Version 1 did not keep who ended a workflow: where that is not known, it stays ended. */
function currentWorkflow(workflow: unknown): unknown {
  if (!isRecord(workflow)) return workflow;
  return { endedBy: workflow['status'] === 'in_progress' ? null : 'call', ...workflow };
}

function currentTask(task: unknown): unknown {
  if (!isRecord(task)) return task;
  const { restore, ...rest } = task;
  const restores = isRecord(restore) ? [{ isWhole: true, ...restore }] : [];
  const since = { program: null, isEndedByUser: false, restores };
  return { ...since, ...rest, completion: withAccount(task['completion']) };
}

/** A fact or a completion, whose account is in today's form. */
function withAccount(holder: unknown): unknown {
  return isRecord(holder) && isRecord(holder['account'])
    ? { ...holder, account: { ...ACCOUNT_SINCE_2, ...holder['account'] } }
    : holder;
}
