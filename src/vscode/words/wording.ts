import { oneLine } from '../../core/catalog/entry/plainText';
import type { Session } from '../../core/gateway/sessions/sessions';

/** How a picture speaks: the editor's language in the product, plain English in tests. */
export interface Wording {
  readonly t: (message: string, ...args: (string | number)[]) => string;
  /** Whose numbers, plurals and lengths of time are used, as a BCP 47 tag. */
  readonly language: string;
  /** Hour and minute; the day too where that is not near. */
  readonly time: (at: number) => string;
  /** Day, hour and minute. */
  readonly moment: (at: number) => string;
  /** What a chat is called everywhere: see SessionNames. */
  readonly sessionName: (session: Session) => string;
}

/** Longest label or detail of a row. */
const MAX_LINE = 160;
/** Longest text that is shown when the mouse rests on a row. */
const MAX_TOOLTIP = 400;

/** Text of an agent or a server as one short line in which nothing is hidden, however long it is. */
export function shown(text: string, maxLength = MAX_LINE): string {
  // Cut first: nobody waits for the end of a megabyte to be looked through.
  return oneLine(text.slice(0, maxLength * 8), maxLength);
}

/** The same with room for a sentence or two. */
export function shownWhole(text: string): string {
  return shown(text, MAX_TOOLTIP);
}

/** What is there of the parts, with dots between. */
export function joined(...parts: readonly (string | undefined)[]): string {
  return parts.filter(part => part !== undefined && part !== '').join(' · ');
}
