import type { Bus } from '../journal/bus';
import type { Event } from '../journal/event';
import type { Journal } from '../journal/journal';
import { coordinationError } from '../coordination/coordinationError';
import { type Disposable, DisposableStore } from '../support/disposable';
import { Emitter } from '../support/emitter';
import type { Log } from '../support/log';
import { canonicalJson } from '../support/json';
import { Ring } from '../support/ring';
import { utf8Bytes } from '../support/utf8';
import { type AgentEvent, agentEvent } from './agentEvent';
import { type EventFilter, eventMatcher } from './eventFilter';
import { type Page, pageOf } from './page';
import { type Place, PlaceCounter } from './place';
import type { ToldFields } from './sharedFields';
import { Unread } from './unread';

/** Events that can be read again (`maxEventHistory`). */
export const MAX_EVENT_HISTORY = 1_000;

/** Readers that something is kept for beyond that; who has not read for longest goes first (chosen here). */
const MAX_READERS = 64;

/** An event as it was told here. */
export interface ToldEvent {
  readonly event: Event;
  readonly place: Place;
  readonly told: AgentEvent;
}

interface Reader {
  readonly unread: Unread;
  readonly matches: (event: AgentEvent) => boolean;
  /** It has seen everything up to here. */
  position: number;
}

/** What a reader asks for. */
export interface EventQuery {
  /** Who reads: something is kept for each that lags behind. */
  readonly reader: string;
  readonly filter: EventFilter;
  readonly fromSeq: number;
  readonly limit: number;
}

interface EventHistoryParts {
  readonly bus: Bus;
  readonly journal: Pick<Journal, 'seq'>;
  readonly log: Log;
  /** Whether an event is none of this workspace's. */
  readonly isForeign: (event: Event) => boolean;
  /** What the events of our modules tell, and the words that they are filtered by. */
  readonly told: ToldFields;
  readonly categories: readonly string[];
}

/** The newest events of the bus as agents may read them, numbered from 1 for as long as this program runs. */
export class EventHistory implements Disposable {
  readonly #told: Emitter<ToldEvent>;
  readonly #volatile = new Ring<{ readonly seq: Place; readonly told: AgentEvent }>(MAX_EVENT_HISTORY);
  readonly #events = new Ring<AgentEvent>(MAX_EVENT_HISTORY);
  readonly #readers = new Map<string, Reader>();
  readonly #places: PlaceCounter;
  readonly #owned = new DisposableStore();
  /** What the events of our modules tell. */
  readonly toldFields: ToldFields;
  /** The words that the events of our modules are filtered by. */
  readonly categories: readonly string[];

  constructor({ bus, journal, log, isForeign, told, categories }: EventHistoryParts) {
    this.toldFields = told;
    this.categories = categories;
    this.#told = new Emitter(error => log.error('A reader of events failed', { error: String(error) }));
    this.#places = new PlaceCounter(journal.seq);
    this.#owned.add(bus.subscribe(event => void (isForeign(event) || this.#add(event))));
  }

  /** Hears of each event, after it can be read here. */
  get onDidTell(): Emitter<ToldEvent>['event'] {
    return this.#told.event;
  }

  /** What was told of a run and is not kept in the journal. */
  volatileOf(run: string): readonly { readonly seq: Place; readonly told: AgentEvent }[] {
    return [...this.#volatile.after(0)].filter(({ told }) => told.run_id === run);
  }

  /** The next events that match. @throws {Refusal} E-EVT-INVALID */
  read({ reader, filter, fromSeq, limit }: EventQuery): Page<AgentEvent> {
    const { lastSeq } = this.#events;
    if (fromSeq > lastSeq) {
      throw coordinationError('E-EVT-INVALID', {
        message: `from_seq ${fromSeq} is ahead of the last event, ${lastSeq}: Switchyard was restarted since.`,
        hint: 'start again with from_seq 0',
        details: { from_seq: fromSeq, last_seq: lastSeq },
      });
    }
    const { unread, matches } = this.#readerOf(`${reader}\n${canonicalJson(filter)}`, filter, fromSeq);
    const events = this.#events;
    const history = {
      droppedSeq: unread.droppedSeq,
      lastSeq,
      *after(seq: number) {
        yield* unread.after(seq);
        yield* events.after(seq);
      },
    };
    return pageOf(history, { fromSeq, limit, matches });
  }

  dispose(): void {
    this.#owned.dispose();
  }

  #add(event: Event): void {
    const told = agentEvent(this.#events.lastSeq + 1, event, this.toldFields);
    const place = this.#places.next(event.seq);
    if (event.seq === null && told.run_id !== null) this.#volatile.push({ seq: place, told });
    const gone = this.#events.push(told);
    if (gone) this.#keepForReaders(gone);
    this.#told.fire({ event, place, told });
  }

  #keepForReaders(gone: AgentEvent): void {
    let bytes: number | undefined;
    for (const { position, matches, unread } of this.#readers.values()) {
      if (position >= gone.seq || !matches(gone)) continue;
      bytes ??= utf8Bytes(JSON.stringify(gone));
      unread.offer(gone, bytes);
    }
  }

  #readerOf(key: string, filter: EventFilter, fromSeq: number): Reader {
    const known = this.#readers.get(key);
    const reader = known ?? {
      unread: new Unread(this.#events.droppedSeq),
      matches: eventMatcher(filter),
      position: fromSeq,
    };
    this.#readers.delete(key);
    this.#readers.set(key, reader);
    const [oldest] = this.#readers.keys();
    if (this.#readers.size > MAX_READERS && oldest !== undefined) this.#readers.delete(oldest);
    for (const seq of [reader.position, fromSeq]) reader.unread.acknowledge(seq, this.#events.droppedSeq);
    reader.position = fromSeq;
    return reader;
  }
}
