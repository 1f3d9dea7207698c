import type { CatalogEntry } from '../../core/catalog/entry/entry';
import type { SignIns } from '../../core/catalog/entry/ports';
import type { Clock } from '../../core/support/clock';
import type { Disposable } from '../../core/support/disposable';
import { Emitter } from '../../core/support/emitter';
import type { Log } from '../../core/support/log';
import { Refusal } from '../../core/support/refusal';
import { type ServerId, serverId } from '../../shared/ids';
import type { Fetch } from '../net/guardedFetch';
import type { Challenge } from './challenge';
import { refreshed } from './refresh';
import {
  endOf,
  isEndOf,
  liveAt,
  type LiveSignIn,
  recordIn,
  type SignInPlace,
  type SignInRecord,
  type SignInStore,
} from './signInRecord';

interface Asked {
  readonly challenge: Challenge;
  /** The token that the server refused, if there was one. */
  readonly sent: string | undefined;
}

/** What signing in stands on. */
export interface SignInsParts {
  readonly store: SignInStore;
  readonly clock: Clock;
  readonly log: Log;
  /** How the user signs in to a server at this address in this host. One sentence. */
  readonly advice: SignIns['advice'];
  /** Hears of each token and each client's secret before it is sent, so that it can be masked elsewhere. */
  readonly learnSecret: (secret: string) => void;
}

/** A token that ends sooner than this is renewed before it is sent. */
const RENEW_BEFORE_MS = 60_000;

/** Who is signed in where, and the tokens to show for it. Of many who need a new token at once, one asks for it. */
export class OAuthSignIns implements SignIns, Disposable {
  readonly advice: SignIns['advice'];
  readonly #parts: SignInsParts;
  readonly #changed: Emitter<void>;
  readonly #watch: Disposable;
  readonly #asked = new Map<ServerId, Asked>();
  readonly #renewals = new Map<ServerId, Promise<string | undefined>>();
  #lastChange: Promise<unknown> = Promise.resolve();
  /** Servers with a record here, and those of them with a token to show. */
  #kept: ReadonlySet<string> = new Set();
  #signedIn: ReadonlySet<string> = new Set();

