import { defineModule } from '../../mcp/toolkit/defineModule';
import { durable } from '../../core/resources/joinedModule';
import { graphDomain } from './graphDomain';
import { GraphKind, GraphVersionKind, SnapshotKind } from './graphKinds';
import { SharedGraphs } from './sharedGraphs';
import { GRAPH_TOOLS } from './tools/graphTools';

declare module '../../core/resources/joinedModule' {
  interface ModuleDoors {
    readonly graph: SharedGraphs;
  }
}

/** Graphs, as one manifest. */
export const graphModule = defineModule({
  id: 'graph',
  displayName: 'Graphs',
  description: 'Shares graphs of tasks and dependencies, with versions, transactions, locks, and patches',
  words: {
    english:
      'graph of tasks, dependency graph, nodes and edges, dag, directed graph, edit a graph, versions of a graph, ' +
      'diff graphs, patch a graph, json patch, lock a graph, transaction on a graph, workflow graph, shared graph',
    french:
      'graphe de tâches, graphe de dépendances, nœuds et arêtes, graphe orienté, modifier un graphe, ' +
      "versions d'un graphe, comparer des graphes, verrouiller un graphe, transaction sur un graphe",
  },
  needs: [],
  toggles: ['enableTx', 'enableLocks', 'enableDiffPatch'],
  isBulk: true,
  category: 'graph',
  ...durable({
    domain: graphDomain,
    told: {
      graph_committed: 'graph base version tx',
      tx_begun: 'tx graph base expiresAt',
      tx_applied: 'tx graph',
      tx_ended: 'tx graph state version',
      graph_locked: 'graph lock expiresAt',
      graph_unlocked: 'graph lock by',
      graph_deleted: 'graph version',
    },
    open: parts => new SharedGraphs(parts),
    resourceKind: graphs => [new GraphKind(graphs), new GraphVersionKind(graphs), new SnapshotKind(graphs)],
  }),
  tools: GRAPH_TOOLS,
});
