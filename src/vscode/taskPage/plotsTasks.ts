import type { Task } from '../../core/workflow/model/state';
import type { Workflows } from '../../core/workflow/workflows';
import { MAX_BARS, type PlottedTask } from '../../shared/plots/plots';
import { lookOf, taskLook } from '../explorer/taskRows';
import { shownStatus } from '../words/stateWords';
import { shown, type Wording } from '../words/wording';

/** What plots need to know of the recorded work. */
export type PlottedWork = Pick<Workflows, 'task' | 'tasks' | 'milestones' | 'stretches'>;

/** Longest name in a plot. */
const MAX_NAME = 80;

/** A task as every plot shows it. */
export function plottedTask(task: Task, own: Task, { t }: Wording): PlottedTask {
  return {
    id: task.id,
    name: plotName(task.name),
    ...lookOf(task, t),
    isOwn: task.id === own.id,
  };
}

/** A name or an area as it is written in a plot. */
export function plotName(name: string): string {
  return shown(name, MAX_NAME);
}

/** The tasks that are drawn where there are too many: the page's own, its family, what runs, then the newest. In their order. */
export function chosenTasks(tasks: readonly Task[], own: Task): readonly Task[] {
  if (tasks.length <= MAX_BARS) return tasks;
  const rankOf = (task: Task): number => {
    if (task.id === own.id) return 0;
    if (task.id === own.parent || task.parent === own.id || own.dependsOn.includes(task.id)) return 1;
    return task.status === 'in_progress' ? 2 : 3;
  };
  const ranked = tasks.map((task, at) => ({ task, at, rank: rankOf(task) }));
  ranked.sort((a, b) => a.rank - b.rank || b.at - a.at);
  const chosen = new Set(ranked.slice(0, MAX_BARS).map(({ task }) => task));
  return tasks.filter(task => chosen.has(task));
}

/** What is said of tasks that are not drawn. */
export function leftOutText(count: number, { t }: Wording): string {
  if (count === 0) return '';
  return count === 1 ? t('1 more task is not shown.') : t('{0} more tasks are not shown.', count);
}

/** How many tasks are in which state, as in `2 done, 1 running`. */
export function statesText(tasks: readonly Task[], { t }: Wording): string {
  const byState = Map.groupBy(tasks, task => taskLook(shownStatus(task), t).state);
  return [...byState].map(([state, { length }]) => `${length} ${state}`).join(', ');
}
