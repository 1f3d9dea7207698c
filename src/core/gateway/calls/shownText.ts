import { escapeUnseenButJoiners } from '../../catalog/entry/plainText';

/**
 * A server's text as a person, or a model, should see it: what is unseen is spelled out, line breaks, tabs and what emoji and
 * scripts are joined with stay.
 */
export function shownText(text: string): string {
  return text
    .replaceAll(/\p{Zs}/gu, ' ')
    .split(/(\r?\n|\t)/)
    .map((part, at) => (at % 2 === 1 ? part : escapeUnseenButJoiners(part)))
    .join('');
}

/** The same for a question: at most one empty line between two, no longer than `maxLength` characters. */
export function shownBriefly(text: string, maxLength: number): string {
  const shown = shownText(text.trim().slice(0, maxLength + 1)).replaceAll(/(?:\r?\n[ \t]*){3,}/g, '\n\n');
  return shown.length <= maxLength
    ? shown
    : `${shown.slice(0, maxLength - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

/** Whether a text is what it looks like. */
export function isSeenWhole(text: string): boolean {
  return shownText(text) === text;
}
