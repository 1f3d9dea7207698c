import type { ServerId } from '../../shared/ids';
import type { Domain } from '../journal/domain';

export interface LaunchApproved {
  readonly type: 'launchApproved';
  readonly server: ServerId;
  /**
   * SHA-256 of the resolved launch without secret values: any other change asks again (decision D8). Empty where the approval was
   * taken back: no launch has that hash, for older versions of this program either.
   */
  readonly launchHash: string;
}

export type LaunchApprovalWish =
  | { readonly verb: 'approve'; readonly server: ServerId; readonly launchHash: string }
  /** Does nothing where nothing was approved. */
  | { readonly verb: 'revoke'; readonly server: ServerId };

type Approvals = Map<ServerId, string>;

/** Which launch of which server a person has agreed to. The newest approval of a server replaces the one before. */
export const launchApproval: Domain<Approvals, LaunchApprovalWish, LaunchApproved> = {
  name: 'launchApproval',
  version: 1,
  durability: 'full',

  create: () => new Map(),

  decide(approvals, wish) {
    const { server } = wish;
    const launchHash = wish.verb === 'approve' ? wish.launchHash : '';
    if ((approvals.get(server) ?? '') === launchHash) return [];
    return [{ type: 'launchApproved', server, launchHash }];
  },

  evolve(approvals, { server, launchHash }) {
    if (launchHash === '') approvals.delete(server);
    else approvals.set(server, launchHash);
  },

  save: approvals => [...approvals],

  load: saved => new Map(Array.isArray(saved) ? (saved as [ServerId, string][]) : []),
};
