import { commitOnce, type Done, type Once, readShared } from '../../core/coordination/once';
import { ExpiryTimer } from '../../core/coordination/expiryTimer';
import type { Correlation } from '../../core/journal/event';
import type { ModuleParts } from '../../core/resources/joinedModule';
import { type Disposable, DisposableStore } from '../../core/support/disposable';
import { coordinationError } from '../../core/coordination/coordinationError';
import { noGraph } from './decideGraphs';
import { Graph, type GraphDocument } from './graph';
import { GraphEdit } from './graphEdit';
import { graphDomain } from './graphDomain';
import type { GraphFact, GraphWish } from './graphFacts';
import {
  committedAt,
  documentAt,
  documentIn,
  earliestEnd,
  emptyGraphs,
  type Graphs,
  type Lock,
  type StoredGraph,
  type Transaction,
  versionOf,
} from './graphState';
import type { GraphOperation, OperationRecord } from './operation';

/** Who asks, and what makes the request a repeatable one. */
export interface Asked {
  readonly origin: Correlation;
  readonly once?: Once | undefined;
}

/** A version of a graph. */
export interface GraphVersion {
  readonly id: string;
  readonly version: number;
  readonly at: number | null;
  readonly document: GraphDocument;
}

/** What a change led to. */
export interface Committed {
  readonly base: number;
  readonly version: number;
  readonly at: number;
  readonly isChanged: boolean;
  readonly isReplay: boolean;
}

type CommitWish = Omit<Extract<GraphWish, { verb: 'commit' }>, 'verb'>;
type BeginWish = Omit<Extract<GraphWish, { verb: 'begin' }>, 'verb' | 'tx'>;

/** The one door to graphs, their transactions and their locks. */
export class SharedGraphs implements Disposable {
  readonly #parts: ModuleParts;
  readonly #owned = new DisposableStore();
  readonly #expiry: ExpiryTimer;

  constructor(parts: ModuleParts) {
    this.#parts = parts;
    this.#expiry = this.#owned.add(
      new ExpiryTimer(parts, {
        earliest: () => earliestEnd(this.state),
        expire: async () => void (await this.#commit({ verb: 'expire' }, { origin: {} })),
      }),
    );
    this.#owned.add(
      parts.bus.subscribe(({ stream }) => stream === graphDomain.name && this.#expiry.follow()),
    );
  }

