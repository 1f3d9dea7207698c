import { escapeUnseen } from '../../catalog/entry/plainText';

/** As much as a dialog shows without a scroll bar on a small screen (chosen here). */
const SHOWN_CHARACTERS = 2_000;

/** What is shown of each text, the longest that fits (chosen here). */
const TEXT_CHARACTERS = [Infinity, 1_000, 400, 100];
/** Items that are shown of a list where not all have room (chosen here). */
const SHOWN_ITEMS = 10;

/**
 * The arguments of a call for a person to judge: as JSON over several lines, nothing unseen. Where that is too long, long texts and
 * lists are shortened first: the path of a file is seen behind any content. What is still too long is cut. What is missing is said.
 */
export function shownArguments(input: Readonly<Record<string, unknown>>): string {
  let text = '';
  for (const most of TEXT_CHARACTERS) {
    text = asJson(input, most);
    if (text.length <= SHOWN_CHARACTERS) break;
  }
  const shown = text.slice(0, SHOWN_CHARACTERS).replace(/[\uD800-\uDBFF]$/, '');
  const lines = shown.split('\n').map(escapeUnseen).join('\n');
  const missing = text.length - shown.length;
  return missing === 0 ? lines : `${lines}…\n(cut: ${missing} more characters are not shown)`;
}

function asJson(input: Readonly<Record<string, unknown>>, most: number): string {
  try {
    return JSON.stringify(input, (_key, part: unknown) => shortened(part, most), 2);
  } catch {
    // Arguments may be nested deeper than the stack goes: a person is told so, and can still say no.
    return '(nested too deeply to be shown)';
  }
}

/** Both ends of a long text, since either may say what is done; the first items of a long list. */
function shortened(part: unknown, most: number): unknown {
  if (typeof part === 'string' && part.length > most) {
    const half = most / 2;
    const missing = part.length - most;
    return `${part.slice(0, half)}… (${missing} characters are not shown) …${part.slice(-half)}`;
  }
  if (!Array.isArray(part) || most === Infinity || part.length <= SHOWN_ITEMS) return part;
  return [
    ...(part as unknown[]).slice(0, SHOWN_ITEMS),
    `… (${part.length - SHOWN_ITEMS} items are not shown)`,
  ];
}
