/** Characters of a planned task's name (chosen here). */
const MAX_TITLE = 120;

/** A goal as the name of a task that nobody has named yet. */
export function titleOf(goal: string): string {
  return goal.length <= MAX_TITLE ? goal : `${goal.slice(0, MAX_TITLE - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}