  /** What is kept. For looking only. */
  get state(): Graphs {
    return readShared({ ...this.#parts, domain: graphDomain }, emptyGraphs);
  }

  /** A version of a graph, the current one where none is named. @throws {Refusal} E-TX-NOTFOUND */
  version(id: string, version?: number): GraphVersion {
    const stored = this.#require(id);
    const wanted = version ?? versionOf(stored);
    const document = wanted === 0 ? undefined : documentAt(stored, wanted);
    if (document === undefined) throw noVersion(id, wanted, stored);
    const { at = null } = stored.versions.find(each => each.version === wanted) ?? {};
    return { id, version: wanted, at, document };
  }

  /** Changes a graph, whole or not at all. @throws {Refusal} see `decideGraphs` */
  async commit(wish: CommitWish, asked: Asked): Promise<Committed> {
    const { facts, isReplay } = await this.#commit({ ...wish, verb: 'commit' }, asked);
    const stored = this.state.graphs.get(wish.graph);
    const fact = facts.find(each => each.type === 'graph_committed');
    const version = fact?.version ?? versionOf(stored);
    const { at = committedAt(stored) ?? this.#parts.clock.now() } =
      stored?.versions.find(each => each.version === version) ?? {};
    return { base: fact?.base ?? version, version, at, isChanged: fact !== undefined, isReplay };
  }

  /** What operations would do to a document. @throws {Refusal} E-GRAPH-INVALID-INPUT */
  tried(document: GraphDocument, operations: readonly GraphOperation[]) {
    const graph = new Graph(document);
    const records: readonly OperationRecord[] = new GraphEdit(graph).applyAll(operations);
    return { graph, document: graph.document(), records };
  }

  /** Begins a transaction. @throws {Refusal} see `decideGraphs` */
  async begin(
    wish: BeginWish,
    asked: Asked,
  ): Promise<{ readonly tx: Transaction; readonly isReplay: boolean }> {
    const { facts, isReplay } = await this.#commit(
      { ...wish, verb: 'begin', tx: this.#parts.ids.next() },
      asked,
    );
    const begun = facts.find(each => each.type === 'tx_begun');
    if (begun === undefined) throw new Error('Beginning a transaction gave no fact.');
    const tx = this.state.transactions.get(begun.tx);
    if (tx === undefined) throw new Error('A transaction that began is not there.');
    return { tx, isReplay };
  }

  /** Changes the graph within a transaction. @throws {Refusal} see `decideGraphs` */
  async apply(tx: string, operations: readonly GraphOperation[], asked: Asked): Promise<boolean> {
    const { facts } = await this.#commit({ verb: 'apply', tx, operations }, asked);
    return facts.length > 0;
  }

  /** Ends a transaction. @throws {Refusal} see `decideGraphs` */
  async end(tx: string, how: 'commit' | 'rollback', asked: Asked): Promise<Transaction> {
    await this.#commit({ verb: how === 'commit' ? 'commitTx' : 'rollback', tx }, asked);
    return this.transaction(tx);
  }

  /** @throws {Refusal} E-TX-NOTFOUND */
  transaction(id: string): Transaction {
    const tx = this.state.transactions.get(id);
    if (tx !== undefined) return tx;
    throw coordinationError('E-TX-NOTFOUND', {
      message: 'No transaction has this ID.',
      hint: 'call tx_begin',
      details: { txId: id },
    });
  }

  /** The graph as a transaction has made it; undefined where its base is not kept. */
  documentIn(tx: Transaction): GraphDocument | undefined {
    return documentIn(this.state, tx);
  }

  /** Locks a graph, or refreshes the holder's own lock. @throws {Refusal} E-LOCK-HELD, E-TX-NOTFOUND */
  async lock(graph: string, holder: string, ttlMs: number | undefined, asked: Asked): Promise<Lock> {
    await this.#commit({ verb: 'lock', graph, lock: this.#parts.ids.next(), holder, ttlMs }, asked);
    const lock = this.state.locks.get(graph);
    if (lock === undefined) throw new Error('A lock that was taken is not there.');
    return lock;
  }

  /** Takes a lock away. Says whether it had expired before. @throws {Refusal} E-LOCK-NOT-FOUND */
  async unlock(id: string, asked: Asked): Promise<{ readonly lock: Lock; readonly isExpired: boolean }> {
    const lock = [...this.state.locks.values()].find(each => each.lock === id);
    const { facts } = await this.#commit({ verb: 'unlock', lock: id }, asked, { settles: false });
    const unlocked = facts.find(each => each.type === 'graph_unlocked');
    if (lock === undefined || unlocked === undefined)
      throw new Error('A lock that was taken away was not there.');
    return { lock, isExpired: unlocked.by === 'expiry' };
  }

  /** Deletes a graph with its versions, transactions and lock. @throws {Refusal} E-TX-NOTFOUND, E-TX-CONFLICT, E-GRAPH-MUTATION-LOCKED */
  async delete(wish: Omit<Extract<GraphWish, { verb: 'delete' }>, 'verb'>, asked: Asked): Promise<number> {
    const { facts } = await this.#commit({ ...wish, verb: 'delete' }, asked);
    return facts.find(each => each.type === 'graph_deleted')?.version ?? 0;
  }

  /** Hears of every change, with the graph it is about. */
  onDidChange(listener: (graph: string, fact: GraphFact) => void): Disposable {
    return this.#parts.bus.subscribe(({ stream, payload }) => {
      if (stream !== graphDomain.name) return;
      const fact = payload as GraphFact; // Its own facts alone are in this stream.
      listener(fact.graph, fact);
    });
  }

  dispose(): void {
    this.#owned.dispose();
  }

  #require(id: string): StoredGraph {
    const stored = this.state.graphs.get(id);
    if (stored !== undefined) return stored;
    throw noGraph(id);
  }

  async #commit(wish: GraphWish, { origin, once }: Asked, { settles = true } = {}): Promise<Done<GraphFact>> {
    if (settles && wish.verb !== 'expire') await this.#expiry.settle();
    const graph = 'graph' in wish ? { graph_id: wish.graph } : {};
    return await commitOnce(
      { ...this.#parts, domain: graphDomain },
      once === undefined ? { wish } : { wish, once },
      { ...origin, ...graph },
    );
  }
}

function noVersion(id: string, version: number, { versions }: StoredGraph) {
  return coordinationError('E-TX-NOTFOUND', {
    message: `Version ${version} of graph "${id}" is not stored.`,
    hint: 'the last 100 versions are',
    details: { graphId: id, version, oldest: versions[0]?.version, latest: versions.at(-1)?.version },
  });
}
