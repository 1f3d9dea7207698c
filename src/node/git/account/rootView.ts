import type { RootDiff } from '../record/rootMoment';
import type { RootMoment } from '../record/rootMoment';

/** One root's account in its own terms. */
export interface RootView {
  readonly root: string;
  readonly start: RootMoment | undefined;
  readonly end: RootMoment | undefined;
  readonly diff: RootDiff;
  /** Paths that were in a repository inside at the start, which is gone: this root has nothing of what they held. */
  readonly elsewhere?: ReadonlySet<string>;
}
