import type { ServerId } from '../../shared/ids';
import type { Domain } from '../journal/domain';

export interface LaunchApproved {
  readonly type: 'launchApproved';
  readonly server: ServerId;
  /** SHA-256 of the resolved launch without secret values: any other change asks again (decision D8). */
  readonly launchHash: string;
}

export type LaunchApprovalWish = {
  readonly verb: 'approve';
  readonly server: ServerId;
  readonly launchHash: string;
};

type Approvals = Map<ServerId, string>;

/** Which launch of which server a person has agreed to. The newest approval of a server replaces the one before. */
export const launchApproval: Domain<Approvals, LaunchApprovalWish, LaunchApproved> = {
  name: 'launchApproval',
  version: 1,
  durability: 'full',

  create: () => new Map(),

  decide(approvals, { server, launchHash }) {
    if (approvals.get(server) === launchHash) return [];
    return [{ type: 'launchApproved', server, launchHash }];
  },

  evolve(approvals, { server, launchHash }) {
    approvals.set(server, launchHash);
  },

  save: approvals => [...approvals],

  load: saved => new Map(Array.isArray(saved) ? (saved as [ServerId, string][]) : []),
};
