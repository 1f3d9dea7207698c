import type { Bus } from '../journal/bus';
import type { Clock } from '../support/clock';
import type { Json } from '../support/json';
import type { FinishReason, RoundEvent, RoundUsage } from './roundEvent';
import type { RoundMessage } from './roundMessage';
import type { RoundWish } from './roundWish';

/** Rounds that are remembered, the newest (chosen here). They are in memory only: prompts and answers are never stored. */
const MAX_KEPT = 20;

/** A call of a round, as people see it. */
export interface BookedCall {
  readonly id: string;
  readonly name: string;
  readonly server: string;
  readonly input: Readonly<Record<string, Json>>;
  readonly state: 'waiting' | 'running' | 'done' | 'failed';
  /** Its result or error, once there is one. */
  readonly text?: string;
}

/** A round that runs or ran. Times in milliseconds since 1970. */
export interface BookedRound {
  readonly id: string;
  readonly model: string;
  readonly servers: readonly string[];
  readonly startedAt: number;
  readonly endedAt: number | undefined;
  readonly state: 'running' | 'cancelled' | 'failed' | FinishReason;
  /** Why it failed, as a sentence; empty where that is a bug of ours. */
  readonly failure: string | undefined;
  /** The history that it began with, and once it has ended, all of it. */
  readonly messages: readonly RoundMessage[];
  /** What the model is saying. */
  readonly saying: string;
  readonly calls: readonly BookedCall[];
  readonly usage: RoundUsage | undefined;
  /** The task that it was recorded as. */
  readonly task: string | undefined;
}

/** Hears what happens in one round. */
export interface RoundRecorder {
  take(event: RoundEvent): void;
  failed(state: 'cancelled' | 'failed', why: string): void;
}

/** What people can see of the rounds of this program: those that run, and the newest that ended. */
export class RoundBook {
  readonly #clock: Clock;
  readonly #bus: Bus;
  #rounds: readonly BookedRound[] = [];

  constructor({ clock, bus }: { readonly clock: Clock; readonly bus: Bus }) {
    this.#clock = clock;
    this.#bus = bus;
  }

  /** The newest first. */
  all(): readonly BookedRound[] {
    return this.#rounds;
  }

  find(id: string): BookedRound | undefined {
    return this.#rounds.find(round => round.id === id);
  }

  open(id: string, { model, servers, messages }: RoundWish): RoundRecorder {
    const first: BookedRound = {
      id,
      model,
      servers: servers.map(({ label }) => label),
      startedAt: this.#clock.now(),
      endedAt: undefined,
      state: 'running',
      failure: undefined,
      messages,
      saying: '',
      calls: [],
      usage: undefined,
      task: undefined,
    };
    this.#keep(first);
    return {
      take: event => this.#take(id, event),
      failed: (state, failure) => {
        this.#change(id, round => ({ ...round, state, failure, endedAt: this.#clock.now() }));
        this.#tell(id);
      },
    };
  }

  #keep(first: BookedRound): void {
    const running = this.#rounds.filter(({ endedAt }) => endedAt === undefined);
    const ended = this.#rounds.filter(({ endedAt }) => endedAt !== undefined).slice(0, MAX_KEPT - 1);
    const kept = new Set([...running, ...ended]);
    this.#rounds = [first, ...this.#rounds.filter(round => kept.has(round))];
    this.#tell(first.id);
  }

  #take(id: string, event: RoundEvent): void {
    const change = changeOf(event);
    if (change === undefined) return;
    this.#change(id, round => change(round, this.#clock.now()));
    // Words come by the hundred: who shows them looks now and then.
    if (event.type !== 'text.delta') this.#tell(id);
  }

  #change(id: string, change: (round: BookedRound) => BookedRound): void {
    this.#rounds = this.#rounds.map(round => (round.id === id ? change(round) : round));
  }

  /** Who draws it looks here: events carry no word of it. */
  #tell(id: string): void {
    this.#bus.publish({
      seq: null,
      ts: this.#clock.now(),
      stream: 'round',
      kind: 'roundChanged',
      cat: 'operation',
      level: 'debug',
      payload: { id },
      v: 1,
    });
  }
}

type Change = (round: BookedRound, now: number) => BookedRound;

/** What an event changes in the book; undefined where that is nothing. */
function changeOf(event: RoundEvent): Change | undefined {
  switch (event.type) {
    case 'text.start':
      return round => ({ ...round, saying: '' });
    case 'text.delta':
      return round => ({ ...round, saying: round.saying + event.delta });
    case 'approval.request': {
      const { approval_request_id, server_label: server, name, arguments: input } = event;
      return withCall({
        id: approval_request_id.replace(/^apr_/, ''),
        name,
        server,
        input,
        state: 'waiting',
      });
    }
    case 'internal_tool.start':
      return withCall({ ...callOf(event), state: 'running' });
    case 'internal_tool.done':
      return withCall({ ...callOf(event), state: 'done', text: event.result });
    case 'internal_tool.error':
      return withCall({ ...callOf(event), state: 'failed', text: event.error });
    case 'done':
      return (round, now) => ({
        ...round,
        endedAt: now,
        state: event.finish_reason,
        messages: event.messages,
        saying: '',
        usage: event.usage,
        task: event.task?.task_id,
      });
    default:
      return undefined;
  }
}

type CallEvent = Extract<RoundEvent, { readonly block_id: string; readonly mcp_server: string }>;

function callOf({ tool_call_id: id, name, mcp_server: server, arguments: input }: CallEvent) {
  return { id, name, server, input };
}

function withCall(call: BookedCall): Change {
  return round => ({
    ...round,
    saying: '',
    calls: round.calls.some(({ id }) => id === call.id)
      ? round.calls.map(each => (each.id === call.id ? call : each))
      : [...round.calls, call],
  });
}
