import type { RootDiff } from './rootMoment';
import type { RootMoment } from './rootMoment';

/** One root's account in its own terms. */
export interface RootView {
  readonly root: string;
  readonly start: RootMoment | undefined;
  readonly end: RootMoment | undefined;
  readonly diff: RootDiff;
}
