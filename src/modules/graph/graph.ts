/** What an attribute can hold. */
export type Scalar = string | number | boolean;

export type Attributes = Readonly<Record<string, Scalar>>;

/** Never changed: another label is another node. */
export interface GraphNode {
  readonly id: string;
  readonly label: string | null;
  readonly attributes: Attributes;
}

/** There is one at most from a node to another. */
export interface GraphEdge {
  readonly from: string;
  readonly to: string;
  readonly label: string | null;
  readonly weight: number | null;
  readonly attributes: Attributes;
}

/** A graph as documents say it: nodes by id, edges by their ends, in order. */
export interface GraphDocument {
  readonly name: string;
  readonly metadata: Attributes;
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly GraphEdge[];
}

/** What makes one graph of another: what is there afterwards, and what is no more. */
export interface Delta {
  readonly name?: string;
  readonly metadata?: { readonly set: Attributes; readonly unset: readonly string[] };
  readonly nodes?: { readonly put: readonly GraphNode[]; readonly drop: readonly string[] };
  readonly edges?: {
    readonly put: readonly GraphEdge[];
    readonly drop: readonly (readonly [from: string, to: string])[];
  };
}

type EdgeKey = string;

/** The key of an edge: no id holds a line break. */
export function edgeKey(from: string, to: string): EdgeKey {
  return `${from}\n${to}`;
}

/** A graph that can be changed in place, with the ways from and to each node. */
export class Graph {
  name: string;
  readonly metadata = new Map<string, Scalar>();
  readonly nodes = new Map<string, GraphNode>();
  readonly edges = new Map<EdgeKey, GraphEdge>();
  readonly #after = new Map<string, Set<string>>();
  readonly #before = new Map<string, Set<string>>();

  constructor({ name, metadata, nodes, edges }: GraphDocument = EMPTY) {
    this.name = name;
    for (const [key, value] of Object.entries(metadata)) this.metadata.set(key, value);
    for (const node of nodes) this.putNode(node);
    for (const edge of edges) this.putEdge(edge);
  }

  putNode(node: GraphNode): void {
    this.nodes.set(node.id, node);
  }

  /** The node alone: its edges go first. */
  dropNode(id: string): void {
    this.nodes.delete(id);
  }

