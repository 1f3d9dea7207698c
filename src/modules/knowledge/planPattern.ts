import type { Triple } from './triple';

/** A task of a plan, as triples tell of it. */
export interface PlannedTask {
  readonly id: string;
  readonly label: string;
  /** Who put it into the plan. */
  readonly source: string | null;
  readonly confidence: number;
  /** Ids of the tasks that come before it, in the order they were told. */
  readonly dependsOn: readonly string[];
  readonly duration: string | undefined;
  readonly weight: string | undefined;
}

/** Where triples are found. */
export interface Triples {
  about(subject: string): readonly Triple[];
}

const TASK = 'task:';

/**
 * Reads a plan: `(plan, includes, task)`, and of each task `(task:<id>, label | depends_on | duration | weight, value)`
 *. Source and confidence are those of the inclusion; of two labels the one said last counts.
 */
export function plansIn(triples: Triples): (plan: string) => readonly PlannedTask[] {
  return plan => {
    const tasks = new Map<string, PlannedTask>();
    for (const triple of triples.about(plan)) {
      const id = taskId(triple.object);
      if (triple.predicate === 'includes' && !tasks.has(id)) tasks.set(id, taskOf(id, triple));
    }
    return [...tasks.values()];
  };

  function taskOf(id: string, { source, confidence }: Triple): PlannedTask {
    const told = triples.about(TASK + id);
    const value = (predicate: string): string | undefined =>
      told
        .filter(triple => triple.predicate === predicate)
        .toSorted((a, b) => a.turn - b.turn)
        .at(-1)?.object;
    const dependsOn = told.filter(({ predicate }) => predicate === 'depends_on');
    return {
      id,
      label: value('label') ?? id,
      source,
      confidence,
      dependsOn: dependsOn.map(triple => taskId(triple.object)),
      duration: value('duration'),
      weight: value('weight'),
    };
  }
}

/** The id of a task: `task:build` and `build` are the same one. */
export function taskId(task: string): string {
  return task.startsWith(TASK) && task.length > TASK.length ? task.slice(TASK.length) : task;
}
