import type { ServerId, SessionId } from '../../../shared/ids';
import type { Catalog } from '../../catalog/catalog';
import type { CatalogEntry } from '../../catalog/entry/entry';
import { launchText, type PreparedLaunch } from '../../catalog/launch/launch';
import type { LaunchPackage } from '../../catalog/launch/launchPackage';
import type { Journal } from '../../journal/journal';
import { untilAborted } from '../../support/abort';
import type { Sha256 } from '../../support/hash';
import { Refusal } from '../../support/refusal';
import { hiddenByRepository, hidesOthers } from '../../catalog/launch/shadowing';
import { type KeptVersion, keptVersion } from './keptVersion';
import { approvalOf, type ApprovedLaunch, launchApproval } from './launchApproval';
import { type GivenYes, judged, launchRef, mayLaunch } from './launchDecision';
import type { CallerClient } from '../upstream/upstream';

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
  /** The client for whose call it is to start; left out where no call waits for it. */
  readonly client?: CallerClient;
  /** The session whose agent wants it; left out where a person does. */
  readonly session?: SessionId;
}

/** Who wants a server to start. */
export interface Asker {
  /** Defaults to `agent`. */
  readonly by?: 'agent' | 'person';
  readonly client?: CallerClient | undefined;
  readonly session?: SessionId;
}

/** What came of a question: `no` was said by a person, `closed` is a question without an answer, `unasked` where nobody was asked. */
export type LaunchAnswer = 'yes' | 'no' | 'closed' | 'unasked';

/** Asks the one who may say yes: a person in VS Code; headless, the one at the client, where it can ask, and what was given before counts. */
export interface ConsentPrompt {
  /** A yes holds for later runs too. */
  ask(request: LaunchRequest, signal: AbortSignal): Promise<LaunchAnswer>;
  /** What was allowed for this run before anybody asked. */
  readonly given: GivenYes;
  /** What to do next when the answer was no yes, e.g. which flag to give. `ref` names exactly this launch (`launchRef`). A few sentences. */
  adviceAfterNo(entry: CatalogEntry, answer: LaunchAnswer, ref: string): string;
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
  readonly #open = new Map<string, Promise<LaunchAnswer>>();
  /** Approvals that could not be put into the journal: they count until this process ends. */
  readonly #unrecorded = new Map<ServerId, ApprovedLaunch>();
  readonly #catalog: Pick<Catalog, 'shadowed'>;

  constructor({ journal, prompt, sha256, catalog }: LaunchConsentParts) {
    this.#journal = journal;
    this.#prompt = prompt;
    this.#sha256 = sha256;
    this.#catalog = catalog;
  }

  /** What to do next after no yes, in the host's words. */
  advice(entry: CatalogEntry, launch: PreparedLaunch, answer: LaunchAnswer): string {
    const isTheirs = launch.runsWorkspaceCode === true && entry.owner !== 'agent';
    const ref = launchRef(judged(entry, launch, this.#sha256));
    return this.#prompt.adviceAfterNo(isTheirs ? { ...entry, owner: 'workspace' } : entry, answer, ref);
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
   * @throws {Refusal} launch-not-approved, with what came of the question as `answer`
   */
  async require(
    entry: CatalogEntry,
    launch: PreparedLaunch,
    signal: AbortSignal,
    asker: Asker = {},
  ): Promise<PreparedLaunch> {
    if (this.#mayLaunch(entry, launch)) return launch;
    const kept = this.#kept(entry, launch);
    if (kept?.isDeclined === true && asker.by !== 'person') return kept.launch;
    signal.throwIfAborted();
    const key = `${entry.id}\n${judged(entry, launch, this.#sha256).hash}`;
    const open = this.#open.get(key);
    const shared = open && (await untilAborted(answerOf(open), signal));
    // Whoever asked first has gone, or nobody could be asked there: here, somebody may be.
    if (shared === 'unasked') return await this.require(entry, launch, signal, asker);
    const answer = shared ?? (await untilAborted(this.#ask(key, entry, launch, kept, asker, signal), signal));
    if (answer === 'yes') return launch;
    if (kept !== undefined) return kept.launch;
    throw new Refusal(
      'launch-not-approved',
      `"${entry.id}" was not started: ${this.#whyNot(entry, launch)}${SAID[answer]} ${this.advice(entry, launch, answer)}`,
      { server: entry.id, answer },
    );
  }

  #ask(
    key: string,
    entry: CatalogEntry,
    launch: PreparedLaunch,
    kept: KeptVersion | undefined,
    { by, client, session }: Asker,
    signal: AbortSignal,
  ): Promise<LaunchAnswer> {
    const before = kept === undefined ? {} : { approved: kept.package };
    const request: LaunchRequest = {
      server: entry.id,
      entry,
      text: launchText(entry, launch, undefined, kept?.package),
      launch,
      isChanged: this.#approved(entry.id) !== undefined,
      hidden: hiddenByRepository(entry, this.#catalog.shadowed(entry.id)),
      ...before,
      ...(client === undefined ? {} : { client }),
      ...(session === undefined || by === 'person' ? {} : { session }),
    };
    const answer = this.#prompt
      .ask(request, signal)
      .then(async given => {
        if (given === 'yes') await this.#record(entry.id, approvalOf(entry, launch, this.#sha256));
        else if (given === 'no' && kept !== undefined) await this.#decline(entry.id, kept);
        return given;
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
    if (entry.owner === 'agent') return 'its command is not approved.';
    if (entry.owner !== 'workspace')
      return runsWorkspaceCode
        ? 'it runs a workspace file, which is not approved.'
        : 'its command is not approved.';
    const hidden = hidesOthers(entry, this.#catalog.shadowed(entry.id));
    const what = 'a repository file defines what it runs, which is not approved.';
    return hidden === undefined ? what : `${what} ${hidden}`;
  }
}

/** What an open question comes to; what fails because its asker left says nothing to others. */
async function answerOf(open: Promise<LaunchAnswer>): Promise<LaunchAnswer> {
  return await open.catch(() => 'unasked');
}

/** What a refusal says of the question. That nobody was asked, the host says with its reason. */
const SAID: Readonly<Record<Exclude<LaunchAnswer, 'yes'>, string>> = {
  no: ' The user declined.',
  closed: ' The user dismissed the prompt without answering.',
  unasked: '',
};
