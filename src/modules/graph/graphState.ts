import type { Instant } from '../../core/support/clock';
import { type Delta, deltaBetween, Graph, type GraphDocument } from './graph';

/** Versions of a graph that can be read again; the oldest go first (chosen here). */
export const KEPT_VERSIONS = 100;
/** Ended transactions of a workspace that can be read again (chosen here). */
export const KEPT_TRANSACTIONS = 100;

/** A version that was committed. */
interface Version {
  readonly version: number;
  readonly at: Instant;
  /** What makes the version before it of it; null: nothing was there. */
  readonly back: Delta | null;
}

/** A graph of which versions are kept. */
export interface StoredGraph {
  readonly id: string;
  readonly graph: Graph;
  /** The last is the current one. */
  readonly versions: Version[];
}

export interface Transaction {
  readonly tx: string;
  readonly graph: string;
  readonly base: number;
  readonly owner: string | null;
  readonly note: string | null;
  readonly startedAt: Instant;
  readonly expiresAt: Instant | null;
  readonly state: 'pending' | 'committed' | 'rolled_back' | 'expired';
  readonly endedAt: Instant | null;
  /** The version it ended at. */
  readonly final: number | null;
  /** What it changes in its base. */
  readonly deltas: readonly Delta[];
}

export interface Lock {
  readonly lock: string;
  readonly graph: string;
  readonly holder: string;
  readonly acquiredAt: Instant;
  readonly refreshedAt: Instant;
  readonly expiresAt: Instant | null;
}

/** All graphs of a workspace, with transactions and locks. */
export interface Graphs {
  readonly graphs: Map<string, StoredGraph>;
  readonly transactions: Map<string, Transaction>;
  /** By graph. */
  readonly locks: Map<string, Lock>;
  /** The highest version of a graph that was deleted: what stands under its name later has higher ones. */
  deletedVersion: number;
}

/** Nothing of anybody. */
export function emptyGraphs(): Graphs {
  return { graphs: new Map(), transactions: new Map(), locks: new Map(), deletedVersion: 0 };
}

/** The version after one of a graph. `base`: 0 for a new graph. */
export function versionAfter(base: number, { deletedVersion }: Pick<Graphs, 'deletedVersion'>): number {
  return (base === 0 ? deletedVersion : base) + 1;
}

export function versionOf(stored: StoredGraph | undefined): number {
  return stored?.versions.at(-1)?.version ?? 0;
}

export function committedAt(stored: StoredGraph | undefined): Instant | null {
  return stored?.versions.at(-1)?.at ?? null;
}

/** A graph as it was in a version; undefined where that is not kept. Version 0 is empty. */
export function documentAt(stored: StoredGraph | undefined, version: number): GraphDocument | undefined {
  if (version === 0) return new Graph().document();
  if (stored === undefined || !stored.versions.some(each => each.version === version)) return undefined;
  if (version === versionOf(stored)) return stored.graph.document();
  const graph = new Graph(stored.graph.document());
  for (const { version: at, back } of stored.versions.toReversed()) {
    if (at === version) break;
    if (back === null) return undefined;
    graph.apply(back);
  }
  return graph.document();
}

/** What a transaction has made of its base; undefined where the base is not kept. */
export function documentIn(
  { graphs }: Graphs,
  { graph, base, deltas }: Transaction,
): GraphDocument | undefined {
  const before = documentAt(graphs.get(graph), base);
  if (before === undefined) return undefined;
  const working = new Graph(before);
  for (const delta of deltas) working.apply(delta);
  return working.document();
}

/** When the next lock or transaction is over. */
export function earliestEnd({ transactions, locks }: Graphs): Instant | undefined {
  let earliest: Instant | undefined;
  const look = (end: Instant | null): void => {
    if (end !== null && (earliest === undefined || end < earliest)) earliest = end;
  };
  for (const { state, expiresAt } of transactions.values()) if (state === 'pending') look(expiresAt);
  for (const { expiresAt } of locks.values()) look(expiresAt);
  return earliest;
}

interface SavedGraphs {
  readonly graphs: readonly {
    readonly id: string;
    readonly document: GraphDocument;
    readonly versions: readonly Version[];
  }[];
  readonly transactions: readonly Transaction[];
  readonly locks: readonly Lock[];
  /** Left out: 0. */
  readonly deletedVersion?: number;
}

export function saveGraphs({ graphs, transactions, locks, deletedVersion }: Graphs): SavedGraphs {
  return {
    graphs: [...graphs.values()].map(({ id, graph, versions }) => ({
      id,
      document: graph.document(),
      versions,
    })),
    transactions: [...transactions.values()],
    locks: [...locks.values()],
    ...(deletedVersion === 0 ? {} : { deletedVersion }),
  };
}

export function loadGraphs({ graphs, transactions, locks, deletedVersion = 0 }: SavedGraphs): Graphs {
  return {
    graphs: new Map(
      graphs.map(({ id, document, versions }) => [
        id,
        { id, graph: new Graph(document), versions: [...versions] },
      ]),
    ),
    transactions: new Map(transactions.map(each => [each.tx, each])),
    locks: new Map(locks.map(each => [each.graph, each])),
    deletedVersion,
  };
}

/** The change between two documents, as people read it. */
export function summaryOf(before: GraphDocument, after: GraphDocument) {
  const delta = deltaBetween(before, after);
  return {
    nameChanged: delta?.name !== undefined,
    metadataChanged: delta?.metadata !== undefined,
    nodesChanged: delta?.nodes !== undefined,
    edgesChanged: delta?.edges !== undefined,
  };
}
