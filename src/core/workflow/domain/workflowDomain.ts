import type { Domain } from '../../journal/domain';
import type { Instant } from '../../support/clock';
import { decideStartTask, decideStartWorkflow } from './decideStart';
import {
  decideAbandon,
  decideCompleteTask,
  decideDeliverReviews,
  decideLogDecision,
  decideLogIssue,
  decideMarkStale,
  decideReview,
  decideWake,
} from './decideTask';
import { decideCancelPlanned, decideMoveTask, decidePlanTask, decideRewordTask } from './decidePlanned';
import { decideArchive, decideDelete, decideEndWorkflow, decideRestore } from './decideWhole';
import { evolve } from './evolve';
import type { WorkflowFact } from '../model/facts';
import { currentFact, currentSavedState } from '../model/olderForms';
import { loadState, type SavedState, saveState } from '../model/savedState';
import type { WorkflowState } from '../model/state';
import type { WorkflowWish } from '../model/wishes';

/** Workflows and tasks, with their decisions, issues, completions and reviews. Milestones: `taskActivity`. */
export const workflowDomain: Domain<WorkflowState, WorkflowWish, WorkflowFact> = {
  name: 'workflow',
  version: 3,
  durability: 'full',

  create: () => ({
    workflows: new Map(),
    tasks: new Map(),
    keys: new Map(),
    deleted: new Set(),
    undelivered: new Map(),
    marks: [],
    nextMark: 1,
  }),

  decide,
  evolve,
  upcast: currentFact,

  label(fact) {
    const isWarning = fact.type === 'taskCompleted' && !fact.verification.scopeMatch;
    return {
      level: isWarning || fact.type === 'taskWentStale' || fact.type === 'taskAbandoned' ? 'warn' : 'info',
    };
  },

  erases: ({ type }) => (type === 'workflowDeleted' ? 'now' : undefined),

  save: saveState,
  // What this domain saved itself, in this version.
  load: saved => loadState(saved as SavedState),
  upgrade: currentSavedState,
};

function decide(state: WorkflowState, wish: WorkflowWish, at: Instant): readonly WorkflowFact[] {
  switch (wish.verb) {
    case 'startWorkflow':
      return decideStartWorkflow(state, wish, at);
    case 'planTask':
      return decidePlanTask(state, wish);
    case 'rewordTask':
      return decideRewordTask(state, wish);
    case 'moveTask':
      return decideMoveTask(state, wish);
    case 'startTask':
      return decideStartTask(state, wish);
    case 'completeTask':
      return decideCompleteTask(state, wish);
    case 'logDecision':
      return decideLogDecision(state, wish);
    case 'logIssue':
      return decideLogIssue(state, wish);
    case 'wake':
      return decideWake(state, wish);
    case 'markStale':
      return decideMarkStale(state, wish);
    case 'abandon':
      return decideAbandon(state, wish);
    case 'cancelPlanned':
      return decideCancelPlanned(state, wish);
    case 'review':
      return decideReview(state, wish);
    case 'deliverReviews':
      return decideDeliverReviews(state, wish);
    case 'endWorkflow':
      return decideEndWorkflow(state, wish);
    case 'archive':
      return decideArchive(state, wish);
    case 'delete':
      return decideDelete(state, wish);
    case 'beginRestore':
    case 'abandonRestore':
    case 'markReverted':
    case 'undoRestore':
      return decideRestore(state, wish);
  }
}
