import type { ServerId } from '../../../shared/ids';
import type { CatalogEntry } from '../../catalog/entry/entry';
import type { PreparedLaunch } from '../../catalog/launch/launch';
import { packageOf } from '../../catalog/launch/launchPackage';
import type { Domain } from '../../journal/domain';
import type { Sha256 } from '../../support/hash';
import { isRecord } from '../../support/json';
import { judged } from './launchDecision';

/** The launch of a server that a person agreed to. */
export interface ApprovedLaunch {
  /** SHA-256 of the resolved launch without secret values: any other change asks again. */
  readonly launchHash: string;
  /** The version of the package that it runs, where it says one: it stays usable when our registry brings a newer one. */
  readonly version?: string;
  /** A newer version that the person did not want. */
  readonly declined?: string;
}

export interface LaunchApproved extends ApprovedLaunch {
  readonly type: 'launchApproved';
  readonly server: ServerId;
  /** Empty where the approval was taken back: no launch has that hash, for older versions of this program either. */
  readonly launchHash: string;
}

export type LaunchApprovalWish =
  | { readonly verb: 'approve'; readonly server: ServerId; readonly launch: ApprovedLaunch }
  /** Does nothing where nothing was approved. */
  | { readonly verb: 'revoke'; readonly server: ServerId };

type Approvals = Map<ServerId, ApprovedLaunch>;

/** Which launch of which server a person has agreed to. The newest approval of a server replaces the one before. */
export const launchApproval: Domain<Approvals, LaunchApprovalWish, LaunchApproved> = {
  name: 'launchApproval',
  version: 1,
  durability: 'full',

  create: () => new Map(),

  decide(approvals, wish) {
    const { server } = wish;
    const now = approvals.get(server);
    const next = wish.verb === 'approve' ? wish.launch : { launchHash: '' };
    const isSame =
      (now?.launchHash ?? '') === next.launchHash &&
      now?.version === next.version &&
      now?.declined === next.declined;
    return isSame ? [] : [{ type: 'launchApproved', server, ...next }];
  },

  evolve(approvals, { type: _type, server, ...launch }) {
    if (launch.launchHash === '') approvals.delete(server);
    else approvals.set(server, launch);
  },

  save: approvals => [...approvals],

  load: saved => new Map(Array.isArray(saved) ? saved.map(loaded) : []),
};

/** A saved state of an older version holds the hash alone. */
function loaded([server, launch]: [ServerId, unknown]): [ServerId, ApprovedLaunch] {
  return [server, isRecord(launch) ? (launch as unknown as ApprovedLaunch) : { launchHash: String(launch) }];
}

/** A launch as an approval keeps it. */
export function approvalOf(
  entry: Pick<CatalogEntry, 'id' | 'owner'>,
  launch: Pick<PreparedLaunch, 'shown'>,
  sha256: Sha256,
): ApprovedLaunch {
  const version = packageOf(launch.shown)?.version;
  return { launchHash: judged(entry, launch, sha256).hash, ...(version === undefined ? {} : { version }) };
}
