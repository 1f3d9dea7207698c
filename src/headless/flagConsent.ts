import type { ConsentPrompt } from '../core/gateway/launchConsent';
import type { GivenYes } from '../core/gateway/launchDecision';
import type { Approvals } from './arguments';

/** What the command line said about starts. */
export interface FlagsOfConsent {
  readonly approvals: Approvals;
  readonly trustsWorkspace: boolean;
}

/** Nobody is there to be asked: the command line has answered, and `switchyard approve` before it. */
export function flagConsent(flags: FlagsOfConsent): ConsentPrompt {
  return {
    ask: async () => false,
    asksPerson: false,
    given: givenBy(flags),
    adviceAfterNo: ({ id, owner }) =>
      owner === 'workspace'
        ? `The user can look at it and allow exactly that with "switchyard approve ${id}" in a terminal, with the same --workspace, --state, --servers and --import. --approve reaches it only as ${id}@sha256:….`
        : `The user can allow it: start switchyard with --approve ${id}, or run "switchyard approve ${id}" in a terminal with the same --workspace, --state, --servers and --import.`,
  };
}

/** Names and launches, as the rule of consent takes them. */
export function givenBy({ approvals, trustsWorkspace }: FlagsOfConsent): GivenYes {
  const said = typeof approvals === 'string' ? [] : approvals;
  const launches = said.filter(each => each.includes('@'));
  const names = said.filter(each => !each.includes('@'));
  return {
    names: approvals === 'all' ? 'all' : new Set(names),
    launches: new Set(launches),
    workspace: trustsWorkspace,
  };
}
