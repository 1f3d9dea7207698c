import { coordinationError } from '../coordination/coordinationError';
import type { Bus } from '../journal/bus';
import { type Disposable, disposable } from '../support/disposable';
import { isShallow } from '../support/json';
import { type History, type Page, pageOf } from './page';
import {
  type ListedResource,
  notFound,
  type ResourceChange,
  type ResourceKind,
  type ResourceReader,
  type ResourceTemplate,
  type ResourceText,
  type Watched,
  type WatchFilters,
  type WatchRow,
} from './resourceKind';

/** Levels of JSON that is laid out for people: with more, spaces could be a hundred times what they set apart (chosen here). */
const MAX_LEVELS = 12;

/** A stream was taken in whose facts are not told one by one. */
const CAUGHT_UP = 'caughtUp';

/** What a watcher asks for. */
export interface WatchQuery {
  readonly fromSeq: number;
  readonly limit: number;
  readonly filters: WatchFilters;
}

/** Everything under `sc://`, whichever domain keeps it. The one door for agents and clients alike. */
export class Resources {
  readonly #kinds: readonly ResourceKind[];
  readonly #bus: Bus;

  constructor(kinds: readonly ResourceKind[], bus: Bus) {
    this.#kinds = kinds;
    this.#bus = bus;
  }

  /** The kinds of addresses there are. */
  templates(): readonly ResourceTemplate[] {
    return this.#kinds.map(({ template }) => template);
  }

  /** At most so many of each kind, the newest first. */
  list(
    reader: ResourceReader,
    most: number,
    prefix = '',
  ): readonly (ListedResource & { readonly kind: ResourceKind })[] {
    return this.#kinds.flatMap(kind => {
      const [start = ''] = kind.template.uriTemplate.split('{');
      if (start.startsWith(prefix)) return kind.list(reader, most).map(row => ({ ...row, kind }));
      if (!prefix.startsWith(start)) return [];
      // Only some of the kind begin so, perhaps none of its newest.
      const all = kind.list(reader, Infinity).filter(({ uri }) => uri.startsWith(prefix));
      return all.slice(0, most).map(row => ({ ...row, kind }));
    });
  }

  /** What an agent gets. @throws {Refusal} E-RES-NOT-FOUND, E-RES-FORBIDDEN */
  async read(
    uri: string,
    reader: ResourceReader,
  ): Promise<{ readonly kind: ResourceKind; readonly payload: Readonly<Record<string, unknown>> }> {
    const kind = this.#kindOf(uri);
    return { kind, payload: await kind.read(uri, reader) };
  }

  /** What a client of the protocol gets. @throws {Refusal} as `read` */
  async text(uri: string, reader: ResourceReader): Promise<ResourceText> {
    const kind = this.#kindOf(uri);
    if (kind.text) return kind.text(uri, reader);
    const payload = await kind.read(uri, reader);
    const text = isShallow(payload, MAX_LEVELS) ? JSON.stringify(payload, null, 2) : JSON.stringify(payload);
    return { mimeType: 'application/json', text };
  }

  /**
   * What happened behind an address since a reader last looked.
   * @throws {Refusal} E-RES-WATCH-UNSUPPORTED, E-RES-INVALID-INPUT, and as `read`
   */
  async watch(
    uri: string,
    reader: ResourceReader,
    { fromSeq, limit, filters }: WatchQuery,
  ): Promise<Page<WatchRow> & { readonly kind: ResourceKind }> {
    const kind = this.#kindOf(uri);
    const { history, matches } = await this.#watched(uri, reader, filters);
    if (fromSeq > history.lastSeq) throw ahead(fromSeq, history.lastSeq);
    return { kind, ...pageOf(history, { fromSeq, limit, matches }) };
  }

  /** All that happened behind an address. @throws {Refusal} as `watch` */
  async history(uri: string, reader: ResourceReader): Promise<History<WatchRow>> {
    return (await this.#watched(uri, reader, {})).history;
  }

  onDidChange(listener: (change: ResourceChange) => void): Disposable {
    const heard = this.#kinds.map(kind => kind.onDidChange(listener));
    // Much may have happened of which nothing is told: all there is may be another.
    const isOwn = (uri: string): boolean => this.#kinds.some(kind => kind.owns(uri));
    heard.push(
      this.#bus.subscribe(
        ({ kind, seq }) => kind === CAUGHT_UP && seq === null && listener({ isList: true, touches: isOwn }),
      ),
    );
    return disposable(() => {
      for (const each of heard) each.dispose();
    });
  }

  async #watched(uri: string, reader: ResourceReader, filters: WatchFilters): Promise<Watched> {
    const kind = this.#kindOf(uri);
    if (kind.watch === undefined) throw unwatchable(kind, uri);
    requireOwnFilter(kind, filters);
    return await kind.watch(uri, reader, filters);
  }

  #kindOf(uri: string): ResourceKind {
    const kind = this.#kinds.find(each => each.owns(uri));
    if (kind) return kind;
    const known = this.#kinds.map(({ template }) => template.uriTemplate).join(', ');
    throw notFound(`There is no resource with this URI. Available: ${known}.`, 'call resources_list', uri);
  }
}

function unwatchable({ kind }: ResourceKind, uri: string) {
  return coordinationError('E-RES-WATCH-UNSUPPORTED', {
    message: `A ${kind} has no events to watch. Call resources_read to see its current state.`,
    hint: 'call resources_read',
    details: { uri, kind },
  });
}

function requireOwnFilter({ kind, filter }: ResourceKind, filters: WatchFilters): void {
  const other = Object.entries(filters).find(([name, given]) => given !== undefined && name !== filter);
  if (other === undefined) return;
  throw coordinationError('E-RES-INVALID-INPUT', {
    message: `"${other[0]}" doesn't apply to a ${kind}. Use "${filter}" or no filter.`,
    hint: 'invalid_input',
    details: { kind, filter: other[0] },
  });
}

function ahead(fromSeq: number, lastSeq: number) {
  return coordinationError('E-RES-INVALID-INPUT', {
    message: `from_seq ${fromSeq} is ahead of the last event, ${lastSeq}: Switchyard was restarted since.`,
    hint: 'start again with from_seq 0',
    details: { from_seq: fromSeq, last_seq: lastSeq },
  });
}
