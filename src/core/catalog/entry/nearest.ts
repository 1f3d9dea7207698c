/** At most three names that a mistyped one may have meant, nearest first; none where nothing is near. */
export function nearestNames(typed: string, names: Iterable<string>): readonly string[] {
  const wanted = typed.trim().toLowerCase().slice(0, 64);
  if (wanted === '') return [];
  const limit = Math.max(1, Math.floor(wanted.length / 3));
  const near: { readonly name: string; readonly distance: number }[] = [];
  for (const name of names) {
    const distance = distanceOf(wanted, name.toLowerCase(), limit);
    if (distance <= limit) near.push({ name, distance });
  }
  return near
    .toSorted((a, b) => a.distance - b.distance)
    .slice(0, 3)
    .map(({ name }) => name);
}

/** A name that begins with what was typed, or the other way round, is one edit away. */
function distanceOf(typed: string, name: string, limit: number): number {
  if (Math.min(typed.length, name.length) >= 3 && (name.startsWith(typed) || typed.startsWith(name))) {
    return name === typed ? 0 : 1;
  }
  return editsBetween(typed, name, limit);
}

/**
 * Edits from one word to the other: letters put in, left out, changed, or two neighbours swapped. More than `limit` edits
 * are not counted out.
 */
export function editsBetween(typed: string, name: string, limit: number): number {
  if (Math.abs(typed.length - name.length) > limit) return limit + 1;
  let twoAbove: number[] = [];
  let above = Array.from({ length: name.length + 1 }, (_, column) => column);
  for (let row = 1; row <= typed.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= name.length; column += 1) {
      const isSame = typed[row - 1] === name[column - 1];
      let edits = Math.min(
        at(above, column) + 1,
        at(current, column - 1) + 1,
        at(above, column - 1) + (isSame ? 0 : 1),
      );
      const isSwap =
        row > 1 && column > 1 && typed[row - 1] === name[column - 2] && typed[row - 2] === name[column - 1];
      if (isSwap) edits = Math.min(edits, at(twoAbove, column - 2) + 1);
      current.push(edits);
    }
    twoAbove = above;
    above = current;
  }
  return at(above, name.length);
}

function at(row: readonly number[], column: number): number {
  return row[column] ?? Number.POSITIVE_INFINITY;
}
