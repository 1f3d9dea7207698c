import type { RootDiff } from '../record/rootMoment';
import type { RootMoment } from '../record/rootMoment';

/** One root's account in its own terms. */
export interface RootView {
  readonly root: string;
  readonly start: RootMoment | undefined;
  readonly end: RootMoment | undefined;
  readonly diff: RootDiff;
}
