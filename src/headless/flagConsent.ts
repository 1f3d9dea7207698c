import type { ConsentPrompt } from '../core/gateway/launchConsent';
import type { Approvals } from './arguments';

/** Nobody is there to be asked: the command line has answered. */
export function flagConsent(approvals: Approvals): ConsentPrompt {
  return {
    ask: async ({ server }) => approvals === 'all' || (approvals !== 'none' && approvals.includes(server)),
    isRemembered: false,
    adviceAfterNo: 'The user can allow it: start switchyard with --approve and its name, or --approve all.',
  };
}
