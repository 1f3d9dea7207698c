import type { Domain } from '../journal/domain';
import type { Instant } from '../support/clock';
import { isRecord } from '../support/json';
import type { RoundMessage } from './roundMessage';

/** A response that a later one can go on from. */
export interface KeptResponse {
  readonly id: string;
  /** The response that it went on from, where there is one. */
  readonly parent: string | null;
  /** The messages that came after the parent's. */
  readonly messages: readonly RoundMessage[];
  /** How many of them its client sent; left out by earlier versions. */
  readonly sent?: number;
  readonly at: Instant;
}

/** A call that a client sent back with its history, and that ran. */
export interface KeptCall {
  readonly key: string;
  /** What it answered; null until then, and for good where the program ended before. */
  readonly content: string | null;
  /** Whether that is an error. */
  readonly isError?: true;
  readonly at: Instant;
}

export type RoundMemoryWish =
  | ({ readonly verb: 'keep' } & Omit<KeptResponse, 'at'>)
  /** Does nothing where the call has begun before. */
  | { readonly verb: 'begin'; readonly key: string }
  | { readonly verb: 'answer'; readonly key: string; readonly content: string; readonly isError: boolean }
  | { readonly verb: 'forget'; readonly before: Instant };

export type RoundMemoryFact =
  | ({ readonly type: 'responseKept' } & Omit<KeptResponse, 'at'>)
  | { readonly type: 'roundCallBegun'; readonly key: string }
  | {
      readonly type: 'roundCallAnswered';
      readonly key: string;
      readonly content: string;
      readonly isError?: true;
    }
  | {
      readonly type: 'roundsForgotten';
      readonly responses: readonly string[];
      readonly calls: readonly string[];
    };

/** How long responses and calls are kept, as OpenAI keeps responses. */
const KEPT_MS = 30 * 86_400_000;
/** What is kept at most of each, so that a start stays fast: numbers, and characters of JSON (chosen here). */
const MOST = { responses: 500, calls: 500, characters: 4_000_000 } as const;

/** The state: both in the order in which they came. */
export interface Remembered {
  readonly responses: Map<string, KeptResponse>;
  readonly calls: Map<string, KeptCall>;
}

/** What rounds need to know of earlier ones after a restart: responses to go on from, and which calls have run. */
export const roundMemory: Domain<Remembered, RoundMemoryWish, RoundMemoryFact> = {
  name: 'rounds',
  version: 1,
  durability: 'normal',

  create: () => ({ responses: new Map(), calls: new Map() }),

  decide(state, wish, at) {
    switch (wish.verb) {
      case 'keep': {
        const { verb: _verb, ...response } = wish;
        return [{ type: 'responseKept', ...response }, ...overflow(state, { ...response, at })];
      }
      case 'begin':
        return state.calls.has(wish.key)
          ? []
          : [{ type: 'roundCallBegun', key: wish.key }, ...oldCalls(state)];
      case 'answer':
        return [
          {
            ...{ type: 'roundCallAnswered', key: wish.key, content: wish.content },
            ...(wish.isError ? { isError: true } : {}),
          },
        ];
      case 'forget':
        return forgetting(
          threadsOf(state).filter(isBefore(wish.before)),
          [...state.calls.values()].filter(isOld(wish.before)),
        );
    }
  },

  evolve({ responses, calls }, fact, at) {
    switch (fact.type) {
      case 'responseKept': {
        const { type: _type, ...response } = fact;
        responses.set(fact.id, { ...response, at });
        return;
      }
      case 'roundCallBegun':
        calls.set(fact.key, { key: fact.key, content: null, at });
        return;
      case 'roundCallAnswered':
        calls.set(fact.key, {
          ...{ key: fact.key, content: fact.content, at },
          ...(fact.isError === true ? { isError: true } : {}),
        });
        return;
      case 'roundsForgotten':
        for (const id of fact.responses) responses.delete(id);
        for (const key of fact.calls) calls.delete(key);
        return;
    }
  },

  erases: ({ type }) => (type === 'roundsForgotten' ? 'later' : undefined),

  tidy(state, at) {
    const before = (at - KEPT_MS) as Instant;
    const isDue = threadsOf(state).some(isBefore(before)) || [...state.calls.values()].some(isOld(before));
    return isDue ? { verb: 'forget', before } : undefined;
  },

  save: ({ responses, calls }) => ({ responses: [...responses.values()], calls: [...calls.values()] }),

  load(saved) {
    const { responses, calls } = isRecord(saved) ? saved : {};
    return {
      responses: new Map((rows(responses) as readonly KeptResponse[]).map(each => [each.id, each])),
      calls: new Map((rows(calls) as readonly KeptCall[]).map(each => [each.key, each])),
    };
  },
};

