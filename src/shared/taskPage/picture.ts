import type { Icon } from '../webview/icons';
import type { Action, Row, Target, Tone } from '../explorer/picture';
import type { Plots } from '../plots/plots';

/** Words that lead somewhere: a command, and what it is given. */
export interface Link {
  /** The same for the same thing in every picture. */
  readonly id: string;
  readonly label: string;
  /** The last part of a command's id. */
  readonly enter: string;
  readonly target: Target;
}

/** What the task is, above everything else. */
export interface Heading {
  /** From the workflow down to where the task stands. */
  readonly crumbs: readonly Link[];
  /** As in `Task 2 of 4`. */
  readonly place: string;
  readonly icon: Icon;
  readonly tone: Tone;
  /** What the icon says, in words: a change of it is announced. */
  readonly state: string;
  readonly title: string;
  readonly goal: string;
  readonly facts: readonly Fact[];
  /** How far a running task is; the text says it too, and what it is at. */
  readonly progress?: { readonly percent: number; readonly text: string };
  /** What a person can do with it, the most likely first. */
  readonly actions: readonly Action[];
  /** What all of `actions` are given. */
  readonly target: Target;
}

/** One thing that is known of the task. */
export interface Fact {
  readonly label: string;
  readonly text: string;
  readonly tooltip?: string;
}

/** Something to be read first. */
export interface Block {
  readonly id: string;
  readonly icon: Icon;
  readonly tone: Tone;
  readonly text: string;
  readonly links: readonly Link[];
  readonly lines: readonly string[];
  readonly actions: readonly Action[];
}

/** What a person can say of the task, on its page. */
export interface ReviewForm {
  readonly title: string;
  readonly placeholder: string;
  /** What was said last, where something was. */
  readonly lines: readonly string[];
  readonly approve: string;
  readonly request: string;
  readonly chat: string;
  /** Said where changes are asked for without a word. */
  readonly missing: string;
  /** A comment that was begun, on this page or on that of all reviews. */
  readonly draft: string;
}

/** One thing that happened. */
export interface Happening {
  readonly id: string;
  readonly icon: Icon;
  readonly tone?: Tone;
  readonly title: string;
  readonly badge?: string;
  /** What was chosen, where something was. */
  readonly strong?: string;
  readonly text?: string;
  readonly lines: readonly string[];
  /** Hour and minute; a commit has none. */
  readonly time?: { readonly short: string; readonly long: string; readonly iso: string };
  /** What Enter does, and its button. */
  readonly action?: Action;
  readonly target: Target;
}

/** Rows with a name above them. */
export interface RowList {
  readonly title: string;
  /** How many there are, shown or not. */
  readonly count: number;
  readonly rows: readonly Row[];
  /** What else is to be said of them, or why there are none. */
  readonly note?: string;
}

/** Everything that the page of a task shows: whole, never a change of it. All text is data. */
export interface TaskPicture {
  /** Nothing where there is no such task: then a block says what to do. */
  readonly heading?: Heading;
  readonly blocks: readonly Block[];
  /** Only where there is something to be reviewed. */
  readonly review?: ReviewForm;
  readonly timeline: readonly Happening[];
  readonly files: RowList;
  readonly subtasks: RowList;
  /** Those that have something to show; their tasks can be opened. */
  readonly plots?: Plots;
  readonly words: TaskWords;
}

/** The words of the page itself, in the user's language. */
export interface TaskWords {
  readonly page: string;
  readonly breadcrumb: string;
  readonly actions: string;
  readonly progress: string;
  readonly timeline: string;
}

/** Id of a task in the plots, as an item of the page. */
export function plotItem(task: string): string {
  return `plot:${task}`;
}
