import type { Clock } from '../../core/support/clock';
import { untilAborted } from '../../core/support/abort';
import { isRecord } from '../../core/support/json';
import { Refusal } from '../../core/support/refusal';
import { DOCUMENT_LIMITS, guardedFetch } from '../net/guardedFetch';
import { type FailureKind, failureOf } from '../net/outgoingFailure';
import { registryProblem } from './registryAddress';

/** What is asked of a registry's list. */
export interface PageWish {
  readonly cursor?: string | undefined;
  /** A part of the names. */
  readonly search?: string | undefined;
  /** RFC 3339: only what changed since then, deleted servers among them. */
  readonly updatedSince?: string | undefined;
}

/** A page of a registry's list, unread. */
export interface RegistryPage {
  readonly servers: readonly unknown[];
  /** Where the next one begins; undefined at the end. */
  readonly nextCursor: string | undefined;
}

/** As many as the official registry gives at once. */
const PAGE_SIZE = 100;
const LIMITS = { ...DOCUMENT_LIMITS, headMs: 30_000, idleMs: 30_000, maxBytes: 8 * 1_048_576 };
/** How often a request is made that comes to nothing, and how long is waited before the next time. */
const TRIES = 4;
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 60_000;
const LONGEST_CURSOR = 2_000;
const LASTING: ReadonlySet<FailureKind> = new Set(['address-refused', 'too-large', 'bad-encoding', 'tls']);

/** Reads an MCP registry over its API, version 0.1. Nothing else is sent than what is looked for. */
export class RegistryClient {
  readonly #base: string;
  readonly #clock: Clock;
  readonly #net: ReturnType<typeof guardedFetch>;

  /** @throws {Refusal} bad-registry-url */
  constructor(url: string, clock: Clock) {
    const problem = registryProblem(url);
    if (problem !== undefined) throw new Refusal('bad-registry-url', problem);
    this.#base = url
      .replace(/[?#].*$/, '')
      .replace(/\/+$/, '')
      .replace(/\/v0(?:\.1)?$/, '');
    this.#clock = clock;
    this.#net = guardedFetch({ approved: url, limits: LIMITS });
  }

  /** One page of the newest versions. @throws {Refusal} registry-unavailable, registry-answer, unknown-cursor */
  async page({ cursor, search, updatedSince }: PageWish, signal: AbortSignal): Promise<RegistryPage> {
    const query = new URLSearchParams({ limit: String(PAGE_SIZE), version: 'latest' });
    if (search !== undefined) query.set('search', search);
    if (updatedSince !== undefined) query.set('updated_since', updatedSince);
    if (cursor !== undefined) query.set('cursor', cursor);
    const { status, body } = await this.#get(`/v0.1/servers?${query.toString()}`, signal);
    if (status >= 400 && status < 500 && cursor !== undefined)
      throw new Refusal(
        'unknown-cursor',
        'The MCP registry no longer knows the place where this sync stopped.',
      );
    if (status !== 200) throw unavailable(`it answered with status ${status}`);
    if (!isRecord(body) || !Array.isArray(body['servers'])) throw wrongAnswer();
    const metadata = isRecord(body['metadata']) ? body['metadata'] : {};
    const next = metadata['nextCursor'];
    const hasNext = typeof next === 'string' && next !== '' && next.length <= LONGEST_CURSOR;
    return { servers: body['servers'], nextCursor: hasNext ? next : undefined };
  }

  /** One version of one server, unread; undefined where there is none. `version`: exact, or `latest`. @throws as `page` */
  async server(name: string, version: string, signal: AbortSignal): Promise<unknown> {
    const path = [name, 'versions', version].map(encodeURIComponent).join('/');
    const { status, body } = await this.#get(`/v0.1/servers/${path}`, signal);
    if (status === 404) return undefined;
    if (status !== 200) throw unavailable(`it answered with status ${status}`);
    return body;
  }

  close(): void {
    this.#net.close();
  }

  async #get(
    path: string,
    signal: AbortSignal,
  ): Promise<{ readonly status: number; readonly body: unknown }> {
    for (let tried = 1; ; tried += 1) {
      const answer = await this.#try(path, signal);
      if (answer.type === 'answer') return answer;
      if (tried === TRIES) throw unavailable(answer.why);
      await this.#wait(answer.waitMs ?? FIRST_WAIT_MS * 2 ** (tried - 1), signal);
    }
  }

  async #try(path: string, signal: AbortSignal): Promise<Tried> {
    try {
      const response = await this.#net.fetch(`${this.#base}${path}`, {
        headers: { accept: 'application/json' },
        signal,
      });
      const { status } = response;
      const text = await response.text();
      if (status === 429 || status >= 500)
        return { type: 'again', why: `it answered with status ${status}`, waitMs: retryAfter(response) };
      return { type: 'answer', status, body: parsed(text) };
    } catch (error) {
      signal.throwIfAborted();
      // A body that breaks off fails as the system says it.
      const { kind, why: sentence } = failureOf(error, new URL(this.#base).hostname);
      const why = sentence.replace(/\.$/, '');
      // What can't be reached by its address is not there a second later.
      if (LASTING.has(kind)) throw unavailable(why);
      return { type: 'again', why, waitMs: undefined };
    }
  }

  async #wait(ms: number, signal: AbortSignal): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = this.#clock.after(Math.min(ms, LONGEST_WAIT_MS), resolve);
    try {
      await untilAborted(promise, signal);
    } finally {
      timer.dispose();
    }
  }
}

type Tried =
  | { readonly type: 'answer'; readonly status: number; readonly body: unknown }
  | { readonly type: 'again'; readonly why: string; readonly waitMs: number | undefined };

function retryAfter({ headers }: Response): number | undefined {
  const seconds = Number(headers.get('retry-after') ?? 'none');
  return Number.isFinite(seconds) && seconds >= 0 ? seconds * 1_000 : undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // What follows says that it is no answer.
  }
}

function unavailable(why: string): Refusal {
  return new Refusal(
    'registry-unavailable',
    `The MCP registry can't be read: ${why}. What was synced before is kept. Sync again later: it goes on where it stopped.`,
  );
}

function wrongAnswer(): Refusal {
  return new Refusal(
    'registry-answer',
    'This address does not answer as an MCP registry does. Check the address. What was synced before is kept.',
  );
}
