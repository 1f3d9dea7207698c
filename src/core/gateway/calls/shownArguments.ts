import { escapeUnseen } from '../../catalog/entry/plainText';

/** As much as a dialog shows without a scroll bar on a small screen (chosen here). */
const SHOWN_CHARACTERS = 2_000;

/**
 * The arguments of a call for a person to judge: as JSON over several lines, nothing unseen, cut with a note of how much is
 * missing.
 */
export function shownArguments(input: Readonly<Record<string, unknown>>): string {
  const text = asJson(input);
  const shown = text.slice(0, SHOWN_CHARACTERS).replace(/[\uD800-\uDBFF]$/, '');
  const lines = shown.split('\n').map(escapeUnseen).join('\n');
  const missing = text.length - shown.length;
  return missing === 0 ? lines : `${lines}…\n(cut: ${missing} more characters are not shown)`;
}

function asJson(input: Readonly<Record<string, unknown>>): string {
  try {
    return JSON.stringify(input, null, 2);
  } catch {
    // Arguments may be nested deeper than the stack goes: a person is told so, and can still say no.
    return '(nested too deeply to be shown)';
  }
}
