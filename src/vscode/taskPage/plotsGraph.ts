import type { Task } from '../../core/workflow/model/state';
import {
  type GraphNode,
  type Link,
  type LinkKind,
  MAX_BOXES,
  type TaskGraph,
} from '../../shared/plots/plots';
import { joined, shown, type Wording } from '../words/wording';
import { leftOutText, plotName, type PlottedWork, plottedTask, statesText } from './plotsTasks';

/** Names of other tasks in the words beside a box. */
const MAX_NAMED = 5;

/** How the tasks of the workflow hang together; undefined where none has to do with another. */
export function graphOf(work: PlottedWork, own: Task, wording: Wording): TaskGraph | undefined {
  const tasks = work.tasks(own.workflow);
  const near = nearestTo(own.id, tasks, linksBetween(tasks));
  const drawn = tasks.filter(({ id }) => near.has(id));
  const links = linksBetween(drawn);
  if (links.length === 0) return undefined;
  const { t } = wording;
  const names = new Map(tasks.map(({ id, name }) => [id, plotName(name)]));
  return {
    title: t('Task Graph'),
    label: t('Dependencies of {0} tasks: {1}', drawn.length, statesText(drawn, wording)),
    leftOut: leftOutText(tasks.length - drawn.length, wording),
    nodes: drawn.map(task => nodeOf(task, own, names, wording)),
    links,
    legend: legendOf(links, wording),
    thisTask: t('this task'),
  };
}

/** What hangs together with a task, the nearest first, then with the newest ones; as much as is drawn. */
function nearestTo(own: string, tasks: readonly Task[], links: readonly Link[]): ReadonlySet<string> {
  const neighbours = new Map<string, string[]>();
  const join = (a: string, b: string): unknown => neighbours.set(a, [...(neighbours.get(a) ?? []), b]);
  for (const { from, to } of links) {
    join(from, to);
    join(to, from);
  }
  // The page's own task is always there, also where it hangs together with none.
  const near = new Set(neighbours.has(own) ? [] : [own]);
  for (const start of [own, ...tasks.map(({ id }) => id).toReversed()]) {
    const waiting = neighbours.has(start) && !near.has(start) ? [start] : [];
    for (const id of waiting) {
      if (near.size >= MAX_BOXES) return near;
      if (near.has(id)) continue;
      near.add(id);
      waiting.push(...(neighbours.get(id) ?? []));
    }
  }
  return near;
}

/** One link between two tasks, even where a subtask also waits for its task. Only tasks that are there. */
function linksBetween(tasks: readonly Task[]): readonly Link[] {
  const known = new Set<string>(tasks.map(({ id }) => id));
  return tasks.flatMap(({ id, parent, dependsOn }) => {
    const before = new Set(dependsOn);
    const links: Link[] = [...before].map(from => ({ from, to: id, kind: 'after' }));
    if (parent !== null && !before.has(parent)) links.unshift({ from: parent, to: id, kind: 'part' });
    return links.filter(({ from }) => known.has(from) && from !== id);
  });
}

function nodeOf(task: Task, own: Task, names: ReadonlyMap<string, string>, wording: Wording): GraphNode {
  const { t } = wording;
  const parent = task.parent === null ? undefined : names.get(task.parent);
  const before = task.dependsOn.flatMap(id => names.get(id) ?? []).slice(0, MAX_NAMED);
  return {
    ...plottedTask(task, own, wording),
    place: joined(
      parent === undefined ? undefined : t('part of {0}', parent),
      before.length === 0 ? undefined : t('after {0}', shown(before.join(', '), 300)),
    ),
  };
}

function legendOf(links: readonly Link[], { t }: Wording): TaskGraph['legend'] {
  const texts: Readonly<Record<LinkKind, string>> = {
    after: t('must be done before'),
    part: t('has the subtask'),
  };
  const kinds = [...new Set(links.map(({ kind }) => kind))].sort();
  return kinds.map(kind => ({ kind, text: texts[kind] }));
}
