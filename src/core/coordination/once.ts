import type { Domain } from '../journal/domain';
import type { AnyFact } from '../journal/slot';
import type { Correlation } from '../journal/event';
import type { Journal } from '../journal/journal';
import type { Instant } from '../support/clock';
import type { Sha256 } from '../support/hash';
import { canonicalJson, isRecord } from '../support/json';
import { coordinationError } from './coordinationError';
import { KeptRequests, ONCE_MS } from './keptRequests';
import type { SpaceFact, Spaces, SpaceWish } from './perWorkspace';

/** What makes two requests the same one. */
export interface Once {
  /** The tool's name and a hash of the caller's key: what is masked in the journal is not found again. */
  readonly key: string;
  /** Of everything that is asked for but the ids of the request itself. */
  readonly hash: string;
}

/** A wish that may be a repeated one. */
export interface OnceWish<Wish> {
  readonly wish: Wish;
  readonly once?: Once;
}

/** A fact that knows which request it came from. */
export type OnceFact<Fact extends AnyFact> = Fact & { readonly once?: Once };

/** The state of a domain, and what the requests of the last ten minutes did. */
export interface OnceState<State, Fact extends AnyFact> {
  readonly inner: State;
  readonly kept: KeptRequests<OnceFact<Fact>>;
}

/** How a domain forgets what is over, before its state is saved. */
export interface Forgetful<State, Wish, Fact extends AnyFact> {
  /** The wish to forget what was replaced before then, and all that was deleted. Gives one fact. */
  wish(before: Instant): Wish;
  /** Whether the state itself holds something to be forgotten. */
  isDue(state: State, before: Instant): boolean;
  /** What the fact of that wish says; undefined for any other. */
  before(fact: Fact): Instant | undefined;
  /** A fact of an earlier request without what is over; the same fact where nothing is. */
  redacted(fact: Fact, before: Instant, state: State): Fact;
}

/** Says what makes a request one: the tool, the caller's key, and everything else it asks for. */
export function onceOf(
  tool: string,
  key: string,
  request: Readonly<Record<string, unknown>>,
  sha256: Sha256,
): Once {
  const { op_id: _op, idempotency_key: _key, ...asked } = request;
  return { key: `${tool}:${sha256(key)}`, hash: sha256(canonicalJson(asked)) };
}

/**
 * The same domain, which does a request with a key once: the second one within ten minutes gives no new facts. As the key
 * lies in the facts, a crash between the two changes nothing.
 */
export function onceOnly<State, Wish, Fact extends AnyFact>(
  domain: Domain<State, Wish, Fact>,
  forgetful?: Forgetful<State, Wish, Fact>,
): Domain<OnceState<State, Fact>, OnceWish<Wish>, OnceFact<Fact>> {
  return {
    name: domain.name,
    version: domain.version,
    durability: domain.durability,
    ...(domain.upcast === undefined ? {} : { upcast: domain.upcast.bind(domain) }),
    ...(domain.label === undefined ? {} : { label: domain.label.bind(domain) }),
    ...(domain.erases === undefined ? {} : { erases: domain.erases.bind(domain) }),

    create: () => ({ inner: domain.create(), kept: new KeptRequests() }),

    decide({ inner, kept }, { wish, once }, at) {
      if (once === undefined) return domain.decide(inner, wish, at);
      const earlier = kept.find(once.key, at);
      if (earlier === undefined) {
        return domain.decide(inner, wish, at).map(fact => ({ ...fact, once }));
      }
      if (earlier.hash !== once.hash) throw conflict(once);
      return [];
    },

    evolve({ inner, kept }, fact, at) {
      domain.evolve(inner, fact, at);
      if (fact.once !== undefined) kept.add(fact.once, fact, at);
      const before = forgetful?.before(fact);
      // Redacting changes what a fact says, and not which request it came from.
      if (before !== undefined)
        kept.redact(at, each => forgetful?.redacted(each, before, inner) as OnceFact<Fact>);
    },

    tidy({ inner, kept }, at, scope) {
      if (forgetful === undefined) return undefined;
      // Who follows what changes may be as late as a repeated request.
      const before = (scope === 'all' ? at : at - ONCE_MS) as Instant;
      const isDue =
        forgetful.isDue(inner, before) || kept.some(each => forgetful.redacted(each, before, inner) !== each);
      return isDue ? { wish: forgetful.wish(before) } : undefined;
    },

    save: ({ inner, kept }) => ({ inner: domain.save(inner), kept: kept.save() }),

    load(saved) {
      const { inner, kept } = isRecord(saved) ? saved : {};
      return { inner: domain.load(inner), kept: new KeptRequests(kept) };
    },
  };
}

/** What a request did, now or when it was first made. */
export interface Done<Fact extends AnyFact> {
  readonly facts: readonly OnceFact<Fact>[];
  /** Nothing was done now: these are the facts of the first time. */
  readonly isReplay: boolean;
}

/** A domain in which a request with a key is done once, and each workspace has its own part. */
export type SharedDomain<State, Wish, Fact extends AnyFact> = Domain<
  Spaces<OnceState<State, Fact>>,
  SpaceWish<OnceWish<Wish>>,
  SpaceFact<OnceFact<Fact>>
>;

/** Where a wish goes. */
interface Door<State, Wish, Fact extends AnyFact> {
  readonly journal: Journal;
  readonly domain: SharedDomain<State, Wish, Fact>;
  readonly workspace: string;
}

/** What a workspace has of a domain, as far as this process has read. @param empty what it has at first */
export function readShared<State, Wish, Fact extends AnyFact>(
  { journal, domain, workspace }: Door<State, Wish, Fact>,
  empty: () => State,
): State {
  const { own, unclaimed } = journal.read(domain);
  return (own.get(workspace) ?? unclaimed)?.inner ?? empty();
}

/** Commits a wish that may be a repeated one. @throws {Refusal} E-IDEMPOTENCY-CONFLICT, and what the domain refuses */
export async function commitOnce<State, Wish, Fact extends AnyFact>(
  { journal, domain, workspace }: Door<State, Wish, Fact>,
  { wish, once }: OnceWish<Wish>,
  origin?: Correlation,
): Promise<Done<Fact>> {
  const asked = once === undefined ? { wish } : { wish, once };
  const facts = await journal.commit(domain, { each: [{ workspace, wish: asked }] }, origin);
  const spaces = journal.read(domain);
  const kept = (spaces.own.get(workspace) ?? spaces.unclaimed)?.kept;
  const earlier = once === undefined || facts.length > 0 ? undefined : kept?.rows.get(once.key);
  // One that is over may still lie there: another request that did nothing is not answered with it.
  return earlier === undefined || earlier.hash !== once?.hash
    ? { facts, isReplay: false }
    : { facts: earlier.facts, isReplay: true };
}

function conflict({ key }: Once) {
  return coordinationError('E-IDEMPOTENCY-CONFLICT', {
    message: `This idempotency key was already used for a different ${key.slice(0, key.indexOf(':'))} request.`,
    hint: 'use a new idempotency_key',
  });
}
