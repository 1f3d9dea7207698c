import type { Icon } from '../webview/icons';
import type { Action, Note, Row, Target, Tone } from '../explorer/picture';

/** A sign of risk, or of none, in a few words. */
export interface Chip {
  readonly text: string;
  readonly tone: Tone;
}

/** A task that waits for a person. */
export interface StackCard {
  /** The task's. */
  readonly id: string;
  readonly icon: Icon;
  readonly tone: Tone;
  /** What the icon says, in words. */
  readonly state: string;
  readonly title: string;
  /** The gravest first. */
  readonly chips: readonly Chip[];
  /** As in `4 files · +34 −19 · Migration`. */
  readonly about: string;
  /** What came of it, and why somebody should look. */
  readonly lines: readonly string[];
  /** Those to look at first. */
  readonly files: readonly Row[];
  /** The first is what Enter does. */
  readonly actions: readonly Action[];
  readonly target: Target;
  /** A comment that was begun, on this page or on the task's own. */
  readonly draft: string;
}

/** Everything that the page shows: whole, never a change of it. All text is data. */
export interface StackPicture {
  /** The riskiest first. */
  readonly cards: readonly StackCard[];
  /** As in `6 waiting`; empty where none is. */
  readonly count: string;
  /** How many of them are shown, where not all are. */
  readonly more: string;
  /** In the place of what is not there. */
  readonly note?: Note;
  readonly words: StackWords;
}

/** The words of the page itself, in the user's language. */
export interface StackWords {
  readonly title: string;
  readonly about: string;
  readonly list: string;
  readonly keys: string;
  readonly files: string;
  /** Above where a person says something. */
  readonly yours: string;
  readonly placeholder: string;
  readonly approve: string;
  readonly request: string;
  readonly chat: string;
  /** Said where changes are asked for without a word. */
  readonly missing: string;
}
