import type { Core } from '../../core/core';
import { Refusal } from '../../core/support/refusal';
import type { Task } from '../../core/workflow/model/state';
import type { Workflows } from '../../core/workflow/workflows';
import type { Note } from '../../shared/explorer/picture';
import type { RowList, TaskPicture, TaskWords } from '../../shared/taskPage/picture';
import { canBeWorkedOn } from '../workflow/canBeWorkedOn';
import { taskRow } from '../explorer/taskRows';
import type { Wording } from '../words/wording';
import { filesOf } from './files';
import { headingOf } from './heading';
import type { ChangesSoFar } from './liveChanges';
import { plotsOf, type PlotsWorld } from './plots';
import { reviewFormOf } from './reviewForm';
import { timelineOf } from './timeline';
import { verdictOf } from './verdict';

/** Subtasks shown; there are seldom more than a few. */
const MAX_SUBTASKS = 100;

/** What a task's page is drawn from. */
export interface DrawnCore extends Pick<Core, 'clock'>, PlotsWorld {
  readonly workflows: PlotsWorld['workflows'] &
    Pick<Workflows, 'task' | 'tasks' | 'workflow' | 'milestones' | 'reviewQueue'>;
}

/** What only the page knows of the task. */
export interface PageFacts {
  /** A comment that was begun on it. */
  readonly draft?: string;
  /** What it has changed so far. */
  readonly soFar?: ChangesSoFar | undefined;
}

/** The page of a task as it is now. Pure: the same state gives the same picture. */
export function taskPictureOf(
  core: DrawnCore,
  id: string,
  wording: Wording,
  { draft = '', soFar }: PageFacts = {},
): TaskPicture {
  const { workflows, clock } = core;
  const task = found(() => workflows.task(id));
  if (!task) return goneOf(wording);
  const milestones = workflows.milestones(task.id);
  const siblings = workflows.tasks(task.workflow);
  const workflow = workflows.workflow(task.workflow);
  const toReview = new Set(workflows.reviewQueue().map(each => each.id));
  const subtasks = siblings.filter(({ parent }) => parent === task.id);
  const review = reviewFormOf(task, toReview.has(task.id), wording);
  return {
    heading: headingOf({ task, workflow, siblings, milestones }, wording),
    blocks: verdictOf(task, toReview.has(task.id), wording),
    ...(review === undefined ? {} : { review: { ...review, draft } }),
    timeline: timelineOf(task, milestones, wording),
    files: filesOf(task, subtasks.length > 0, wording, soFar),
    subtasks: {
      title: wording.t('Subtasks'),
      count: subtasks.length,
      rows: subtasks.slice(0, MAX_SUBTASKS).map(each =>
        taskRow(
          {
            task: each,
            level: 1,
            milestones: workflows.milestones(each.id),
            isToReview: toReview.has(each.id),
            isStartable: canBeWorkedOn(each, workflow),
          },
          wording,
        ),
      ),
    },
    plots: plotsOf(core, task.id, clock.now(), wording),
    words: wordsOf(wording),
  };
}

/** A page of nothing but words: what is in the way, and what to do about it. */
export function taskNoticeOf({ text, actions }: Note, wording: Wording): TaskPicture {
  const nothing: RowList = { title: '', count: 0, rows: [] };
  return {
    blocks: [{ id: 'notice', icon: 'warning', tone: 'warn', text, links: [], lines: [], actions }],
    timeline: [],
    files: nothing,
    subtasks: nothing,
    words: wordsOf(wording),
  };
}

function goneOf(wording: Wording): TaskPicture {
  const { t } = wording;
  const note = {
    text: t('This task is no longer in this workspace: it was deleted or belongs to another folder.'),
    actions: [
      { command: 'showWorkflows', title: t('Show Workflows') },
      { command: 'closePage', title: t('Close') },
    ],
  };
  return taskNoticeOf(note, wording);
}

/** Nothing where the task is refused: it was deleted, or it never was of this workspace. */
function found(read: () => Task): Task | undefined {
  try {
    return read();
  } catch (error) {
    if (Refusal.is(error)) return undefined;
    throw error;
  }
}

function wordsOf({ t }: Wording): TaskWords {
  return {
    page: t('Task'),
    breadcrumb: t('Location of this task'),
    actions: t('Actions'),
    progress: t('Progress'),
    timeline: t('Timeline'),
  };
}
