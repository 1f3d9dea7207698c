import type { TaskId } from '../../snapshots/snapshot';
import type { Instant } from '../../support/clock';
import type { WorkflowStarted } from './facts';
import type { WorkflowState } from './state';

/** A task that has not begun. */
export function addTask(
  state: WorkflowState,
  of: Pick<WorkflowStarted, 'workflow' | 'workspace' | 'session'>,
  at: Instant,
  named: {
    readonly task: TaskId;
    readonly step: string | null;
    readonly name: string;
    readonly goal: string;
    readonly isByUser?: true;
  },
): void {
  const { task: id, ...words } = named;
  state.tasks.set(id, {
    id,
    ...words,
    workspace: of.workspace,
    workflow: of.workflow,
    createdAt: at,
    parent: null,
    areas: [],
    dependsOn: [],
    caller: null,
    session: of.session,
    program: null,
    status: 'planned',
    startedAt: null,
    touchedAt: at,
    start: null,
    startMark: null,
    endMark: null,
    spans: [],
    decisions: [],
    issues: [],
    completion: null,
    isEndedByUser: false,
    reasons: [],
    reviews: [],
    restores: [],
  });
  state.workflows.get(of.workflow)?.tasks.push(id);
}