  putEdge(edge: GraphEdge): void {
    this.edges.set(edgeKey(edge.from, edge.to), edge);
    setOf(this.#after, edge.from).add(edge.to);
    setOf(this.#before, edge.to).add(edge.from);
  }

  dropEdge(from: string, to: string): void {
    this.edges.delete(edgeKey(from, to));
    this.#after.get(from)?.delete(to);
    this.#before.get(to)?.delete(from);
  }

  edge(from: string, to: string): GraphEdge | undefined {
    return this.edges.get(edgeKey(from, to));
  }

  /** The nodes that edges of a node lead to. */
  after(id: string): ReadonlySet<string> {
    return this.#after.get(id) ?? NONE;
  }

  /** The nodes whose edges lead to a node. */
  before(id: string): ReadonlySet<string> {
    return this.#before.get(id) ?? NONE;
  }

  /** Applies a change. Gives the one that takes it back. */
  apply({ name, metadata, nodes, edges }: Delta): Delta {
    const back: { -readonly [Key in keyof Delta]: Delta[Key] } = {};
    if (name !== undefined && name !== this.name) {
      back.name = this.name;
      this.name = name;
    }
    if (metadata !== undefined) {
      const keys = [...Object.keys(metadata.set), ...metadata.unset];
      const known = keys.filter(key => this.metadata.has(key));
      back.metadata = {
        set: Object.fromEntries(known.map(key => [key, this.metadata.get(key) ?? ''])),
        unset: keys.filter(key => !this.metadata.has(key)),
      };
      for (const [key, value] of Object.entries(metadata.set)) this.metadata.set(key, value);
      for (const key of metadata.unset) this.metadata.delete(key);
    }
    // Edges go before the nodes at their ends, and come after them.
    if (edges !== undefined || nodes !== undefined) {
      const goneEdges = (edges?.drop ?? []).flatMap(([from, to]) => this.edge(from, to) ?? []);
      const oldEdges = (edges?.put ?? []).map(edge => [edge, this.edge(edge.from, edge.to)] as const);
      for (const { from, to } of goneEdges) this.dropEdge(from, to);
      const goneNodes = (nodes?.drop ?? []).flatMap(id => this.nodes.get(id) ?? []);
      const oldNodes = (nodes?.put ?? []).map(node => [node, this.nodes.get(node.id)] as const);
      for (const { id } of goneNodes) this.dropNode(id);
      for (const [node] of oldNodes) this.putNode(node);
      for (const [edge] of oldEdges) this.putEdge(edge);
      if (nodes !== undefined)
        back.nodes = {
          put: [...goneNodes, ...oldNodes.flatMap(([, old]) => old ?? [])],
          drop: oldNodes.flatMap(([{ id }, old]) => (old === undefined ? [id] : [])),
        };
      if (edges !== undefined)
        back.edges = {
          put: [...goneEdges, ...oldEdges.flatMap(([, old]) => old ?? [])],
          drop: oldEdges.flatMap(([{ from, to }, old]) => (old === undefined ? [[from, to] as const] : [])),
        };
    }
    return back;
  }

  /** The graph as a document, in order: two graphs are the same where their documents are. */
  document(): GraphDocument {
    return {
      name: this.name,
      metadata: sorted(Object.fromEntries(this.metadata)),
      nodes: [...this.nodes.values()].sort((a, b) => order(a.id, b.id)),
      edges: [...this.edges.values()].sort((a, b) => order(a.from, b.from) || order(a.to, b.to)),
    };
  }
}

const NONE: ReadonlySet<string> = new Set();
const EMPTY: GraphDocument = { name: '', metadata: {}, nodes: [], edges: [] };

/** The change from one document to another; undefined where they are the same. */
export function deltaBetween(before: GraphDocument, after: GraphDocument): Delta | undefined {
  const delta: { -readonly [Key in keyof Delta]: Delta[Key] } = {};
  if (before.name !== after.name) delta.name = after.name;
  const unset = Object.keys(before.metadata).filter(key => !Object.hasOwn(after.metadata, key));
  const set = Object.entries(after.metadata).filter(([key, value]) => before.metadata[key] !== value);
  if (unset.length > 0 || set.length > 0) delta.metadata = { set: Object.fromEntries(set), unset };
  const nodes = changed(before.nodes, after.nodes, ({ id }) => id);
  if (nodes !== undefined) delta.nodes = { put: nodes.put, drop: nodes.drop.map(({ id }) => id) };
  const edges = changed(before.edges, after.edges, ({ from, to }) => edgeKey(from, to));
  if (edges !== undefined)
    delta.edges = { put: edges.put, drop: edges.drop.map(({ from, to }) => [from, to]) };
  return Object.keys(delta).length === 0 ? undefined : delta;
}

function changed<T>(before: readonly T[], after: readonly T[], keyOf: (item: T) => string) {
  const old = new Map(before.map(item => [keyOf(item), item]));
  const kept = new Set(after.map(keyOf));
  const put = after.filter(item => {
    const known = old.get(keyOf(item));
    return known === undefined || (known !== item && JSON.stringify(known) !== JSON.stringify(item));
  });
  const drop = before.filter(item => !kept.has(keyOf(item)));
  return put.length === 0 && drop.length === 0 ? undefined : { put, drop };
}

/** The same attributes, their names in order. */
export function sorted(attributes: Attributes): Attributes {
  return Object.fromEntries(Object.entries(attributes).sort(([a], [b]) => order(a, b)));
}

function order(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

function setOf(map: Map<string, Set<string>>, key: string): Set<string> {
  const known = map.get(key);
  if (known !== undefined) return known;
  const fresh = new Set<string>();
  map.set(key, fresh);
  return fresh;
}
