import type { GitRoot } from './gitRoot';
import type { ManifestRecorder } from './manifestRecorder';

/** What is open of a root that is recorded without git. */
export interface ManifestRoot {
  readonly type: 'manifest';
  readonly folder: string;
  readonly key: string;
  readonly recorder: ManifestRecorder;
  readonly remark: string | null;
}

/** A root that nothing can be said of, and why. */
export interface NoRoot {
  readonly type: 'none';
  readonly folder: string;
  readonly reason: string;
}

export type Root = GitRoot | ManifestRoot | NoRoot;
