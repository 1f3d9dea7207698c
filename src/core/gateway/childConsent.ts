import type { CatalogEntry } from '../catalog/entry/entry';
import type { PreparedLaunch } from '../catalog/launch/launch';
import type { CallAnswer, CallApproval, CallRequest } from './calls/callApproval';
import type { LaunchConsent } from './launch/launchConsent';
import type { CallOptions } from './upstream/upstream';

/** Asks a person about child agents, in the same way as about servers and their tools. */
export class ChildConsent {
  readonly #launches: LaunchConsent;
  /** What calls of tools are asked about with: people see one question at a time. */
  readonly calls: CallApproval;

  constructor(launches: LaunchConsent, calls: CallApproval) {
    this.#launches = launches;
    this.calls = calls;
  }

  /** Has a child start only with the exact command that a person agreed to. @throws {Refusal} see `LaunchConsent.require` */
  async requireLaunch(
    entry: CatalogEntry,
    launch: PreparedLaunch,
    signal: AbortSignal,
    client: CallOptions['client'],
  ): Promise<void> {
    await this.#launches.require(entry, launch, signal, { client });
  }

  /** Asks about what a child is about to do, one question at a time for the same asker. */
  async ask(asker: string, request: CallRequest, signal: AbortSignal): Promise<CallAnswer> {
    return await this.calls.ask(asker, request, signal);
  }
}
