/**
 * One circle for each knot of nodes that come before each other: where there is none, everything can be put in an order.
 * @param before the nodes that come right before each node; all of them are keys
 */
export function circlesOf(before: ReadonlyMap<string, readonly string[]>): readonly (readonly string[])[] {
  const circles: (readonly string[])[] = [];
  const entered = new Set<string>();
  for (const start of before.keys()) {
    // No recursion: a chain may be as long as the plan.
    const path = entered.has(start) ? [] : [entry(start)];
    const places = new Map(path.map(({ node }, place) => [node, place]));
    for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
      const next = top.rest.next();
      if (next.done === true) {
        path.pop();
        places.delete(top.node);
        continue;
      }
      const place = places.get(next.value);
      if (place !== undefined) circles.push(path.slice(place).map(({ node }) => node));
      if (entered.has(next.value)) continue;
      places.set(next.value, path.length);
      path.push(entry(next.value));
    }
  }
  return apart(circles);

  function entry(node: string) {
    entered.add(node);
    return { node, rest: (before.get(node) ?? []).values() };
  }
}

/** The shortest first, and of those that share a node only one. */
function apart(circles: readonly (readonly string[])[]): readonly (readonly string[])[] {
  const told = new Set<string>();
  return circles
    .toSorted((a, b) => a.length - b.length)
    .filter(circle => {
      const isNew = circle.every(node => !told.has(node));
      if (isNew) for (const node of circle) told.add(node);
      return isNew;
    });
}
