/** Longest name that a message of ours repeats (chosen here). */
const MAX_QUOTED = 80;

/** What is not seen on a screen, or changes the order in which the rest is read. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}]+/gu;

/** Foreign text as data in a message of ours: quoted, on one line, shortened. */
export function quoted(text: string): string {
  const line = text.replace(UNSEEN, ' ').trim();
  return `"${line.length <= MAX_QUOTED ? line : `${line.slice(0, MAX_QUOTED - 1)}…`}"`;
}
