import type { ServerId } from '../../shared/ids';
import type { CatalogEntry } from '../catalog/entry';
import { launchFingerprint, launchText, type PreparedLaunch } from '../catalog/launch';
import type { Journal } from '../journal/journal';
import { untilAborted } from '../support/abort';
import type { Sha256 } from '../support/hash';
import { Refusal } from '../support/refusal';
import { launchApproval } from './launchApproval';

/** What a person is asked before a server is started for the first time. */
export interface LaunchRequest {
  readonly server: ServerId;
  readonly entry: CatalogEntry;
  /** The full command or address, nothing cut, secrets masked, hidden characters made visible. */
  readonly text: string;
  /** What the text says, for other words between its parts (`launchText`). */
  readonly launch: Pick<PreparedLaunch, 'shown'>;
  /** True when another launch of this server was approved before. */
  readonly isChanged: boolean;
}

/** Asks the one who may say yes: a person in VS Code, a flag when headless. */
export interface ConsentPrompt {
  ask(request: LaunchRequest, signal: AbortSignal): Promise<boolean>;
  /** Whether a yes holds for later runs too. A flag counts for the run it was given to. */
  readonly isRemembered: boolean;
  /** What to do next when the answer was no, e.g. which flag to give. One sentence. */
  readonly adviceAfterNo: string;
}

/** Lets a server start only in the form a person agreed to: VS Code asks nothing for an extension's servers (D8). */
export class LaunchConsent {
  readonly #journal: Journal;
  readonly #prompt: ConsentPrompt;
  readonly #sha256: Sha256;
  /** Questions that are open: two who ask for the same launch wait for one answer. */
  readonly #open = new Map<string, Promise<boolean>>();
  /** Approvals that are not in the journal, or could not be put there: they count until this process ends. */
  readonly #unrecorded = new Map<ServerId, string>();

  constructor(journal: Journal, prompt: ConsentPrompt, sha256: Sha256) {
    this.#journal = journal;
    this.#prompt = prompt;
    this.#sha256 = sha256;
  }

  /** What to do next after a no, in the host's words. */
  get adviceAfterNo(): string {
    return this.#prompt.adviceAfterNo;
  }

  isApproved(entry: CatalogEntry, launch: PreparedLaunch): boolean {
    return this.#approvedHash(entry) === this.#hash(entry, launch);
  }

  /** Passes when this very launch is approved, else asks. @throws {Refusal} launch-not-approved */
  async require(entry: CatalogEntry, launch: PreparedLaunch, signal: AbortSignal): Promise<void> {
    const launchHash = this.#hash(entry, launch);
    if (this.#approvedHash(entry) === launchHash) return;
    signal.throwIfAborted();
    const key = `${entry.id}\n${launchHash}`;
    const answer = this.#open.get(key) ?? this.#ask(key, entry, launch, launchHash, signal);
    const isYes = await untilAborted(answer, signal);
    if (isYes) return;
    throw new Refusal(
      'launch-not-approved',
      `"${entry.id}" was not started: nobody approved its command. ${this.#prompt.adviceAfterNo}`,
      { server: entry.id },
    );
  }

  #ask(
    key: string,
    entry: CatalogEntry,
    launch: PreparedLaunch,
    launchHash: string,
    signal: AbortSignal,
  ): Promise<boolean> {
    const isChanged = this.#approvedHash(entry) !== undefined;
    const text = launchText(entry, launch);
    const request: LaunchRequest = { server: entry.id, entry, text, launch, isChanged };
    const answer = this.#prompt
      .ask(request, signal)
      .then(async isYes => {
        if (isYes) await this.#record(entry.id, launchHash);
        return isYes;
      })
      .finally(() => this.#open.delete(key));
    this.#open.set(key, answer);
    return answer;
  }

  async #record(server: ServerId, launchHash: string): Promise<void> {
    if (!this.#prompt.isRemembered) {
      this.#unrecorded.set(server, launchHash);
      return;
    }
    try {
      await this.#journal.commit(launchApproval, { verb: 'approve', server, launchHash });
    } catch (error) {
      if (!Refusal.is(error)) throw error;
      this.#unrecorded.set(server, launchHash);
    }
  }

  #approvedHash(entry: CatalogEntry): string | undefined {
    const here = this.#unrecorded.get(entry.id);
    if (here !== undefined || !this.#prompt.isRemembered) return here;
    return this.#journal.read(launchApproval).get(entry.id);
  }

  #hash(entry: CatalogEntry, launch: PreparedLaunch): string {
    return this.#sha256(launchFingerprint(entry, launch));
  }
}
