import type { Workflows } from '../../core/workflow/workflows';
import type { Row } from '../../shared/explorer/picture';

/** So few tasks are drawn and sent whole at once: nobody notices what that takes (chosen here). */
const FEW_TASKS = 200;

/** Rows of a brief picture: more than any screen shows (chosen here). */
const MAX_BRIEF = 300;

/** Whether it takes long enough to draw all tasks and to send them that the first rows should not wait for it. */
export function hasManyTasks(work: Pick<Workflows, 'all'>): boolean {
  return work.all().reduce((sum, { tasks }) => sum + tasks.length, 0) > FEW_TASKS;
}

/**
 * What is seen of a picture at first: its first rows, without what closed rows hide.
 * @param openness what a person opened and closed, by row id
 */
export function briefRows(rows: readonly Row[], openness: ReadonlyMap<string, boolean>): readonly Row[] {
  const seen: Row[] = [];
  let hiddenBelow = Number.POSITIVE_INFINITY;
  for (const row of rows) {
    if (row.level > hiddenBelow) continue;
    if (seen.length === MAX_BRIEF) break;
    seen.push(row);
    const isOpen = openness.get(row.id) ?? row.isOpen ?? false;
    hiddenBelow = isOpen ? Number.POSITIVE_INFINITY : row.level;
  }
  return seen;
}
