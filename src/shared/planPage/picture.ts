import type { Row } from '../explorer/picture';
import type { Block, Fact, Heading } from '../taskPage/picture';

/** A text that a node has: what it was given, or what came of it. */
export interface NodeText {
  readonly title: string;
  /** Lines as they are; nothing in them is hidden. */
  readonly text: string;
  /** How much of it is left out. */
  readonly note?: string;
}

/** What is known of the node that a person looks at. */
export interface NodeDetail {
  readonly title: string;
  readonly facts: readonly Fact[];
  readonly texts: readonly NodeText[];
  /** Why there is nothing to read. */
  readonly note?: string;
}

/** Everything that the page of a plan's run shows: whole, never a change of it. All text is data. */
export interface PlanPicture {
  /** Nothing where the run is gone: then a block says what to do. */
  readonly heading?: Heading;
  readonly blocks: readonly Block[];
  /** The nodes of the tree, from the root down. */
  readonly nodes: readonly Row[];
  /** How many nodes are left out. */
  readonly note?: string;
  /** The row that the detail is of; empty where there is none. */
  readonly chosen: string;
  readonly detail?: NodeDetail;
  readonly words: PlanWords;
}

/** The words of the page itself, in the user's language. */
export interface PlanWords {
  readonly page: string;
  readonly breadcrumb: string;
  readonly actions: string;
  readonly progress: string;
  readonly nodes: string;
  readonly detail: string;
}
