import { isChild } from '../../core/catalog/entry/childEntry';
import { isStrangers } from '../../core/catalog/entry/entry';
import type { ConsentPrompt } from '../../core/gateway/launch/launchConsent';
import type { GivenYes } from '../../core/gateway/launch/launchDecision';
import type { Approvals } from '../options/arguments';
import type { OwnCommand } from '../options/commandLine';
import { launchQuestion } from './launchQuestion';
import type { PersonAtClient } from './personAtClient';

/** What the command line said about starts. */
export interface FlagsOfConsent {
  readonly approvals: Approvals;
  readonly trustsWorkspace: boolean;
  /** False where it said that nobody is to be asked. */
  readonly asksAboutLaunches: boolean;
}

/** The command line has answered, and `approve` before it; else the person at the client is asked, where it can ask. */
export function flagConsent(
  flags: FlagsOfConsent,
  person: PersonAtClient,
  command: OwnCommand,
): ConsentPrompt {
  return {
    async ask(request, signal) {
      if (!flags.asksAboutLaunches) return 'unasked';
      const question = { message: launchQuestion(request), properties: {} };
      const { type } = await person.ask(request.client, question, signal);
      return type === 'accept' ? 'yes' : type;
    },
    given: givenBy(flags),
    adviceAfterNo(entry, answer, ref) {
      const { id, owner } = entry;
      const why = flags.asksAboutLaunches
        ? 'No one could be asked here. '
        : '--approve none is set, so no one was asked. ';
      const unasked = answer === 'unasked' ? why : '';
      if (owner === 'agent')
        return `${unasked}The user can allow exactly this command: start switchyard with --approve ${ref}.`;
      // What is in no file, `switchyard approve` can't find.
      if (isChild(entry) || entry.onlyFor !== undefined)
        return `${unasked}The user can allow it: start switchyard with --approve ${isStrangers({ owner }) ? ref : id}.`;
      const flag = isStrangers({ owner })
        ? `--approve reaches it only as ${id}@sha256:…, as that command prints it`
        : `or start switchyard with --approve ${id}`;
      return `${unasked}The user can review and allow exactly this launch in a terminal: \`${command('approve', id)}\`; ${flag}.`;
    },
  };
}

/** Names and launches, as the rule of consent takes them. */
export function givenBy({
  approvals,
  trustsWorkspace,
}: Pick<FlagsOfConsent, 'approvals' | 'trustsWorkspace'>): GivenYes {
  const said = typeof approvals === 'string' ? [] : approvals;
  const launches = said.filter(each => each.includes('@'));
  const names = said.filter(each => !each.includes('@'));
  return {
    names: approvals === 'all' ? 'all' : new Set(names),
    launches: new Set(launches),
    workspace: trustsWorkspace,
  };
}
