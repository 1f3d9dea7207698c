import type { Disposable } from '../../core/support/disposable';
import { Refusal } from '../../core/support/refusal';
import {
  type ListedResource,
  notFound,
  type ResourceChange,
  type ResourceKind,
  type ResourceTemplate,
} from '../../core/resources/resourceKind';
import { documentAt, type Transaction, versionOf } from './graphState';
import type { SharedGraphs } from './sharedGraphs';

const GRAPHS = 'sc://graphs/';
const SNAPSHOTS = 'sc://snapshots/';
const VERSION = /^sc:\/\/graphs\/([^@/]+)@v([1-9]\d*)$/;

/** What the kinds have in common. */
abstract class Kind implements ResourceKind {
  abstract readonly kind: string;
  abstract readonly template: ResourceTemplate;
  protected readonly graphs: SharedGraphs;

  constructor(graphs: SharedGraphs) {
    this.graphs = graphs;
  }

  abstract owns(uri: string): boolean;
  abstract list(reader: unknown, most: number): readonly ListedResource[];
  protected abstract content(uri: string): Readonly<Record<string, unknown>> | undefined;
  protected abstract isAbout(uri: string, graph: string): boolean;

  // oxlint-disable-next-line typescript/require-await -- The interface waits: other kinds read from disk.
  async read(uri: string): Promise<Readonly<Record<string, unknown>>> {
    const found = this.content(uri);
    if (found !== undefined) return found;
    throw notFound('Nothing is stored at this address.', 'call resources_list', uri);
  }

  onDidChange(listener: (change: ResourceChange) => void): Disposable {
    return this.graphs.onDidChange(graph =>
      listener({ isList: true, touches: uri => this.owns(uri) && this.isAbout(uri, graph) }),
    );
  }
}

/** The current version of a graph, as `sc://graphs/<id>`. */
export class GraphKind extends Kind {
  readonly kind = 'graph';
  readonly template = templateOf(
    `${GRAPHS}{graph_id}`,
    'graph',
    'Graph',
    'The current version of a graph, as JSON.',
  );

  owns(uri: string): boolean {
    return uri.startsWith(GRAPHS) && !uri.includes('@');
  }

  list(_reader: unknown, most: number): readonly ListedResource[] {
    return [...this.graphs.state.graphs.values()]
      .toReversed()
      .slice(0, most)
      .map(stored => ({
        uri: `${GRAPHS}${stored.id}`,
        title: stored.graph.name || stored.id,
        description: `${stored.graph.nodes.size} nodes, version ${versionOf(stored)}`,
        metadata: { graphId: stored.id, version: versionOf(stored) },
      }));
  }

  protected content(uri: string) {
    return payloadOf(this.graphs, uri.slice(GRAPHS.length));
  }

  protected isAbout(uri: string, graph: string): boolean {
    return uri === `${GRAPHS}${graph}`;
  }
}

/** One version of a graph, as `sc://graphs/<id>@v<N>`. */
export class GraphVersionKind extends Kind {
  readonly kind = 'graph_version';
  readonly template = templateOf(
    `${GRAPHS}{graph_id}@v{version}`,
    'graph-version',
    'Version of a graph',
    'An earlier version of a graph, as JSON.',
  );

  owns(uri: string): boolean {
    return uri.startsWith(GRAPHS) && uri.includes('@');
  }

  list(_reader: unknown, most: number): readonly ListedResource[] {
    return [...this.graphs.state.graphs.values()]
      .toReversed()
      .flatMap(({ id, versions }) =>
        versions.toReversed().map(({ version }) => ({
          uri: `${GRAPHS}${id}@v${version}`,
          title: `${id} v${version}`,
          description: `Version ${version} of ${id}`,
          metadata: { graphId: id, version },
        })),
      )
      .slice(0, most);
  }

  protected content(uri: string) {
    const [, id, version] = VERSION.exec(uri) ?? [];
    return id === undefined ? undefined : payloadOf(this.graphs, id, Number(version));
  }

  protected isAbout(uri: string, graph: string): boolean {
    return uri.startsWith(`${GRAPHS}${graph}@`);
  }
}

/** A transaction with the graph before and after, as `sc://snapshots/<graph>/<transaction>`. */
export class SnapshotKind extends Kind {
  readonly kind = 'snapshot';
  readonly template = templateOf(
    `${SNAPSHOTS}{graph_id}/{tx_id}`,
    'snapshot',
    'Transaction of a graph',
    'A transaction with the graph before and after it, as JSON.',
  );

  owns(uri: string): boolean {
    return uri.startsWith(SNAPSHOTS);
  }

  list(_reader: unknown, most: number): readonly ListedResource[] {
    return [...this.graphs.state.transactions.values()]
      .toReversed()
      .slice(0, most)
      .map(({ tx, graph, state, base }) => ({
        uri: `${SNAPSHOTS}${graph}/${tx}`,
        title: `${graph}: ${tx}`,
        description: `Transaction, ${state.replace('_', ' ')}`,
        metadata: { graphId: graph, txId: tx, state, baseVersion: base },
      }));
  }

  protected content(uri: string) {
    const [graph, id = ''] = uri.slice(SNAPSHOTS.length).split('/');
    const tx = this.graphs.state.transactions.get(id);
    return tx === undefined || tx.graph !== graph ? undefined : this.#payload(tx);
  }

  protected isAbout(uri: string, graph: string): boolean {
    return uri.startsWith(`${SNAPSHOTS}${graph}/`);
  }

  #payload(tx: Transaction) {
    const { graph, base, owner, note, startedAt, expiresAt, state, endedAt, final } = tx;
    const stored = this.graphs.state.graphs.get(graph);
    const ended = state === 'committed' && final !== null ? documentAt(stored, final) : undefined;
    const now = state === 'pending' ? this.graphs.documentIn(tx) : undefined;
    return {
      graphId: graph,
      txId: tx.tx,
      baseVersion: base,
      startedAt,
      state: state === 'expired' ? 'rolled_back' : state,
      owner,
      note,
      expiresAt,
      committedAt: state === 'committed' ? endedAt : null,
      finalVersion: final,
      // Null where that version is not stored any more.
      baseGraph: documentAt(stored, base) ?? null,
      finalGraph: ended ?? now ?? null,
    };
  }
}

function payloadOf(graphs: SharedGraphs, id: string, wanted?: number) {
  try {
    const { version, at, document } = graphs.version(id, wanted);
    return { graphId: id, version, committedAt: at, graph: document };
  } catch (error) {
    if (Refusal.is(error)) return undefined;
    throw error;
  }
}

function templateOf(uriTemplate: string, name: string, title: string, description: string): ResourceTemplate {
  return { uriTemplate, name, title, description, mimeType: 'application/json' };
}
