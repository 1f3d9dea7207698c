import { onceOnly } from '../../core/coordination/once';
import { perWorkspace } from '../../core/coordination/perWorkspace';
import type { Domain } from '../../core/journal/domain';
import type { Instant } from '../../core/support/clock';
import { isRecord } from '../../core/support/json';
import { decideGraphs } from './decideGraphs';
import { Graph } from './graph';
import type { GraphCommitted, GraphFact, GraphWish } from './graphFacts';
import {
  emptyGraphs,
  type Graphs,
  KEPT_TRANSACTIONS,
  KEPT_VERSIONS,
  loadGraphs,
  saveGraphs,
  type Transaction,
} from './graphState';

/** Graphs that agents share, with their versions. Kept. */
const bare: Domain<Graphs, GraphWish, GraphFact> = {
  name: 'graph',
  version: 1,
  durability: 'normal',

  create: emptyGraphs,

  decide: decideGraphs,

  evolve(state, fact, at) {
    const { graphs, transactions, locks } = state;
    switch (fact.type) {
      case 'graph_committed':
        commit(state, fact, at);
        return;
      case 'tx_begun': {
        const { type: _type, delta, ...begun } = fact;
        transactions.set(fact.tx, {
          ...begun,
          startedAt: at,
          state: 'pending',
          endedAt: null,
          final: null,
          deltas: delta === null ? [] : [delta],
        });
        return;
      }
      case 'tx_applied': {
        const known = transactions.get(fact.tx);
        if (known !== undefined)
          transactions.set(fact.tx, { ...known, deltas: [...known.deltas, fact.delta] });
        return;
      }
      case 'tx_ended': {
        const known = transactions.get(fact.tx);
        if (known !== undefined) end(transactions, known, fact, at);
        return;
      }
      case 'graph_locked': {
        const { type: _type, ...lock } = fact;
        const before = locks.get(fact.graph);
        const acquiredAt = before?.lock === fact.lock ? before.acquiredAt : at;
        locks.set(fact.graph, { ...lock, acquiredAt, refreshedAt: at });
        return;
      }
      case 'graph_unlocked':
        if (locks.get(fact.graph)?.lock === fact.lock) locks.delete(fact.graph);
        return;
      case 'graph_deleted':
        state.deletedVersion = Math.max(state.deletedVersion, fact.version);
        graphs.delete(fact.graph);
        locks.delete(fact.graph);
        for (const { tx, graph } of [...transactions.values()])
          if (graph === fact.graph) transactions.delete(tx);
    }
  },

  label: () => ({ cat: 'graph' }),

  erases: fact => (fact.type === 'graph_deleted' ? 'now' : undefined),

  save: saveGraphs,

  load(saved) {
    // What this domain saved itself, in this version: only the outline is checked.
    const isWhole = isRecord(saved) && Array.isArray(saved['graphs']);
    return loadGraphs(
      isWhole
        ? (saved as unknown as Parameters<typeof loadGraphs>[0])
        : { graphs: [], transactions: [], locks: [] },
    );
  },
};

/** The domain as the journal keeps it. */
export const graphDomain = perWorkspace(onceOnly<Graphs, GraphWish, GraphFact>(bare));

function commit({ graphs }: Graphs, { graph: id, base, version, delta }: GraphCommitted, at: Instant): void {
  const stored = graphs.get(id) ?? { id, graph: new Graph(), versions: [] };
  graphs.set(id, stored);
  const back = stored.graph.apply(delta);
  stored.versions.push({ version, at, back: base === 0 ? null : back });
  if (stored.versions.length > KEPT_VERSIONS) stored.versions.shift();
}

function end(
  transactions: Map<string, Transaction>,
  known: Transaction,
  { state, version }: Extract<GraphFact, { type: 'tx_ended' }>,
  at: Instant,
): void {
  // Those that ended last stay longest.
  transactions.delete(known.tx);
  transactions.set(known.tx, { ...known, state, endedAt: at, final: version });
  const ended = [...transactions.values()].filter(each => each.state !== 'pending');
  for (const { tx } of ended.slice(0, -KEPT_TRANSACTIONS)) transactions.delete(tx);
}
