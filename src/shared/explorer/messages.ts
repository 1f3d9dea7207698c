import { type Picture, type Target, type View, VIEWS } from './picture';
import { actionShape, MAX_TEXT, rowShape, targetShape } from './shapes';
import { isSavedState, MAX_QUERY, opennessShape, type SavedState } from '../webview/savedState';
import { bool, finite, listOf, oneOf, record, type Shape, text } from '../webview/shape';

/** Rows of a picture. */
export const MAX_ROWS = 20_000;
/** Rows that a menu acts on together. */
const MAX_TOGETHER = MAX_ROWS;

/** What the webview may ask of the extension. */
export type Wish =
  /**
   * It has started and shows nothing yet, or only what it remembers having searched for. `openness`: what a person opened and closed; left
   * out where the first rows would not do.
   */
  | { readonly type: 'ready'; readonly query: string; readonly openness?: SavedState['openness'] }
  /** It has shown the first rows, and wants the others. */
  | { readonly type: 'whole' }
  /** Run a command that the row (or, without one, a note) offers. */
  | {
      readonly type: 'run';
      readonly command: string;
      readonly row: string;
      /** For a look, by a single click: the keyboard stays in the tree. */
      readonly isPreview?: boolean;
    }
  | { readonly type: 'search'; readonly query: string }
  /** Servers were dropped on a row. */
  | { readonly type: 'drop'; readonly row: string; readonly servers: readonly string[] }
  /** Remember what the view looks like: VS Code may write down what it remembers too late, or lose it. */
  | { readonly type: 'keep'; readonly state: SavedState }
  /** Remember what is seen in the view, for the next time that it is opened. */
  | { readonly type: 'see'; readonly seen: Seen };

/** What was seen in a view at an instant, in epoch milliseconds: of two that are kept, the newer counts. */
export interface Seen {
  readonly at: number;
  readonly picture: Picture;
}

/** What the extension tells the webview. */
export type Telling =
  /** `isBrief`: its first rows, without what closed rows hide; the whole follows. */
  | { readonly type: 'picture'; readonly picture: Picture; readonly isBrief?: boolean }
  | { readonly type: 'collapseAll' }
  | { readonly type: 'focusSearch' }
  /** Opens what is above a row, and brings it into sight, as soon as it is drawn. The keyboard stays where it is. */
  | { readonly type: 'reveal'; readonly row: string };

const short = text(MAX_TEXT);
const ready = record({ type: oneOf(['ready']), query: text(MAX_QUERY) }, { openness: opennessShape });
const whole = record({ type: oneOf(['whole']) });
const run = record({ type: oneOf(['run']), command: text(60), row: short }, { isPreview: bool });
const search = record({ type: oneOf(['search']), query: text(MAX_QUERY) });
const drop = record({ type: oneOf(['drop']), row: short, servers: listOf(short, 100) });

const keep = record({ type: oneOf(['keep']), state: isSavedState });

/** A message of the webview; undefined where it is none. */
export function wishOf(value: unknown): Wish | undefined {
  const isWish =
    ready(value) || whole(value) || run(value) || search(value) || drop(value) || keep(value) || see(value);
  return isWish ? value : undefined;
}

/** What a row is about: the ids of it, whatever stands beside them; undefined where there is none such. */
export function targetOf(value: unknown): Target | undefined {
  return targetShape(value) ? value : undefined;
}

const together = record({ webview: short, webviewItemIds: listOf(short, MAX_TOGETHER) });

/** The rows that a menu was opened on, where they are several, and the view that they are in. */
export function togetherOf(
  value: unknown,
): { readonly webview: string; readonly webviewItemIds: readonly string[] } | undefined {
  return together(value) ? value : undefined;
}

const forALook = record({ isPreview: oneOf([true]) });

/** Whether a command is to show something for a look only: the keyboard stays where it is. */
export function isForALook(value: unknown): boolean {
  return forALook(value);
}

const several = record({ targets: listOf(targetShape, MAX_TOGETHER) });

/** What a command is about: the rows that it was run on together, else the one. */
export function targetsOf(value: unknown): readonly Target[] {
  if (several(value)) return value.targets;
  const one = targetOf(value);
  return one ? [one] : [];
}

const pictureShape: Shape<Picture> = record({
  rows: listOf(rowShape, MAX_ROWS),
  notes: listOf(record({ text: short, actions: listOf(actionShape, 5) }), 10),
  meters: listOf(record({ label: short, value: finite, max: finite, text: short, tooltip: short }), 10),
  words: record({
    tree: short,
    searchLabel: short,
    searchPlaceholder: short,
    noMatches: short,
    clear: short,
  }),
  query: text(MAX_QUERY),
});

/** Shape of what was seen. */
export const seenShape: Shape<Seen> = record({ at: finite, picture: pictureShape });
const see = record({ type: oneOf(['see']), seen: seenShape });

const pictureTelling = record({ type: oneOf(['picture']), picture: pictureShape }, { isBrief: bool });
const reveal = record({ type: oneOf(['reveal']), row: short });
const plainTelling = record({ type: oneOf(['collapseAll', 'focusSearch']) });

/** A message of the extension; undefined where it is none. */
export function tellingOf(value: unknown): Telling | undefined {
  return pictureTelling(value) || plainTelling(value) || reveal(value) ? value : undefined;
}

const view = oneOf(VIEWS);

/** The view that a word names. */
export function viewOf(value: unknown): View | undefined {
  return view(value) ? value : undefined;
}
