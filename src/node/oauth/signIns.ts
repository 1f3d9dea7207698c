import type { CatalogEntry } from '../../core/catalog/entry';
import type { SignIns } from '../../core/catalog/ports';
import type { Clock } from '../../core/support/clock';
import type { Disposable } from '../../core/support/disposable';
import { Emitter } from '../../core/support/emitter';
import type { Log } from '../../core/support/log';
import type { ServerId } from '../../shared/ids';
import type { Fetch } from '../net/guardedFetch';
import type { Challenge } from './challenge';
import { refreshed } from './refresh';
import { recordIn, type SignInRecord, type SignInStore } from './signInRecord';

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
  /** How the user signs in to a server in this host. One sentence. */
  readonly advice: (server: ServerId) => string;
}

/** A token that ends sooner than this is renewed before it is sent. */
const RENEW_BEFORE_MS = 60_000;

/** Who is signed in where, and the tokens to show for it. Of many who need a new token at once, one asks for it. */
export class OAuthSignIns implements SignIns, Disposable {
  readonly advice: (server: ServerId) => string;
  readonly #parts: SignInsParts;
  readonly #changed: Emitter<void>;
  readonly #watch: Disposable;
  readonly #asked = new Map<ServerId, Asked>();
  readonly #renewals = new Map<ServerId, Promise<string | undefined>>();
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

  isSignedIn(server: ServerId): boolean {
    return this.#signedIn.has(server);
  }

  onDidChange(listener: () => void): Disposable {
    return this.#changed.event(listener);
  }

  /** What the server said when it last asked for a sign-in, here or to another program. */
  async challenge(server: ServerId, url: string): Promise<Challenge | undefined> {
    const wanted = this.#asked.has(server) ? undefined : (await this.#record(server, url))?.wanted;
    if (wanted === undefined) return this.#asked.get(server)?.challenge;
    const { scope, resourceMetadataUrl } = wanted;
    return {
      ...(scope === undefined ? {} : { scope }),
      ...(resourceMetadataUrl === undefined ? {} : { resourceMetadataUrl: new URL(resourceMetadataUrl) }),
    };
  }

  /** Takes note that the server lets nobody in before somebody signed in. `sent`: the token that was not good enough. */
  async need(server: ServerId, url: string, challenge: Challenge, sent: string | undefined): Promise<void> {
    const isNews = !this.#asked.has(server);
    this.#asked.set(server, { challenge, sent });
    if (isNews) this.#changed.fire();
    const record = await this.#record(server, url);
    if (record === undefined || record.accessToken !== sent) return;
    const { scope, resourceMetadataUrl } = challenge;
    const wanted = { scope, resourceMetadataUrl: resourceMetadataUrl?.href };
    await this.#parts.store.write(server, JSON.stringify({ ...record, wanted }));
  }

  /** The token to show to the server now; undefined where nobody signed in at this address. @throws {OutgoingFailure} */
  async token(server: ServerId, url: string, fetch: Fetch): Promise<string | undefined> {
    const record = await this.#record(server, url);
    if (record === undefined) return undefined;
    const leftMs = (record.expiresAt ?? Number.POSITIVE_INFINITY) - this.#parts.clock.now();
    if (leftMs > RENEW_BEFORE_MS || (leftMs > 0 && record.refreshToken === undefined))
      return record.accessToken;
    try {
      return await this.renewed(server, url, record.accessToken, fetch);
    } catch (error) {
      if (leftMs <= 0) throw error;
      return record.accessToken; // Good for a little longer: the next call tries again.
    }
  }

  /** Another token than `sent`, which the server would not take; undefined where somebody has to sign in again. */
  async renewed(server: ServerId, url: string, sent: string, fetch: Fetch): Promise<string | undefined> {
    const shared = this.#renewals.get(server);
    if (shared) return await shared;
    const renewal = this.#renew(server, url, sent, fetch).finally(() => this.#renewals.delete(server));
    this.#renewals.set(server, renewal);
    return await renewal;
  }

  /** Keeps what a person's sign-in gave. */
  async keep(server: ServerId, record: SignInRecord): Promise<void> {
    await this.#parts.store.write(server, JSON.stringify(record));
    this.#asked.delete(server);
    await this.#takeOver();
  }

  /** Forgets the sign-in. Nothing stays behind here; the authorization server is not told. */
  async forget(server: ServerId): Promise<void> {
    await this.#parts.store.forget(server);
    await this.#takeOver();
  }

  dispose(): void {
    this.#watch.dispose();
  }

  async #renew(server: ServerId, url: string, sent: string, fetch: Fetch): Promise<string | undefined> {
    // Read anew: another window may have renewed it, and a refresh token that was used is worth nothing.
    const record = await this.#record(server, url);
    if (record === undefined) return undefined;
    if (record.accessToken !== sent) return record.accessToken;
    const outcome =
      record.refreshToken === undefined ? undefined : await refreshed(record, this.#parts.clock, fetch);
    if (outcome !== undefined) {
      await this.#parts.store.write(server, JSON.stringify(outcome));
      return outcome.accessToken;
    }
    const now = await this.#record(server, url);
    if (now !== undefined && now.accessToken !== sent) return now.accessToken;
    this.#parts.log.info('A sign-in ended', { server });
    await this.forget(server);
    return undefined;
  }

  async #record(server: ServerId, url: string): Promise<SignInRecord | undefined> {
    const record = recordIn(await this.#parts.store.read(server));
    return record?.url === url ? record : undefined;
  }

  async #takeOver(): Promise<void> {
    await this.#readServers();
    for (const [server, { sent }] of this.#asked) {
      const record = this.#signedIn.has(server) ? recordIn(await this.#parts.store.read(server)) : undefined;
      // Somebody signed in by another window or program.
      if (record !== undefined && record.accessToken !== sent) this.#asked.delete(server);
    }
    this.#changed.fire();
  }

  async #readServers(): Promise<void> {
    try {
      this.#signedIn = await this.#parts.store.servers();
    } catch {
      // A keyring that does not open: whoever needs it is told to sign in, and then that it can't be kept.
      this.#parts.log.warn('The store of sign-ins can not be read');
    }
  }
}
