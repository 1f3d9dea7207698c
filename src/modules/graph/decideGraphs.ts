import { coordinationError } from '../../core/coordination/coordinationError';
import type { Instant } from '../../core/support/clock';
import { deltaBetween, type Delta, Graph } from './graph';
import { GraphEdit } from './graphEdit';
import type { Change, GraphFact, GraphWish } from './graphFacts';
import {
  documentAt,
  type Graphs,
  type Lock,
  type StoredGraph,
  type Transaction,
  versionAfter,
  versionOf,
} from './graphState';
import { refusalOf, violations } from './invariants';

/** Graphs, and open transactions, of a workspace at most (chosen here). */
export const MAX_GRAPHS = 200;
export const MAX_OPEN = 200;

type WishOf<Verb extends GraphWish['verb']> = Extract<GraphWish, { verb: Verb }>;

/** The facts that follow from a wish. @throws {Refusal} E-TX-…, E-LOCK-…, E-PATCH-…, E-GRAPH-… */
export function decideGraphs(state: Graphs, wish: GraphWish, at: Instant): readonly GraphFact[] {
  switch (wish.verb) {
    case 'commit':
      return committed(state, wish, at);
    case 'begin':
      return begun(state, wish, at);
    case 'apply':
      return applied(state, wish, at);
    case 'commitTx':
      return commitTx(state, wish, at);
    case 'rollback': {
      const tx = pending(state, wish.tx, at);
      return [{ type: 'tx_ended', tx: tx.tx, graph: tx.graph, state: 'rolled_back', version: tx.base }];
    }
    case 'lock':
      return locked(state, wish, at);
    case 'unlock': {
      const lock = [...state.locks.values()].find(each => each.lock === wish.lock);
      if (lock === undefined) throw noLock(wish.lock);
      return [
        {
          type: 'graph_unlocked',
          graph: lock.graph,
          lock: lock.lock,
          by: isOver(lock, at) ? 'expiry' : 'holder',
        },
      ];
    }
    case 'delete': {
      const { graph, owner, expected } = wish;
      const version = versionOf(requireGraph(state, graph));
      requireUnlocked(state, graph, owner, at);
      requireVersion(graph, expected, version);
      return [{ type: 'graph_deleted', graph, version }];
    }
    case 'expire':
      return expired(state, at);
  }
}

function committed(state: Graphs, wish: WishOf<'commit'>, at: Instant): readonly GraphFact[] {
  const { graph: id, owner, note, expected, enforces, mayCreate } = wish;
  const stored = state.graphs.get(id);
  if (stored === undefined && !mayCreate) throw noGraph(id);
  if (stored === undefined) requireRoom(state);
  requireUnlocked(state, id, owner, at);
  const base = versionOf(stored);
  requireVersion(id, expected, base);
  const delta = changesOf(stored, wish.changes, enforces);
  if (delta === undefined) return [];
  const version = versionAfter(base, state);
  return [{ type: 'graph_committed', graph: id, base, version, delta, tx: null, owner, note }];
}

function begun(state: Graphs, wish: WishOf<'begin'>, at: Instant): readonly GraphFact[] {
  const { graph: id, tx, owner, note, expected, ttlMs, document } = wish;
  const stored = state.graphs.get(id);
  if (stored === undefined && document === undefined) throw noGraph(id);
  requireUnlocked(state, id, owner, at);
  const base = versionOf(stored);
  requireVersion(id, expected, base);
  const open = [...state.transactions.values()].filter(each => each.state === 'pending').length;
  if (open >= MAX_OPEN) throw full(`${MAX_OPEN} transactions are open, the most at a time.`, 'roll one back');
  const before = stored?.graph.document() ?? new Graph().document();
  const delta = document === undefined ? undefined : deltaBetween(before, document);
  return [
    {
      type: 'tx_begun',
      tx,
      graph: id,
      base,
      owner,
      note,
      expiresAt: ttlMs === undefined ? null : ((at + ttlMs) as Instant),
      delta: delta ?? null,
    },
  ];
}

function applied(state: Graphs, { tx: id, operations }: WishOf<'apply'>, at: Instant): readonly GraphFact[] {
  const tx = pending(state, id, at);
  requireUnlocked(state, tx.graph, tx.owner, at);
  const working = workingOf(state, tx);
  const edit = new GraphEdit(working);
  edit.applyAll(operations);
  const delta = edit.delta();
  return delta === undefined ? [] : [{ type: 'tx_applied', tx: id, graph: tx.graph, delta }];
}

