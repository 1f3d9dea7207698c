import type { TaskId } from '../../snapshots/snapshot';
import { compileAreas } from './scope';
import type { Task } from '../model/state';

/** Steps that claims of one stretch of time may cost; what comes after counts as claimed by nobody (as for scope checks). */
const MAX_STEPS = 20_000_000;

type RunningTask = Pick<Task, 'id' | 'parent' | 'areas'>;

/**
 * Whose a path is among tasks that run at the same time (docs/record.md, "Several tasks"): areas decide first, then the subtask
 * before its parent; where it declared no areas, also in those of its parent. One task: it is certain; several: any of them may
 * have written it. `parentOf` knows tasks that do not run too.
 */
export function pathOwners(
  running: readonly RunningTask[],
  parentOf: (task: TaskId) => TaskId | null,
): (path: string) => readonly TaskId[] {
  const all = innermost(running, parentOf);
  const heirs = workingIn(running, parentOf);
  const claiming = running
    .filter(task => task.areas.length > 0)
    .map(task => ({ task, areas: compileAreas(task.areas) }));
  const costPerChar = claiming.flatMap(({ areas }) => areas).reduce((sum, area) => sum + area.size, 0);
  let steps = 0;
  return path => {
    steps += path.length * costPerChar;
    if (steps > MAX_STEPS) return all;
    const segments = path.split('/');
    const holders = claiming.filter(({ areas }) => areas.some(area => area.includes(segments)));
    const inside = innermost(
      holders.map(({ task }) => task),
      parentOf,
    );
    return inside.length > 0 ? inside.flatMap(id => heirs.get(id) ?? [id]) : all;
  };
}

/** A task that declared no areas works in those of the nearest task above it that did: who does so, by that task. */
function workingIn(
  running: readonly RunningTask[],
  parentOf: (task: TaskId) => TaskId | null,
): ReadonlyMap<TaskId, readonly TaskId[]> {
  const declared = new Set(running.filter(({ areas }) => areas.length > 0).map(({ id }) => id));
  const found = new Map<TaskId, RunningTask[]>();
  for (const task of running.filter(({ id }) => !declared.has(id))) {
    const passed = new Set<TaskId>();
    let above = task.parent;
    while (above !== null && !declared.has(above) && !passed.has(above)) {
      passed.add(above);
      above = parentOf(above);
    }
    if (above !== null && declared.has(above)) found.set(above, [...(found.get(above) ?? []), task]);
  }
  return new Map([...found].map(([id, tasks]) => [id, innermost(tasks, parentOf)]));
}

/** The tasks without those that have a subtask among them. */
function innermost(
  tasks: readonly RunningTask[],
  parentOf: (task: TaskId) => TaskId | null,
): readonly TaskId[] {
  const outer = new Set<TaskId>();
  for (const { parent } of tasks) {
    for (let above = parent; above !== null && !outer.has(above); above = parentOf(above)) outer.add(above);
  }
  return tasks.map(({ id }) => id).filter(id => !outer.has(id));
}