  private constructor(parts: SignInsParts) {
    this.#parts = parts;
    this.advice = parts.advice;
    this.#changed = new Emitter(error =>
      parts.log.error('A sign-in listener failed', { error: String(error) }),
    );
    this.#watch = parts.store.onDidChange(() => void this.#takeOver());
  }

  static async open(parts: SignInsParts): Promise<OAuthSignIns> {
    const signIns = new OAuthSignIns(parts);
    await signIns.#readServers();
    return signIns;
  }

  isNeeded({ id, signsIn }: Pick<CatalogEntry, 'id' | 'signsIn'>): boolean {
    return this.#asked.has(id) || (signsIn === true && !this.#signedIn.has(id));
  }

  /** Whether there is anything to sign out of: a sign-in, or what is remembered of one that ended. */
  isKept(server: ServerId): boolean {
    return this.#kept.has(server);
  }

  /** Every server of which that is so, also one that is in the catalog no more. */
  kept(): readonly ServerId[] {
    return [...this.#kept].flatMap(name => serverId(name) ?? []).toSorted();
  }

  /** Who signed the user in at this address before; undefined where nobody did. */
  async issuer(server: ServerId, url: string): Promise<string | undefined> {
    const record = await this.#read(server);
    return record?.url === url ? record.issuer : undefined;
  }

  /** What the sign-in that holds asked for; undefined where it asked for nothing by name, and where none holds. */
  async scope(server: ServerId, place: SignInPlace): Promise<string | undefined> {
    return (await this.#live(server, place))?.scope;
  }

  onDidChange(listener: () => void): Disposable {
    return this.#changed.event(listener);
  }

  /** What the server said when it last asked for a sign-in, here or to another program. */
  async challenge(server: ServerId, place: SignInPlace): Promise<Challenge | undefined> {
    const wanted = this.#asked.has(server) ? undefined : (await this.#live(server, place))?.wanted;
    if (wanted === undefined) return this.#asked.get(server)?.challenge;
    const { scope, resourceMetadataUrl } = wanted;
    return {
      ...(scope === undefined ? {} : { scope }),
      ...(resourceMetadataUrl === undefined ? {} : { resourceMetadataUrl: new URL(resourceMetadataUrl) }),
    };
  }

  /** Takes note that the server lets nobody in before somebody signed in. `sent`: the token that was not good enough. */
  async need(
    server: ServerId,
    place: SignInPlace,
    challenge: Challenge,
    sent: string | undefined,
  ): Promise<void> {
    const isNews = !this.#asked.has(server);
    this.#asked.set(server, { challenge, sent });
    if (isNews) this.#changed.fire();
    await this.#inTurn(async () => {
      const record = await this.#live(server, place);
      if (record === undefined || record.accessToken !== sent) return;
      const { scope, resourceMetadataUrl } = challenge;
      const wanted = { scope, resourceMetadataUrl: resourceMetadataUrl?.href };
      await this.#write(server, { ...record, wanted });
    });
  }

  /** The token to show to the server now; undefined where nobody signed in at this address. @throws {OutgoingFailure} */
  async token(server: ServerId, place: SignInPlace, fetch: Fetch): Promise<string | undefined> {
    const record = await this.#live(server, place);
    if (record === undefined) return undefined;
    const leftMs = (record.expiresAt ?? Number.POSITIVE_INFINITY) - this.#parts.clock.now();
    if (leftMs > RENEW_BEFORE_MS || (leftMs > 0 && record.refreshToken === undefined))
      return record.accessToken;
    try {
      return await this.renewed(server, place, record.accessToken, fetch);
    } catch (error) {
      if (leftMs <= 0) throw error;
      return record.accessToken; // Good for a little longer: the next call tries again.
    }
  }

  /** Another token than `sent`, which the server would not take; undefined where somebody has to sign in again. */
  async renewed(
    server: ServerId,
    place: SignInPlace,
    sent: string,
    fetch: Fetch,
  ): Promise<string | undefined> {
    const shared = this.#renewals.get(server);
    if (shared) return await shared;
    const renewal = this.#renew(server, place, sent, fetch).finally(() => this.#renewals.delete(server));
    this.#renewals.set(server, renewal);
    return await renewal;
  }

  /** Keeps what a person's sign-in gave. */
  async keep(server: ServerId, record: SignInRecord): Promise<void> {
    await this.#inTurn(() => this.#write(server, record));
    this.#asked.delete(server);
    await this.#takeOver();
  }

  /** Forgets the sign-in, and gives what it was, for whoever has to hear of the end. */
  async forget(server: ServerId): Promise<SignInRecord | undefined> {
    const record = await this.#inTurn(async () => {
      const before = await this.#readOrNothing(server);
      await withStore(this.#parts.store.forget(server));
      return before;
    });
    await this.#takeOver();
    return record;
  }

  dispose(): void {
    this.#watch.dispose();
  }

  async #renew(
    server: ServerId,
    place: SignInPlace,
    sent: string,
    fetch: Fetch,
  ): Promise<string | undefined> {
    // Read anew: another window may have renewed it, and a refresh token that was used is worth nothing.
    const record = await this.#live(server, place);
    if (record === undefined) return undefined;
    if (record.accessToken !== sent) return record.accessToken;
    const outcome =
      record.refreshToken === undefined ? undefined : await refreshed(record, this.#parts.clock, fetch);
    const fresh = await this.#inTurn(async () => {
      const now = await this.#live(server, place);
      if (now?.accessToken === sent) {
        await this.#write(server, outcome ?? endOf(now));
        return outcome?.accessToken;
      }
      // Another window came in the same moment with the refresh token that we had used, and was told that the grant is over.
      if (outcome !== undefined && isEndOf(await this.#read(server), outcome)) {
        await this.#write(server, outcome);
        return outcome.accessToken;
      }
      // Signed out meanwhile, or signed in anew: what came of it is for nobody.
      return now?.accessToken;
    });
    if (fresh === undefined) {
      this.#parts.log.info('A sign-in ended', { server });
      await this.#takeOver();
    }
    return fresh;
  }

  /** One change of the store after the other: a renewal that was under way must not undo a sign-out. */
  async #inTurn<T>(change: () => Promise<T>): Promise<T> {
    const outcome = this.#lastChange.then(change);
    this.#lastChange = outcome.catch(() => undefined);
    return await outcome;
  }

  async #write(server: ServerId, record: SignInRecord): Promise<void> {
    this.#learn(record);
    await withStore(this.#parts.store.write(server, JSON.stringify(record)));
  }

  async #read(server: ServerId): Promise<SignInRecord | undefined> {
    return recordIn(await withStore(this.#parts.store.read(server)));
  }

  async #live(server: ServerId, place: SignInPlace): Promise<LiveSignIn | undefined> {
    const record = liveAt(await this.#read(server), place);
    if (record !== undefined) this.#learn(record);
    return record;
  }

  #learn({ accessToken, refreshToken, client }: SignInRecord): void {
    for (const secret of [accessToken, refreshToken, client.client_secret]) {
      if (secret !== undefined) this.#parts.learnSecret(secret);
    }
  }

  async #takeOver(): Promise<void> {
    await this.#readServers();
    for (const [server, { sent }] of this.#asked) {
      const record = this.#signedIn.has(server) ? await this.#readOrNothing(server) : undefined;
      // Somebody signed in by another window or program.
      if (record?.accessToken !== undefined && record.accessToken !== sent) this.#asked.delete(server);
    }
    this.#changed.fire();
  }

  async #readServers(): Promise<void> {
    try {
      const kept = await this.#parts.store.servers();
      const records = await Promise.all(
        [...kept].map(async name => [name, await this.#readOrNothing(serverId(name))] as const),
      );
      this.#kept = kept;
      this.#signedIn = new Set(
        records.filter(([, it]) => it?.accessToken !== undefined).map(([name]) => name),
      );
    } catch {
      // A keyring that does not open: whoever needs it is told to sign in, and then that it can't be kept.
      this.#parts.log.warn('The store of sign-ins cannot be read');
    }
  }

  /** The record, where it can be read: one that can't be is as good as none. */
  async #readOrNothing(server: ServerId | undefined): Promise<SignInRecord | undefined> {
    return server === undefined ? undefined : await this.#read(server).catch(() => undefined);
  }
}

/** What the store gives. A keyring that does not open is a state of the machine; its error may quote what it holds. */
async function withStore<T>(given: Promise<T>): Promise<T> {
  try {
    return await given;
  } catch {
    throw new Refusal(
      'sign-in-store-locked',
      "The store of sign-ins is locked or can't be used: unlock the keyring, then try again.",
    );
  }
}