function commitTx(state: Graphs, { tx: id }: WishOf<'commitTx'>, at: Instant): readonly GraphFact[] {
  const tx = pending(state, id, at);
  const { graph, owner, note, base } = tx;
  requireUnlocked(state, graph, owner, at);
  const stored = state.graphs.get(graph);
  const current = versionOf(stored);
  if (current !== base) throw conflict(graph, base, current);
  if (stored === undefined) requireRoom(state);
  const before = stored?.graph.document() ?? new Graph().document();
  const delta = deltaBetween(before, workingOf(state, tx).document());
  const ended = { type: 'tx_ended', tx: id, graph, state: 'committed' } as const;
  if (delta === undefined) return [{ ...ended, version: base }];
  const after = new Graph(before);
  after.apply(delta);
  const refusal = refusalOf(violations(after, base === 0 ? undefined : delta));
  if (refusal !== undefined) throw refusal;
  const version = versionAfter(base, state);
  return [
    { type: 'graph_committed', graph, base, version, delta, tx: id, owner, note },
    { ...ended, version },
  ];
}

/** What changes make of a graph that is not changed by looking. */
function changesOf(
  stored: StoredGraph | undefined,
  changes: readonly Change[],
  enforces: boolean,
): Delta | undefined {
  const graph = stored?.graph ?? new Graph();
  const edit = new GraphEdit(graph);
  try {
    for (const change of changes)
      if (change.how === 'operations') edit.applyAll(change.operations);
      else become(edit, change.document);
    const delta = edit.delta();
    if (delta === undefined) return undefined;
    const refusal = refusalOf(violations(graph, stored === undefined ? undefined : delta));
    const isSound =
      refusal === undefined || (!enforces && refusal.code !== 'E-GRAPH-LIMIT' && isWhole(graph));
    if (!isSound) throw refusal;
    return delta;
  } finally {
    edit.takeBack();
  }
}

/** What can't be stored at all, whatever rules are waived: an edge to nowhere. */
function isWhole(graph: Graph): boolean {
  for (const { from, to } of graph.edges.values())
    if (!graph.nodes.has(from) || !graph.nodes.has(to)) return false;
  return true;
}

/** Makes a graph what a document says. */
function become(edit: GraphEdit, document: Extract<Change, { how: 'document' }>['document']): void {
  const { graph } = edit;
  graph.name = document.name;
  const nodes = new Set(document.nodes.map(({ id }) => id));
  const edges = new Set(document.edges.map(({ from, to }) => `${from}\n${to}`));
  for (const [key, { from, to }] of [...graph.edges]) if (!edges.has(key)) edit.dropEdge(from, to);
  for (const id of [...graph.nodes.keys()]) if (!nodes.has(id)) edit.dropNode(id);
  for (const node of document.nodes) edit.putNode(node);
  for (const edge of document.edges) edit.putEdge(edge);
  for (const key of [...graph.metadata.keys()])
    if (!Object.hasOwn(document.metadata, key)) edit.setMetadata(key, undefined);
  for (const [key, value] of Object.entries(document.metadata)) edit.setMetadata(key, value);
}

function locked(state: Graphs, wish: WishOf<'lock'>, at: Instant): readonly GraphFact[] {
  const { graph, holder, ttlMs } = wish;
  if (!state.graphs.has(graph)) throw noGraph(graph);
  const known = state.locks.get(graph);
  const isTheirs = known !== undefined && !isOver(known, at);
  if (isTheirs && known.holder !== holder)
    throw coordinationError('E-LOCK-HELD', {
      message: `Graph "${graph}" is locked by another holder.`,
      hint: 'wait for graph_unlocked, or try later',
      details: lockDetails(known),
    });
  return [
    {
      type: 'graph_locked',
      graph,
      lock: isTheirs ? known.lock : wish.lock,
      holder,
      expiresAt: ttlMs === undefined ? null : ((at + ttlMs) as Instant),
    },
  ];
}

