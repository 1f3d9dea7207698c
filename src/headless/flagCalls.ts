import type { CallPrompt } from '../core/gateway/callApproval';
import type { Approvals } from './arguments';

/** Nobody is there to be asked before a tool runs: the command line has answered, by server or by listed name. */
export function flagCalls(approvals: Approvals): CallPrompt {
  return {
    ask: async ({ server, exposedName }) => {
      const isNamed =
        typeof approvals !== 'string' && (approvals.includes(server) || approvals.includes(exposedName));
      return approvals === 'all' || isNamed ? 'once' : 'no';
    },
    adviceAfterNo: ({ server, exposedName }) =>
      `Its server's entry says require_approval, and nobody can be asked here. The user can allow it: start switchyard with --approve-calls ${exposedName}, or ${server} for all its tools.`,
  };
}
