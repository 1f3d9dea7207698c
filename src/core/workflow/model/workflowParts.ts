import type { Journal } from '../../journal/journal';
import type { Snapshots } from '../../snapshots/snapshot';
import type { Clock } from '../../support/clock';
import type { Sha256 } from '../../support/hash';
import type { IdSource } from '../../support/ids';
import type { Log } from '../../support/log';
import type { SessionId } from '../../../shared/ids';
import type { LivePrograms } from './livePrograms';

/** What the workflow tracker needs of the rest. */
export interface WorkflowParts {
  readonly journal: Journal;
  readonly snapshots: Snapshots;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly sha256: Sha256;
  readonly log: Log;
  readonly livePrograms: LivePrograms;
  /** Key of the workspace, e.g. its folder: ids of another one are refused. */
  readonly workspace: string;
}

/** Whose call it is, as far as the tracker cares. */
export interface WorkflowCaller {
  readonly session: SessionId;
  /** Who signed in, where several people use one program. */
  readonly user?: string;
}
