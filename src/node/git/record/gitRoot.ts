import { checkText } from '../../../core/snapshots/checkTexts';
import type { GitPlumbing } from '../plumbing/gitPlumbing';
import type { PrivateRepository } from '../plumbing/privateRepository';
import type { Repository } from '../plumbing/repository';
import type { TreeRecorder } from './treeRecorder';

/** What is open of a root that is recorded with git. */
export interface GitRoot {
  readonly type: 'tree' | 'shadow';
  readonly folder: string;
  readonly key: string;
  readonly git: GitPlumbing;
  readonly repository: Repository | undefined;
  readonly target: PrivateRepository;
  readonly recorder: TreeRecorder;
  /** Why it is not recorded as well as it could be. */
  readonly remark: string | null;
  /** Of a repository that can't be used any more. */
  readonly inherited: Inheritance | null;
}

/** What goes on of a repository: its settings, its ignore rules, and its object store as long as that is there. */
export interface Inheritance {
  readonly copied: ReadonlyMap<string, string>;
  readonly exclude: string;
  readonly objects: string;
}

/** Why a repository that was recorded before is recorded without git's knowledge of it, where nothing nearer is known. */
export const UNREADABLE = checkText('repositoryUnread');