/** The whole history up to a response; undefined where it is not kept. */
export function historyOf({ responses }: Remembered, id: string): readonly RoundMessage[] | undefined {
  const parts: (readonly RoundMessage[])[] = [];
  for (let next: string | null = id; next !== null;) {
    const response: KeptResponse | undefined = responses.get(next);
    if (response === undefined) return undefined;
    parts.unshift(response.messages);
    next = response.parent;
  }
  return parts.flat();
}

/** Responses that go on from one another: they are forgotten together, since none can be gone on from without those before it. */
interface Thread {
  readonly responses: KeptResponse[];
  at: Instant;
}

/** The one that was used last comes last. */
function threadsOf({ responses }: Remembered, extra: readonly KeptResponse[] = []): readonly Thread[] {
  const byResponse = new Map<string, Thread>();
  for (const response of [...responses.values(), ...extra]) {
    const thread = byResponse.get(response.parent ?? '') ?? { responses: [], at: response.at };
    thread.responses.push(response);
    thread.at = response.at;
    byResponse.set(response.id, thread);
  }
  return [...new Set(byResponse.values())].toSorted((a, b) => a.at - b.at);
}

/** The threads that were not used for longest, as many as are too many; never the one that goes on now. */
function overflow(state: Remembered, next: KeptResponse): readonly RoundMemoryFact[] {
  const threads = threadsOf(state, [next]);
  const sizes = threads.map(({ responses }) => responses.reduce((sum, each) => sum + sizeOf(each), 0));
  let [count, characters] = [state.responses.size + 1, sizes.reduce((sum, size) => sum + size, 0)];
  const gone: Thread[] = [];
  for (const [i, thread] of threads.entries()) {
    if (count <= MOST.responses && characters <= MOST.characters) break;
    if (thread.responses.includes(next)) continue;
    gone.push(thread);
    count -= thread.responses.length;
    characters -= sizes[i] ?? 0;
  }
  return forgetting(gone, []);
}

/** Each is measured once: all that is kept would be some 20 ms for every response. */
const SIZES = new WeakMap<KeptResponse, number>();

/** Characters of JSON. */
function sizeOf(response: KeptResponse): number {
  const size = SIZES.get(response) ?? JSON.stringify(response).length;
  SIZES.set(response, size);
  return size;
}

function oldCalls({ calls }: Remembered): readonly RoundMemoryFact[] {
  const tooMany = Math.max(0, calls.size + 1 - MOST.calls);
  return forgetting([], [...calls.values()].slice(0, tooMany));
}

function forgetting(threads: readonly Thread[], calls: readonly KeptCall[]): readonly RoundMemoryFact[] {
  if (threads.length === 0 && calls.length === 0) return [];
  return [
    {
      type: 'roundsForgotten',
      responses: threads.flatMap(({ responses }) => responses.map(({ id }) => id)),
      calls: calls.map(({ key }) => key),
    },
  ];
}

const isBefore =
  (before: Instant) =>
  ({ at }: Thread): boolean =>
    at < before;

const isOld =
  (before: Instant) =>
  ({ at }: KeptCall): boolean =>
    at < before;

/** What this domain saved itself: only the outline is checked. */
function rows(saved: unknown): readonly unknown[] {
  return Array.isArray(saved) ? saved.filter(isRecord) : [];
}
