import type { WorkedStretch } from '../../core/workflow/domain/ledger';
import type { Task } from '../../core/workflow/model/state';
import type { Gantt, GanttRow, GanttWords, Stretch } from '../../shared/plots/plots';
import type { Wording } from '../words/wording';
import { duration } from '../words/amounts';
import { chosenTasks, leftOutText, type PlottedWork, plottedTask, statesText } from './plotsTasks';

/** Stretches of one task that are drawn, the newest. */
const MAX_STRETCHES = 100;
/** How deep subtasks are shown to stand. */
const MAX_LEVEL = 4;

/** The time line of the task's workflow; undefined while nothing in it has begun. */
export function ganttOf(work: PlottedWork, own: Task, wording: Wording): Gantt | undefined {
  const stretches = work.stretches(own.workflow);
  const all = inTreeOrder(work.tasks(own.workflow), stretches);
  const hasBegun = all.some(({ task }) => (stretches.get(task.id) ?? []).length > 0);
  if (!hasBegun) return undefined;
  const tasks = all.map(({ task }) => task);
  const chosen = new Set(chosenTasks(tasks, own));
  const { t } = wording;
  return {
    title: t('Workflow Timeline'),
    label: t('Timeline of tasks: {0}', statesText(tasks, wording)),
    leftOut: leftOutText(tasks.length - chosen.size, wording),
    rows: all
      .filter(({ task }) => chosen.has(task))
      .map(placed => rowOf(placed, own, stretches.get(placed.task.id) ?? [], wording)),
    words: wordsOf(wording),
  };
}

type WorkedTimes = ReturnType<PlottedWork['stretches']>;

interface PlacedTask {
  readonly task: Task;
  readonly level: number;
}

function rowOf(
  { task, level }: PlacedTask,
  own: Task,
  worked: readonly WorkedStretch[],
  wording: Wording,
): GanttRow {
  const took = task.completion?.durationSeconds;
  return {
    ...plottedTask(task, own, wording),
    level: Math.min(level, MAX_LEVEL),
    stretches: worked.slice(-MAX_STRETCHES).map(stretchOf),
    ...(took === undefined || worked.length === 0 ? {} : { took: duration(took, wording) }),
  };
}

function stretchOf({ from, to }: WorkedStretch): Stretch {
  return to === null ? { from } : { from, to };
}

/** Subtasks below their task; of siblings those that began first come first, and those that did not begin last. */
function inTreeOrder(tasks: readonly Task[], stretches: WorkedTimes): readonly PlacedTask[] {
  const known = new Set(tasks.map(({ id }) => id));
  const beginOf = ({ id }: Task): number => stretches.get(id)?.[0]?.from ?? Number.MAX_VALUE;
  const inOrder = tasks.toSorted((a, b) => beginOf(a) - beginOf(b));
  const children = Map.groupBy(inOrder, ({ parent }) =>
    parent !== null && known.has(parent) ? parent : null,
  );
  const below = (parent: Task['parent'], level: number): readonly PlacedTask[] =>
    (children.get(parent) ?? []).flatMap(task => [{ task, level }, ...below(task.id, level + 1)]);
  return below(null, 1);
}

function wordsOf({ t }: Wording): GanttWords {
  return {
    showTable: t('Show as Table'),
    hideTable: t('Hide Table'),
    task: t('Task'),
    state: t('Status'),
    began: t('Started'),
    ended: t('Ended'),
    took: t('Duration'),
    now: t('now'),
    since: t('since {0}', '{0}'),
    thisTask: t('this task'),
  };
}
