import type * as vscode from 'vscode';
import { isRecord } from '../../core/support/json';
import { randomIds } from '../../node/machine/randomness';
import { textSetting } from './setting';

const AGREED = 'switchyard.teamJournal';
const TOLD = 'switchyard.teamJournal.told';
/** Apart from `switchyard/…`, where credentials stand: no `${env:…}` of a configuration names what is kept here. */
const PASSWORD = 'switchyard-journal/';

/** That a person shares a workspace, and through what. */
export interface TeamAgreement {
  /** As the setting names it, without a password. */
  readonly url: string;
  /** What the team calls the workspace; undefined: what its repository says. */
  readonly workspaceId: string | undefined;
}

interface Kept extends TeamAgreement {
  /** Where its password is in the secret store. */
  readonly secret: string;
  /** What the settings named then: a folder's settings win over the address that the person gave. */
  readonly seen: string;
}

/**
 * Whether this workspace is shared through a team's journal. A setting names the database, and may come with a repository or count for
 * all workspaces; so it counts only in those that the person connected, and for the address that they saw then.
 */
export class TeamChoice {
  readonly #state: vscode.Memento;
  readonly #secrets: vscode.SecretStorage;

  constructor({ workspaceState, secrets }: Pick<vscode.ExtensionContext, 'workspaceState' | 'secrets'>) {
    this.#state = workspaceState;
    this.#secrets = secrets;
  }

  /** The address that the settings name; empty where they name none. */
  get url(): string {
    return textSetting('journal.url');
  }

  /** What the person agreed to, also where the settings name something else by now. */
  get agreement(): TeamAgreement | undefined {
    return this.#kept;
  }

  /** Whether the journal that the settings name is the one that the person agreed to. */
  get isConnected(): boolean {
    return this.url !== '' && this.#kept?.seen === this.url;
  }

  /** Of the agreement. Undefined also where the secret store can't be read: the database says what it misses. */
  async password(): Promise<string | undefined> {
    try {
      return this.#kept && (await this.#secrets.get(this.#kept.secret));
    } catch {
      return undefined;
    }
  }

  /** `password`: empty where there is none. What was agreed before holds until the new password is kept. */
  async agree({ url, workspaceId }: TeamAgreement, password: string): Promise<void> {
    const before = this.#kept;
    const kept: Kept = { url, workspaceId, secret: PASSWORD + randomIds.next(), seen: this.url || url };
    if (password !== '') await this.#secrets.store(kept.secret, password);
    await this.#state.update(AGREED, kept);
    if (before !== undefined) await this.#secrets.delete(before.secret);
  }

  /** Forgets the agreement and its password. */
  async withdraw(): Promise<void> {
    if (this.#kept === undefined) return;
    await this.#secrets.delete(this.#kept.secret);
    await this.#state.update(AGREED, undefined);
  }

  /** Whether the person was not told yet that the settings name this address. Asked once. */
  async isNews(): Promise<boolean> {
    const isNews = this.#state.get<unknown>(TOLD) !== this.url;
    if (isNews) await this.#state.update(TOLD, this.url);
    return isNews;
  }

  get #kept(): Kept | undefined {
    const kept = this.#state.get<unknown>(AGREED);
    if (!isRecord(kept) || typeof kept['url'] !== 'string' || typeof kept['secret'] !== 'string')
      return undefined;
    const { url, secret, workspaceId, seen } = kept;
    return {
      url,
      secret,
      workspaceId: typeof workspaceId === 'string' ? workspaceId : undefined,
      seen: typeof seen === 'string' ? seen : url,
    };
  }
}
