import type { Action, Note, Row, Tone } from '../explorer/picture';
import type { Heading, RowList } from '../taskPage/picture';

/** A stretch in which a task was worked on, from one moment to another, by their places in the timeline. */
export interface ReplayBar {
  readonly task: string;
  readonly name: string;
  /** What came of the stretch. */
  readonly tone: Tone;
  /** Bars of one lane do not overlap. */
  readonly lane: number;
  readonly from: number;
  readonly to: number;
}

/** What can be gone through: the same for all moments, and sent anew only where it changed. */
export interface ReplayTimeline {
  /** The moments in their order, at least one. */
  readonly moments: readonly Row[];
  readonly bars: readonly ReplayBar[];
  readonly lanes: number;
  /** What is left out, and what the journal has let go of. */
  readonly notes: readonly string[];
}

/** How everything stood at one moment. */
export interface ReplayFrame {
  /** Place of the moment in the timeline. */
  readonly at: number;
  /** When it was, what happened, and how far things were. */
  readonly caption: string;
  /** What shows the changes of that moment; nothing where it has none. */
  readonly action?: Action;
  readonly tasks: RowList;
  readonly files: RowList;
  readonly trails: RowList;
  readonly plans: RowList;
}

/** Everything that the page of a replay shows. All text is data. */
export interface ReplayPicture {
  readonly heading?: Heading;
  /** What is in the way, and what to do. */
  readonly note?: Note;
  /** Left out where the page has it already. */
  readonly timeline?: ReplayTimeline;
  readonly frame?: ReplayFrame;
  readonly words: ReplayWords;
}

/** The words of the page itself, in the user's language. */
export interface ReplayWords {
  readonly page: string;
  readonly breadcrumb: string;
  readonly actions: string;
  readonly progress: string;
  readonly scrubber: string;
  readonly moments: string;
  readonly previous: string;
  readonly next: string;
  readonly play: string;
  readonly pause: string;
  readonly speed: string;
  /** Which keys do what. */
  readonly keys: string;
}
