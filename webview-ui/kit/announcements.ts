import type { Row } from '../../src/shared/explorer/picture';

/** Rows said at once: more would be noise. */
const MAX_SAID = 3;

/** What to say of a new picture to somebody who does not see it: rows whose state or badge changed. */
export function newsOf(before: readonly Row[], after: readonly Row[]): string {
  const known = new Map(before.map(row => [row.id, row]));
  return after
    .filter(row => {
      const old = known.get(row.id);
      return (
        old !== undefined && (old.state !== row.state || (row.badge !== undefined && old.badge !== row.badge))
      );
    })
    .slice(0, MAX_SAID)
    .map(({ label, state, badge }) => [label, state, badge].filter(part => part !== undefined).join(', '))
    .join('. ');
}
