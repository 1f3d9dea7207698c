import type { Action } from '../explorer/picture';
import type { HeatMap } from '../plots/plots';

/** What agents share, each on its own tab. */
export const TABS = ['blackboard', 'knowledge', 'trails'] as const;
export type Tab = (typeof TABS)[number];

/**
 * What a row offers: the last parts of the commands' ids. The first is what Enter does, the last what Delete does. Entries of the
 * blackboard alone have a history.
 */
export const ROW_COMMANDS = [
  'copyStateValue',
  'copyStateKey',
  'showEntryHistory',
  'deleteStateEntry',
] as const;
export type RowCommand = (typeof ROW_COMMANDS)[number];

/** What a person looks at. */
export interface StateLook {
  readonly tab: Tab;
  /** What is looked for; empty for everything. */
  readonly query: string;
}

/** How a column is laid out: `wide` takes what is left, `minor` gives way first where there is little room. */
export const WIDTHS = ['name', 'wide', 'word', 'list', 'figure', 'minor'] as const;

export interface StateColumn {
  readonly name: string;
  readonly width: (typeof WIDTHS)[number];
}

export interface StateCell {
  readonly text: string;
  /** More of it, where there is more. */
  readonly tooltip?: string;
  /** Short words instead of the text. */
  readonly badges?: readonly string[];
  /** What the column is sorted by, in the place of the text. */
  readonly rank?: number;
}

/** An entry of the blackboard, or a triple. */
export interface StateRow {
  /** The same for the same thing in every picture. */
  readonly id: string;
  /** Word that its context menu goes by. */
  readonly kind: string;
  /** As many as there are columns. */
  readonly cells: readonly StateCell[];
}

/** Rows with headings, newest first. */
export interface StateTable {
  readonly label: string;
  readonly columns: readonly StateColumn[];
  readonly rows: readonly StateRow[];
}

/** What something is that is not there, and what can be done. */
export interface StateNote {
  readonly text: string;
  readonly actions: readonly Action[];
}

/** Everything that the page shows: whole, never a change of it. All text is data. */
export interface StatePicture {
  readonly tabs: readonly { readonly id: Tab; readonly name: string; readonly count: string }[];
  /** The tab that this is a picture of; undefined where none can be shown. */
  readonly tab?: Tab;
  /** How much of it is shown, as in `Showing 200 of 12,345`; empty where there is nothing. */
  readonly count: string;
  readonly table?: StateTable;
  readonly map?: HeatMap;
  /** In the place of what is not there. */
  readonly note?: StateNote;
  readonly words: StateWords;
}

/** The words of the page itself, in the user's language. */
export interface StateWords {
  readonly title: string;
  readonly about: string;
  readonly searchLabel: string;
  readonly searchPlaceholder: string;
  readonly clear: string;
  readonly actions: string;
  /** Names of what a row offers, in the order of `ROW_COMMANDS`. */
  readonly rowCommands: readonly string[];
}
