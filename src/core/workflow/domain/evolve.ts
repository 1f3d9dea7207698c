import type { Instant } from '../../support/clock';
import { keyName } from './decideStart';
import { evolveTask } from './evolveTask';
import type { WorkflowFact, WorkflowStarted } from '../model/facts';
import { dropWorkflow } from './ledger';
import { addTask } from '../model/newTask';
import type { WorkflowState } from '../model/state';
import { titleOf } from '../model/titleOf';

/** Keys remembered: the oldest go first, long after their ten minutes (chosen here). */
const MAX_KEYS = 1_000;

/** Applies a fact, in place. */
export function evolve(state: WorkflowState, fact: WorkflowFact, at: Instant): void {
  switch (fact.type) {
    case 'workflowStarted':
      return startWorkflow(state, fact, at);
    case 'workflowEnded': {
      const workflow = state.workflows.get(fact.workflow);
      if (workflow) {
        const { status, summary, by } = fact;
        Object.assign(workflow, { status, endedAt: at, endedBy: by, summary });
      }
      return;
    }
    case 'workflowReopened': {
      const workflow = state.workflows.get(fact.workflow);
      if (workflow) Object.assign(workflow, { status: 'in_progress', endedAt: null, endedBy: null });
      return;
    }
    case 'workflowArchived': {
      const workflow = state.workflows.get(fact.workflow);
      if (workflow) workflow.isArchived = fact.isArchived;
      return;
    }
    case 'workflowDeleted':
      return dropWorkflow(state, fact.workflow);
    default:
      return evolveTask(state, fact, at);
  }
}

function startWorkflow(state: WorkflowState, fact: WorkflowStarted, at: Instant): void {
  const { workflow: id, workspace, session, plan } = fact;
  state.workflows.set(id, {
    id,
    workspace,
    name: fact.name,
    description: fact.description,
    session,
    createdAt: at,
    hasPlan: plan.length > 0,
    tasks: [],
    status: 'in_progress',
    endedAt: null,
    endedBy: null,
    summary: null,
    isArchived: false,
  });
  const by = fact.isByUser && { isByUser: fact.isByUser };
  for (const { task, step, goal } of plan) {
    addTask(state, fact, at, { task, step, name: titleOf(goal), goal, ...by });
  }
  if (fact.key === null) return;
  const key = keyName(workspace, fact.key);
  state.keys.delete(key); // A key used again after its time is the youngest.
  state.keys.set(key, { workflow: id, fingerprint: fact.fingerprint, at });
  for (const oldest of state.keys.keys()) {
    if (state.keys.size <= MAX_KEYS) break;
    state.keys.delete(oldest);
  }
}
