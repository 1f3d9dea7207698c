import type { ServerId } from '../../shared/ids';
import type { Catalog } from '../catalog/catalog';
import type { CatalogEntry } from '../catalog/entry';
import { launchFingerprint, launchText, type PreparedLaunch } from '../catalog/launch';
import type { Journal } from '../journal/journal';
import { untilAborted } from '../support/abort';
import type { Sha256 } from '../support/hash';
import { Refusal } from '../support/refusal';
import { hiddenByRepository, hidesOthers } from '../catalog/shadowing';
import { launchApproval } from './launchApproval';
import { type GivenYes, type JudgedLaunch, mayLaunch } from './launchDecision';

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
  /** Entries of the same name that a repository's entry hides. */
  readonly hidden: readonly CatalogEntry[];
}

/** Asks the one who may say yes: a person in VS Code; headless, nobody is there, and what was given before counts. */
export interface ConsentPrompt {
  /** A yes holds for later runs too. */
  ask(request: LaunchRequest, signal: AbortSignal): Promise<boolean>;
  /** What was allowed for this run before anybody asked. */
  readonly given: GivenYes;
  /** What to do next when the answer was no, e.g. which flag to give. One or two sentences. */
  adviceAfterNo(entry: Pick<CatalogEntry, 'id' | 'owner'>): string;
}

/** What consent stands on. */
export interface LaunchConsentParts {
  readonly journal: Journal;
  readonly prompt: ConsentPrompt;
  readonly sha256: Sha256;
  readonly catalog: Pick<Catalog, 'shadowed'>;
}

/** Lets a server start only in the form a person agreed to: VS Code asks nothing for an extension's servers (D8). */
export class LaunchConsent {
  readonly #journal: Journal;
  readonly #prompt: ConsentPrompt;
  readonly #sha256: Sha256;
  /** Questions that are open: two who ask for the same launch wait for one answer. */
  readonly #open = new Map<string, Promise<boolean>>();
  /** Approvals that could not be put into the journal: they count until this process ends. */
  readonly #unrecorded = new Map<ServerId, string>();
  readonly #catalog: Pick<Catalog, 'shadowed'>;

  constructor({ journal, prompt, sha256, catalog }: LaunchConsentParts) {
    this.#journal = journal;
    this.#prompt = prompt;
    this.#sha256 = sha256;
    this.#catalog = catalog;
  }

  /** What to do next after a no, in the host's words. */
  advice(entry: CatalogEntry): string {
    return this.#prompt.adviceAfterNo(entry);
  }

  isApproved(entry: CatalogEntry, launch: PreparedLaunch): boolean {
    return mayLaunch(judged(entry, launch, this.#sha256), this.#prompt.given, this.#approvedHash(entry));
  }

  /** Passes when this very launch is approved, else asks. @throws {Refusal} launch-not-approved */
  async require(entry: CatalogEntry, launch: PreparedLaunch, signal: AbortSignal): Promise<void> {
    if (this.isApproved(entry, launch)) return;
    signal.throwIfAborted();
    const launchHash = judged(entry, launch, this.#sha256).hash;
    const key = `${entry.id}\n${launchHash}`;
    const answer = this.#open.get(key) ?? this.#ask(key, entry, launch, launchHash, signal);
    const isYes = await untilAborted(answer, signal);
    if (isYes) return;
    throw new Refusal(
      'launch-not-approved',
      `"${entry.id}" was not started: ${this.#whyNot(entry)} ${this.advice(entry)}`,
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
    const hidden = hiddenByRepository(entry, this.#catalog.shadowed(entry.id));
    const request: LaunchRequest = { server: entry.id, entry, text, launch, isChanged, hidden };
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
    try {
      await this.#journal.commit(launchApproval, { verb: 'approve', server, launchHash });
    } catch (error) {
      if (!Refusal.is(error)) throw error;
      this.#unrecorded.set(server, launchHash);
    }
  }

  #approvedHash(entry: CatalogEntry): string | undefined {
    return this.#unrecorded.get(entry.id) ?? this.#journal.read(launchApproval).get(entry.id);
  }

  #whyNot(entry: CatalogEntry): string {
    if (entry.owner !== 'workspace') return 'nobody approved its command.';
    const hidden = hidesOthers(entry, this.#catalog.shadowed(entry.id));
    const what = 'a file of the repository says what it runs, and nobody approved that.';
    return hidden === undefined ? what : `${what} ${hidden}`;
  }
}

/** A launch as `mayLaunch` looks at it. */
export function judged(
  entry: Pick<CatalogEntry, 'id' | 'owner'>,
  launch: Pick<PreparedLaunch, 'shown'>,
  sha256: Sha256,
): JudgedLaunch {
  const { shown } = launch;
  return {
    server: entry.id,
    owner: entry.owner,
    hash: sha256(launchFingerprint(entry, launch)),
    readsOutside: shown.type === 'stdio' && shown.envFile !== undefined,
  };
}
