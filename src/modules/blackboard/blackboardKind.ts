import type { Blackboard } from './blackboard';
import { namespaceOf, type ShownChange, type ShownEntry } from './entry';
import type { Disposable } from '../../core/support/disposable';
import {
  type BlackboardFilter,
  isWithin,
  type ListedResource,
  notFound,
  type ResourceChange,
  type ResourceKind,
  type Watched,
  type WatchFilters,
  type WatchRow,
} from '../../core/resources/resourceKind';

const PREFIX = 'sc://blackboard/';

/** Changes looked at at a time: each brings its values along (chosen here). */
const BATCH = 50;

type Door = Pick<
  Blackboard,
  | 'namespaces'
  | 'has'
  | 'settle'
  | 'version'
  | 'entriesOf'
  | 'countIn'
  | 'eventsAfter'
  | 'goneIn'
  | 'onDidChange'
>;

/** What agents share under keys, as `sc://blackboard/<namespace>`. Numbers are the board's versions. */
export class BlackboardKind implements ResourceKind {
  readonly kind = 'blackboard_namespace';
  readonly rowType = 'blackboard_event';
  readonly filter = 'blackboard';
  readonly template = {
    uriTemplate: `${PREFIX}{namespace}`,
    name: 'blackboard',
    title: 'Blackboard namespace',
    description: 'What agents share under keys with the same prefix, as JSON.',
    mimeType: 'application/json',
  };
  readonly #board: Door;

  constructor(board: Door) {
    this.#board = board;
  }

  owns(uri: string): boolean {
    return uri.startsWith(PREFIX);
  }

  /** Those that changed last. */
  list(_reader: unknown, most: number): readonly ListedResource[] {
    return [...this.#board.namespaces()]
      .sort((a, b) => b.lastVersion - a.lastVersion)
      .slice(0, most)
      .map(({ namespace, entries, lastVersion }) => ({
        uri: addressOf(namespace),
        title: namespace,
        description: `${entries} entries`,
        metadata: { namespace, entries, lastVersion },
      }));
  }

  async read(uri: string): Promise<Readonly<Record<string, unknown>>> {
    const namespace = this.#namespace(uri);
    const entries = this.#board.entriesOf(namespace).map(entryOf);
    const leftOut = this.#board.countIn(namespace) - entries.length;
    // More than a page is for bb_query.
    return { namespace, entries, ...(leftOut > 0 ? { leftOut } : {}) };
  }

  async watch(uri: string, _reader: unknown, { blackboard: filter = {} }: WatchFilters): Promise<Watched> {
    const namespace = this.#namespace(uri);
    const board = this.#board;
    await board.settle();
    return {
      history: {
        droppedSeq: board.goneIn(namespace),
        // A reader may remember a version that it saw elsewhere on the board.
        lastSeq: board.version,
        *after(seq) {
          for (let last = seq; ;) {
            const changes = board.eventsAfter(namespace, last, BATCH);
            for (const change of changes) yield rowOf(namespace, change);
            last = changes.at(-1)?.version ?? last;
            if (changes.length < BATCH) return;
          }
        },
      },
      matches: matcher(filter),
    };
  }

  onDidChange(listener: (change: ResourceChange) => void): Disposable {
    return this.#board.onDidChange(({ key, isFirst }) => {
      const namespace = namespaceOf(key);
      listener({ isList: isFirst, touches: uri => this.owns(uri) && namespaceIn(uri) === namespace });
    });
  }

  #namespace(uri: string): string {
    const namespace = namespaceIn(uri);
    if (namespace !== undefined && this.#board.has(namespace)) return namespace;
    throw notFound(
      'This blackboard namespace has no keys yet. Call bb_set to add one first.',
      'call resources_list with prefix sc://blackboard',
      uri,
    );
  }
}

/** A namespace may hold anything that a key may. */
function addressOf(namespace: string): string {
  return `${PREFIX}${encodeURIComponent(namespace)}`;
}

function namespaceIn(uri: string): string | undefined {
  try {
    return decodeURIComponent(uri.slice(PREFIX.length));
  } catch {
    return undefined; // Not an address of ours: what stands there stands nowhere.
  }
}

function entryOf({ created_at, updated_at, expires_at, ...entry }: ShownEntry) {
  return { ...entry, createdAt: created_at, updatedAt: updated_at, expiresAt: expires_at };
}

function rowOf(namespace: string, { version, entry, previous, ...change }: ShownChange): WatchRow {
  return {
    seq: version,
    ...change,
    namespace,
    entry: entry && entryOf(entry),
    previous: previous && entryOf(previous),
  };
}

function matcher({ keys, kinds, tags, ...span }: BlackboardFilter): (row: WatchRow) => boolean {
  const wanted = tags?.map(tag => tag.trim().toLowerCase()) ?? [];
  return row => {
    // What `rowOf` made.
    const { key, kind, timestamp, entry, previous } = row as unknown as ShownChange;
    const own = (entry ?? previous)?.tags ?? [];
    return (
      (keys?.includes(key) ?? true) &&
      (kinds?.includes(kind) ?? true) &&
      wanted.every(tag => own.includes(tag)) &&
      isWithin(timestamp, span)
    );
  };
}