function expired({ transactions, locks }: Graphs, at: Instant): readonly GraphFact[] {
  return [
    ...[...transactions.values()].flatMap(tx =>
      tx.state === 'pending' && isOver(tx, at)
        ? [{ type: 'tx_ended', tx: tx.tx, graph: tx.graph, state: 'expired', version: tx.base } as const]
        : [],
    ),
    ...[...locks.values()].flatMap(lock =>
      isOver(lock, at)
        ? [{ type: 'graph_unlocked', graph: lock.graph, lock: lock.lock, by: 'expiry' } as const]
        : [],
    ),
  ];
}

/** The graph of a transaction as it stands in it. */
function workingOf(state: Graphs, { graph, base, deltas }: Transaction): Graph {
  const before = documentAt(state.graphs.get(graph), base);
  if (before === undefined)
    throw coordinationError('E-TX-CONFLICT', {
      message: `Version ${base} of graph "${graph}" is not stored any more.`,
      hint: 'begin again',
      details: { graphId: graph, expected: base, found: versionOf(state.graphs.get(graph)) },
    });
  const working = new Graph(before);
  for (const delta of deltas) working.apply(delta);
  return working;
}

function pending({ transactions }: Graphs, id: string, at: Instant): Transaction {
  const tx = transactions.get(id);
  if (tx === undefined)
    throw coordinationError('E-TX-NOTFOUND', {
      message: 'No transaction has this ID.',
      hint: 'call tx_begin',
      details: { txId: id },
    });
  if (tx.state === 'expired' || (tx.state === 'pending' && isOver(tx, at)))
    throw coordinationError('E-TX-EXPIRED', {
      message: 'The transaction took longer than its ttl_ms. Nothing was changed.',
      hint: 'begin again',
      details: { txId: id, expiresAt: tx.expiresAt },
    });
  if (tx.state !== 'pending')
    throw coordinationError('E-TX-INVALIDOP', {
      message: `The transaction has ended: ${tx.state}.`,
      hint: 'call tx_begin',
      details: { txId: id, state: tx.state },
    });
  return tx;
}

function requireUnlocked({ locks }: Graphs, graph: string, owner: string | null, at: Instant): void {
  const lock = locks.get(graph);
  if (lock === undefined || isOver(lock, at) || lock.holder === owner) return;
  throw coordinationError('E-GRAPH-MUTATION-LOCKED', {
    message: `Graph "${graph}" is locked by another holder. Nothing was changed.`,
    hint: 'pass the holder as owner, or wait',
    details: lockDetails(lock),
  });
}

function lockDetails({ graph, lock, holder, acquiredAt, expiresAt }: Lock) {
  return { graphId: graph, lockId: lock, holder, acquiredAt, expiresAt };
}

function requireGraph({ graphs }: Graphs, id: string): StoredGraph {
  const stored = graphs.get(id);
  if (stored === undefined) throw noGraph(id);
  return stored;
}

function requireVersion(graph: string, expected: number | undefined, found: number): void {
  if (expected !== undefined && expected !== found) throw conflict(graph, expected, found);
}

function requireRoom({ graphs }: Graphs): void {
  if (graphs.size >= MAX_GRAPHS)
    throw full(`There are ${MAX_GRAPHS} graphs, the most of a workspace.`, 'delete one with graph_delete');
}

function isOver({ expiresAt }: { readonly expiresAt: Instant | null }, at: Instant): boolean {
  return expiresAt !== null && expiresAt <= at;
}

function conflict(graph: string, expected: number, found: number) {
  return coordinationError('E-TX-CONFLICT', {
    message: `Graph "${graph}" has version ${found}, not ${expected}. Nothing was changed.`,
    hint: 'read it again, then repeat the change',
    details: { graphId: graph, expected, found },
  });
}

/** The refusal of a graph that is not stored. */
export function noGraph(id: string) {
  return coordinationError('E-TX-NOTFOUND', {
    message: `There is no graph "${id}".`,
    hint: 'resources_list with prefix sc://graphs lists the graphs, graph_mutate creates one',
    details: { graphId: id },
  });
}

function noLock(id: string) {
  return coordinationError('E-LOCK-NOT-FOUND', {
    message: 'No lock has this ID; it may have expired.',
    hint: 'call graph_lock',
    details: { lockId: id },
  });
}

function full(message: string, hint: string) {
  return coordinationError('E-GRAPH-LIMIT', { message: `${message} Nothing was changed.`, hint });
}
