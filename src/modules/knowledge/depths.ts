/**
 * How many steps come before each node at most. What stands in a circle counts as if the step that closes it were not there.
 * @param before the nodes that come right before each node; all of them are keys
 */
export function depthsOf(before: ReadonlyMap<string, readonly string[]>): ReadonlyMap<string, number> {
  const depths = new Map<string, number>();
  const entered = new Set<string>();
  for (const start of before.keys()) {
    // No recursion: a chain may be as long as the plan.
    const path = entered.has(start) ? [] : [entry(start)];
    for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
      const next = top.rest.next();
      if (next.done === true) {
        path.pop();
        const known = (before.get(top.node) ?? []).map(id => depths.get(id) ?? -1);
        depths.set(top.node, 1 + known.reduce((most, depth) => Math.max(most, depth), -1));
      } else if (!entered.has(next.value)) {
        path.push(entry(next.value));
      }
    }
  }
  return depths;

  function entry(node: string) {
    entered.add(node);
    return { node, rest: (before.get(node) ?? []).values() };
  }
}
