/**
 * A name without what models change about it: its case, and what stands between its words. `taskId`, `task-id` and `task_id` are
 * one name then, and so are `read_file`, `readFile` and `Read File`.
 */
export function folded(name: string): string {
  return name.replaceAll(/[-_ ./:]/g, '').toLowerCase();
}

/** The one of them that a name can only have meant, as another spelling of one of its names; undefined for none, or several. */
export function onlyMeant<T>(
  name: string,
  all: readonly T[],
  namesOf: (one: T) => readonly string[],
): T | undefined {
  const wanted = folded(name);
  const [found, ...others] = all.filter(one => namesOf(one).some(known => folded(known) === wanted));
  return others.length === 0 ? found : undefined;
}
