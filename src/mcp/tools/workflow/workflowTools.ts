import type { Tool } from '../../toolkit/defineTool';
import { completeTask } from './complete_task';
import { completeWorkflow } from './complete_workflow';
import { getContext } from './get_context';
import { logDecision } from './log_decision';
import { logIssue } from './log_issue';
import { logMilestone } from './log_milestone';
import { restoreTask } from './restore_task';
import { startTask } from './start_task';
import { startWorkflow } from './start_workflow';

/** The tools of the always-on module `workflow`, in the order they are listed. */
export const WORKFLOW_TOOLS: readonly Tool[] = [
  startWorkflow,
  startTask,
  logDecision,
  logIssue,
  logMilestone,
  completeTask,
  getContext,
];

/** The tools of the module `workflow-history`, off by default. */
export const WORKFLOW_HISTORY_TOOLS: readonly Tool[] = [completeWorkflow, restoreTask];
