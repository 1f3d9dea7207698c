import type { TaskId } from '../../core/snapshots/snapshot';
import type { Task, Workflow } from '../../core/workflow/model/state';
import type { Workflows } from '../../core/workflow/workflows';
import type { WorkflowStatus } from '../../core/workflow/model/words';
import type { Row, Tone } from '../../shared/explorer/picture';
import { duration, numeral, plural } from '../words/amounts';
import { workflowState } from '../words/stateWords';
import { canBeWorkedOn } from '../workflow/canBeWorkedOn';
import { workflowCard } from './cards';
import { taskRows } from './taskRows';
import { paged, Paging, type Shown } from './paging';
import { joined, shown, type Wording } from '../words/wording';

/** What the workflows' rows are drawn from. */
export type RecordedWork = Pick<Workflows, 'all' | 'tasks' | 'milestones' | 'reviewQueue'>;

const DAY_MS = 86_400_000;

/** More tasks that wait for a person are a list of their own: where they are, stays closed (chosen here). */
const MAX_OPEN_REVIEWS = 20;

/** How the workflows are to be shown. */
export interface WorkflowsLook {
  readonly nowMs: number;
  /** Ended workflows older than this stand in a closed group. */
  readonly recentDays: number;
  readonly shown: Shown;
  /** Address of a file of the workspace. */
  readonly uriOf: (path: string) => string | undefined;
  /** Id of this disk, where the journal is shared with a team. */
  readonly disk?: string | undefined;
  /** What a person opened and closed: what closed workflows hide is not drawn then. Left out: all is. */
  readonly onlyOpen?: ReadonlyMap<string, boolean> | undefined;
}

/** The workflows with everything below them: those that run first, then the newest; old ones under "Earlier". */
export function workflowRows(work: RecordedWork, look: WorkflowsLook, wording: Wording): readonly Row[] {
  const since = look.nowMs - look.recentDays * DAY_MS;
  const toReview = new Set(work.reviewQueue().map(({ id }) => id));
  const all = work.all().filter(({ isArchived }) => !isArchived);
  const running = all.filter(isRunning);
  const ended = all.filter(workflow => !isRunning(workflow));
  const isRecent = ({ endedAt }: Workflow): boolean => (endedAt ?? look.nowMs) > since;
  const recent = [...running, ...ended.filter(isRecent)];
  const earlier = ended.filter(workflow => !isRecent(workflow));
  const paging = new Paging(look.shown);
  const list = (parent: string, level: number, workflows: readonly Workflow[]): readonly Row[] =>
    paged(
      { parent, level },
      workflows.map(
        workflow => () => drawWorkflow({ work, workflow, level, toReview, look, paging }, wording),
      ),
      paging,
      wording,
    );
  return [
    ...list('', 1, recent),
    ...(earlier.length === 0 ? [] : [earlierRow(earlier.length, wording)]),
    ...list(EARLIER, 2, earlier),
  ];
}

/** Id of the row above old workflows. */
const EARLIER = 'earlier';

/** How much runs and waits, in a few words beside the view's name. */
export function workflowsSummary(work: Pick<RecordedWork, 'all' | 'reviewQueue'>, wording: Wording): string {
  const { t } = wording;
  const running = work.all().filter(workflow => isRunning(workflow) && !workflow.isArchived).length;
  const waiting = work.reviewQueue().length;
  return joined(
    running === 0 ? undefined : t('{0} running', numeral(running, wording)),
    waiting === 0 ? undefined : t('{0} to review', numeral(waiting, wording)),
  );
}

interface Drawn {
  readonly work: RecordedWork;
  readonly workflow: Workflow;
  readonly level: number;
  readonly toReview: ReadonlySet<TaskId>;
  readonly look: WorkflowsLook;
  readonly paging: Paging;
}

function drawWorkflow(
  { work, workflow, level, toReview, look, paging }: Drawn,
  wording: Wording,
): readonly Row[] {
  const areReviewsOpen = toReview.size <= MAX_OPEN_REVIEWS;
  const tasks = work.tasks(workflow.id);
  const children = Map.groupBy(tasks, ({ parent }) => parent);
  const draw = (task: Task, at: number): readonly Row[] =>
    taskRows(
      {
        task,
        level: at,
        milestones: work.milestones(task.id),
        isToReview: toReview.has(task.id),
        isStartable: canBeWorkedOn(task, workflow),
        subtasks: (children.get(task.id) ?? []).map(subtask => () => draw(subtask, at + 1)),
        paging,
        areReviewsOpen,
        uriOf: look.uriOf,
        disk: look.disk,
      },
      wording,
    );
  const row = workflowRow(workflow, tasks, level, toReview, wording);
  const upper = children.get(null) ?? [];
  if (upper.length === 0) return [row];
  const isOpen = isRunning(workflow) || (row.badge !== undefined && areReviewsOpen);
  const opened = { ...row, isOpen };
  const isHiding = look.onlyOpen !== undefined && !(look.onlyOpen.get(row.id) ?? isOpen);
  if (isHiding) {
    // As many rows are left for the others as if it were drawn.
    paging.take(row.id, upper.length);
    return [opened];
  }
  const place = { parent: row.id, level: level + 1 };
  return [
    opened,
    ...paged(
      place,
      upper.map(task => () => draw(task, level + 1)),
      paging,
      wording,
    ),
  ];
}

function workflowRow(
  workflow: Workflow,
  tasks: readonly Task[],
  level: number,
  toReview: ReadonlySet<TaskId>,
  wording: Wording,
): Row {
  const { t } = wording;
  const ended = tasks.filter(({ completion }) => completion !== null).length;
  const waiting = tasks.filter(({ id }) => toReview.has(id)).length;
  const { endedAt, createdAt } = workflow;
  const took = endedAt === null ? undefined : duration((endedAt - createdAt) / 1_000, wording);
  const state = workflowState(workflow.status, t);
  const [done, whole] = [numeral(ended, wording), numeral(tasks.length, wording)];
  const of = plural(
    tasks.length,
    wording,
    t('{0} of {1} task', done, whole),
    t('{0} of {1} tasks', done, whole),
  );
  return {
    id: `workflow:${workflow.id}`,
    level,
    icon: 'layers',
    tone: TONES[workflow.status],
    state,
    label: shown(workflow.name),
    ...(took === undefined ? {} : { detail: took }),
    // The word for tasks would leave no room for the name: the card has it.
    figures: t('{0} of {1}', done, whole),
    tooltip: workflowCard(workflow, tasks, { state, done: of, waiting }, wording),
    kind: isRunning(workflow) ? 'workflow endable' : 'workflow',
    ...(isRunning(workflow)
      ? { actions: [{ command: 'addTask', title: t('Add Task…'), icon: 'add' as const }] }
      : {}),
    target: { workflow: workflow.id },
    ...(waiting === 0 ? {} : { badge: t('{0} to review', numeral(waiting, wording)) }),
  };
}

function earlierRow(count: number, wording: Wording): Row {
  return {
    id: EARLIER,
    level: 1,
    icon: 'history',
    label: wording.t('Earlier'),
    isHeading: true,
    detail: numeral(count, wording),
    isOpen: false,
    kind: 'group',
    target: {},
  };
}

function isRunning({ status }: Workflow): boolean {
  return status === 'in_progress';
}

const TONES: Readonly<Record<WorkflowStatus, Tone>> = {
  in_progress: 'run',
  completed: 'ok',
  failed: 'bad',
  cancelled: 'off',
};
