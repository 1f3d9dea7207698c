import type { Icon } from '../webview/icons';

/** The three views of the explorer, by the last part of their ids. */
export const VIEWS = ['workflows', 'catalog', 'sessions'] as const;
export type View = (typeof VIEWS)[number];

/** Colour of an icon, by what it means; never the only sign of it. */
export const TONES = ['ok', 'warn', 'bad', 'run', 'off'] as const;
export type Tone = (typeof TONES)[number];

/** What happened to a file. */
export const CHANGES = ['added', 'modified', 'deleted', 'renamed'] as const;
export type Change = (typeof CHANGES)[number];

/** What a row is about, by ids: what its commands are given. */
export interface Target {
  readonly workflow?: string;
  readonly task?: string;
  /** Something that happened in the task: a decision's id or an issue's. */
  readonly event?: string;
  readonly path?: string;
  readonly server?: string;
  readonly session?: string;
  /** A run of a plan. */
  readonly run?: string;
  /** A child agent. */
  readonly child?: string;
  /** An LLM round. */
  readonly round?: string;
  /** A call of the contract net whose agent has areas. */
  readonly lease?: string;
}

/** A command that a row or a note offers: the last part of its id, e.g. `openTask`. */
export interface Action {
  readonly command: string;
  readonly title: string;
  readonly icon?: Icon;
}

/** One row of the tree. All text is data: the webview shows it as text and nothing else. */
export interface Row {
  /** The same for the same thing in every picture. */
  readonly id: string;
  /** 1-based. A row's children are the deeper rows that follow it. */
  readonly level: number;
  readonly icon: Icon;
  readonly tone?: Tone;
  /** What the icon says, in words: a change of it is announced. */
  readonly state?: string;
  readonly label: string;
  readonly isHeading?: boolean;
  readonly detail?: string;
  /** Numbers at the end of the row: they are never cut, as the detail is. */
  readonly figures?: string;
  readonly badge?: string;
  /** Per cent. */
  readonly progress?: number;
  readonly change?: { readonly kind: Change; readonly letter: string; readonly title: string };
  /** A second icon at the end, with its meaning. */
  readonly mark?: { readonly icon: Icon; readonly title: string; readonly tone?: Tone };
  readonly tooltip?: string;
  /** Whether its children are shown until a person says otherwise. Only on rows that have some. */
  readonly isOpen?: boolean;
  /** What Enter and a click do; without it they open and close. */
  readonly enter?: string;
  /** What Alt+Up and Alt+Down do, where a person may move it. */
  readonly moves?: { readonly up: string; readonly down: string };
  /** What is done with servers that are dropped on it. */
  readonly drop?: string;
  /** Address of the file that it is about, for dragging it into an editor. */
  readonly uri?: string;
  readonly actions?: readonly Action[];
  /** Words that its context menu goes by, e.g. `task done`. */
  readonly kind: string;
  readonly target: Target;
}

/** A line above the tree, or in its place where there are no rows. */
export interface Note {
  readonly text: string;
  /** One whose title stands in the text is a link there; of the others, the first is the button. */
  readonly actions: readonly Action[];
}

/** How much of a budget is used. */
export interface Meter {
  readonly label: string;
  readonly value: number;
  readonly max: number;
  /** As in `38 / 128`. */
  readonly text: string;
  readonly tooltip: string;
}

/** The words of the webview itself, in the user's language. */
export interface Words {
  /** Name of the tree. */
  readonly tree: string;
  readonly searchLabel: string;
  readonly searchPlaceholder: string;
  readonly noMatches: string;
  /** Stands in `noMatches`, where it is a link. */
  readonly clear: string;
}

/** Everything that a view shows: whole, never a change of it. */
export interface Picture {
  readonly rows: readonly Row[];
  readonly notes: readonly Note[];
  readonly meters: readonly Meter[];
  readonly words: Words;
  /** What was searched for; the rows are what was found. */
  readonly query: string;
}
