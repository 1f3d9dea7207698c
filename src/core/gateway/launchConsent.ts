import type { ServerId } from '../../shared/ids';
import type { Catalog } from '../catalog/catalog';
import type { CatalogEntry } from '../catalog/entry';
import { launchText, type PreparedLaunch } from '../catalog/launch';
import type { LaunchPackage } from '../catalog/launchPackage';
import type { Journal } from '../journal/journal';
import { untilAborted } from '../support/abort';
import type { Sha256 } from '../support/hash';
import { Refusal } from '../support/refusal';
import { hiddenByRepository, hidesOthers } from '../catalog/shadowing';
import { type KeptVersion, keptVersion } from './keptVersion';
import { approvalOf, type ApprovedLaunch, launchApproval } from './launchApproval';
import { type GivenYes, judged, mayLaunch } from './launchDecision';

/** What a person is asked before a server is started for the first time. */
export interface LaunchRequest {
  readonly server: ServerId;
  readonly entry: CatalogEntry;
  /** The full command or address, nothing cut, secrets masked, hidden characters made visible. */
  readonly text: string;
  /** What the text says, for other words between its parts (`launchText`). */
  readonly launch: Pick<PreparedLaunch, 'shown' | 'runsWorkspaceCode'>;
  /** True when another launch of this server was approved before. */
  readonly isChanged: boolean;
  /** Entries of the same name that a repository's entry hides. */
  readonly hidden: readonly CatalogEntry[];
  /** The version that was approved, where only a newer one of the same package is asked about: a no keeps it in use. */
  readonly approved?: LaunchPackage;
}

/** Asks the one who may say yes: a person in VS Code; headless, nobody is there, and what was given before counts. */
export interface ConsentPrompt {
  /** A yes holds for later runs too. */
  ask(request: LaunchRequest, signal: AbortSignal): Promise<boolean>;
  /** Whether a person is asked; else a no means that nobody said yes before. */
  readonly asksPerson: boolean;
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
  readonly #unrecorded = new Map<ServerId, ApprovedLaunch>();
  readonly #catalog: Pick<Catalog, 'shadowed'>;

  constructor({ journal, prompt, sha256, catalog }: LaunchConsentParts) {
    this.#journal = journal;
    this.#prompt = prompt;
    this.#sha256 = sha256;
    this.#catalog = catalog;
  }

  /** Whether a no is a person's. */
  get asksPerson(): boolean {
    return this.#prompt.asksPerson;
  }

  /** What to do next after a no, in the host's words. */
  advice({ id, owner }: CatalogEntry, { runsWorkspaceCode }: PreparedLaunch): string {
    return this.#prompt.adviceAfterNo({ id, owner: runsWorkspaceCode ? 'workspace' : owner });
  }

  /** Whether nobody needs to be asked before it starts, in this version or in the approved one before. */
  isApproved(entry: CatalogEntry, launch: PreparedLaunch): boolean {
    return this.#mayLaunch(entry, launch) || this.#kept(entry, launch) !== undefined;
  }

  /** What would be started now without a question: the approved version, where a newer one was not agreed to; else the launch itself. */
  inForce(entry: CatalogEntry, launch: PreparedLaunch): PreparedLaunch {
    return this.#mayLaunch(entry, launch) ? launch : (this.#kept(entry, launch)?.launch ?? launch);
  }

  /**
   * The launch to start: this very one where it is approved, else whoever may say yes is asked. Who says no to a newer version of
   * an approved package keeps that one, and is asked again about the next version, or when they switch it on by hand.
   * @throws {Refusal} launch-not-approved
   */
  async require(
    entry: CatalogEntry,
    launch: PreparedLaunch,
    signal: AbortSignal,
    by: 'agent' | 'person' = 'agent',
  ): Promise<PreparedLaunch> {
    if (this.#mayLaunch(entry, launch)) return launch;
    const kept = this.#kept(entry, launch);
    if (kept?.isDeclined === true && by === 'agent') return kept.launch;
    signal.throwIfAborted();
    const key = `${entry.id}\n${judged(entry, launch, this.#sha256).hash}`;
    const answer = this.#open.get(key) ?? this.#ask(key, entry, launch, kept, signal);
    if (await untilAborted(answer, signal)) return launch;
    if (kept !== undefined) return kept.launch;
    throw new Refusal(
      'launch-not-approved',
      `"${entry.id}" was not started: ${this.#whyNot(entry, launch)} ${this.advice(entry, launch)}`,
      { server: entry.id },
    );
  }

  #ask(
    key: string,
    entry: CatalogEntry,
    launch: PreparedLaunch,
    kept: KeptVersion | undefined,
    signal: AbortSignal,
  ): Promise<boolean> {
    const before = kept === undefined ? {} : { approved: kept.package };
    const request: LaunchRequest = {
      server: entry.id,
      entry,
      text: launchText(entry, launch, undefined, kept?.package),
      launch,
      isChanged: this.#approved(entry.id) !== undefined,
      hidden: hiddenByRepository(entry, this.#catalog.shadowed(entry.id)),
      ...before,
    };
    const answer = this.#prompt
      .ask(request, signal)
      .then(async isYes => {
        if (isYes) await this.#record(entry.id, approvalOf(entry, launch, this.#sha256));
        else if (kept !== undefined) await this.#decline(entry.id, kept);
        return isYes;
      })
      .finally(() => this.#open.delete(key));
    this.#open.set(key, answer);
    return answer;
  }

  async #record(server: ServerId, launch: ApprovedLaunch): Promise<void> {
    try {
      await this.#journal.commit(launchApproval, { verb: 'approve', server, launch });
    } catch (error) {
      if (!Refusal.is(error)) throw error;
      this.#unrecorded.set(server, launch);
    }
  }

  /** The approval stays as it is: only what was not wanted is noted beside it. */
  async #decline(server: ServerId, { newer }: KeptVersion): Promise<void> {
    const approved = this.#approved(server);
    if (approved !== undefined) await this.#record(server, { ...approved, declined: newer });
  }

  #mayLaunch(entry: CatalogEntry, launch: PreparedLaunch): boolean {
    const approved = this.#approved(entry.id)?.launchHash;
    return mayLaunch(judged(entry, launch, this.#sha256), this.#prompt.given, approved);
  }

  #kept(entry: CatalogEntry, launch: PreparedLaunch): KeptVersion | undefined {
    return keptVersion(entry, launch, this.#approved(entry.id), this.#sha256);
  }

  #approved(server: ServerId): ApprovedLaunch | undefined {
    return this.#unrecorded.get(server) ?? this.#journal.read(launchApproval).get(server);
  }

  #whyNot(entry: CatalogEntry, { runsWorkspaceCode }: PreparedLaunch): string {
    if (entry.owner !== 'workspace')
      return runsWorkspaceCode
        ? 'it runs a file of the workspace, and nobody approved that.'
        : 'nobody approved its command.';
    const hidden = hidesOthers(entry, this.#catalog.shadowed(entry.id));
    const what = 'a file of the repository says what it runs, and nobody approved that.';
    return hidden === undefined ? what : `${what} ${hidden}`;
  }
}
