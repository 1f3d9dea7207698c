import { coordinationError } from '../../core/coordination/coordinationError';
import {
  type Delta,
  edgeKey,
  type Graph,
  type GraphEdge,
  type GraphNode,
  type Scalar,
  sorted,
} from './graph';
import type { GraphOperation, NewEdge, NewNode, OperationRecord } from './operation';
import { rewrite } from './rewrite';

/**
 * Changes a graph in place and remembers how it was, so that all can be taken back: costs what changes, not what there is.
 */
export class GraphEdit {
  readonly graph: Graph;
  readonly #name: string;
  readonly #metadata = new Map<string, Scalar | undefined>();
  readonly #nodes = new Map<string, GraphNode | undefined>();
  readonly #edges = new Map<
    string,
    { readonly ends: readonly [string, string]; readonly before: GraphEdge | undefined }
  >();

  constructor(graph: Graph) {
    this.graph = graph;
    this.#name = graph.name;
  }

  /** @throws {Refusal} E-GRAPH-INVALID-INPUT with the operation's place: then take all back */
  applyAll(operations: readonly GraphOperation[]): readonly OperationRecord[] {
    return operations.map((operation, index) => this.#apply(operation, index));
  }

  /** Puts a node; false where it is there already, and the same. */
  putNode(given: NewNode): boolean {
    const node = {
      id: given.id,
      label: given.label ?? null,
      attributes: sorted(given.attributes ?? {}),
    };
    const before = this.graph.nodes.get(node.id);
    if (before !== undefined && isSame(before, node)) return false;
    if (!this.#nodes.has(node.id)) this.#nodes.set(node.id, before);
    this.graph.putNode(node);
    return true;
  }

  /** Takes a node away, with its edges. */
  dropNode(id: string): boolean {
    const before = this.graph.nodes.get(id);
    if (before === undefined) return false;
    for (const to of this.graph.after(id)) this.dropEdge(id, to);
    for (const from of this.graph.before(id)) this.dropEdge(from, id);
    if (!this.#nodes.has(id)) this.#nodes.set(id, before);
    this.graph.dropNode(id);
    return true;
  }

  putEdge(given: NewEdge): boolean {
    const { from, to } = given;
    const edge = {
      from,
      to,
      label: given.label ?? null,
      weight: given.weight ?? null,
      attributes: sorted(given.attributes ?? {}),
    };
    const before = this.graph.edge(from, to);
    if (before !== undefined && isSame(before, edge)) return false;
    this.#rememberEdge(from, to, before);
    this.graph.putEdge(edge);
    return true;
  }

  dropEdge(from: string, to: string): boolean {
    const before = this.graph.edge(from, to);
    if (before === undefined) return false;
    this.#rememberEdge(from, to, before);
    this.graph.dropEdge(from, to);
    return true;
  }

  setMetadata(key: string, value: Scalar | undefined): boolean {
    const before = this.graph.metadata.get(key);
    if (before === value) return false;
    if (!this.#metadata.has(key)) this.#metadata.set(key, before);
    if (value === undefined) this.graph.metadata.delete(key);
    else this.graph.metadata.set(key, value);
    return true;
  }

  /** What is another thing now than before; undefined where nothing is. */
  delta(): Delta | undefined {
    const { graph } = this;
    const delta: { -readonly [Key in keyof Delta]: Delta[Key] } = {};
    if (graph.name !== this.#name) delta.name = graph.name;
    const metadata = [...this.#metadata].filter(([key, before]) => graph.metadata.get(key) !== before);
    if (metadata.length > 0)
      delta.metadata = {
        set: Object.fromEntries(
          metadata.flatMap(([key]) => {
            const value = graph.metadata.get(key);
            return value === undefined ? [] : [[key, value] as const];
          }),
        ),
        unset: metadata.map(([key]) => key).filter(key => !graph.metadata.has(key)),
      };
    const nodes = [...this.#nodes].filter(([id, before]) => !isSame(before, graph.nodes.get(id)));
    if (nodes.length > 0)
      delta.nodes = {
        put: nodes.flatMap(([id]) => graph.nodes.get(id) ?? []),
        drop: nodes.map(([id]) => id).filter(id => !graph.nodes.has(id)),
      };
    const edges = [...this.#edges.values()].filter(
      ({ ends, before }) => !isSame(before, graph.edge(...ends)),
    );
    if (edges.length > 0)
      delta.edges = {
        put: edges.flatMap(({ ends }) => graph.edge(...ends) ?? []),
        drop: edges.map(({ ends }) => ends).filter(ends => graph.edge(...ends) === undefined),
      };
    return Object.keys(delta).length === 0 ? undefined : delta;
  }

  /** Makes the graph what it was. */
  takeBack(): void {
    const { graph } = this;
    graph.name = this.#name;
    for (const [key, before] of this.#metadata)
      if (before === undefined) graph.metadata.delete(key);
      else graph.metadata.set(key, before);
    for (const { ends } of this.#edges.values()) graph.dropEdge(...ends);
    for (const [id, before] of this.#nodes)
      if (before === undefined) graph.dropNode(id);
      else graph.putNode(before);
    for (const { before } of this.#edges.values()) if (before !== undefined) graph.putEdge(before);
  }

  #apply(operation: GraphOperation, index: number): OperationRecord {
    const { graph } = this;
    const done = (description: string, changed: boolean): OperationRecord => ({
      op: operation.op,
      description,
      changed,
    });
    switch (operation.op) {
      case 'add_node':
        return done(`add node "${operation.node.id}"`, this.putNode(operation.node));
      case 'remove_node':
        return done(`remove node "${operation.id}"`, this.dropNode(operation.id));
      case 'rename_node':
        return done(`rename node "${operation.id}" to "${operation.new_id}"`, this.#rename(operation, index));
      case 'add_edge': {
        const { from, to } = operation.edge;
        for (const id of [from, to]) if (!graph.nodes.has(id)) throw unknownNode(id, index);
        return done(`add edge "${from}" → "${to}"`, this.putEdge(operation.edge));
      }
      case 'remove_edge':
        return done(
          `remove edge "${operation.from}" → "${operation.to}"`,
          this.dropEdge(operation.from, operation.to),
        );
      case 'set_node_attribute': {
        const node = graph.nodes.get(operation.id);
        if (node === undefined) throw unknownNode(operation.id, index);
        const isChanged = this.putNode({ ...node, attributes: withValue(node.attributes, operation) });
        return done(`set "${operation.key}" of node "${operation.id}"`, isChanged);
      }
      case 'set_edge_attribute': {
        const { from, to } = operation;
        const edge = graph.edge(from, to);
        if (edge === undefined) throw unknownEdge(from, to, index);
        const isChanged = this.putEdge({ ...edge, attributes: withValue(edge.attributes, operation) });
        return done(`set "${operation.key}" of edge "${from}" → "${to}"`, isChanged);
      }
      case 'patch_metadata': {
        const set = Object.entries(operation.set).map(([key, value]) => this.setMetadata(key, value));
        const unset = operation.unset.map(key => this.setMetadata(key, undefined));
        return done('patch metadata', [...set, ...unset].includes(true));
      }
      case 'rewrite':
        return done(
          `rewrite: ${operation.rule}`,
          rewrite(this, operation, id => unknownNode(id, index)),
        );
    }
  }

  #rename({ id, new_id: next }: Extract<GraphOperation, { op: 'rename_node' }>, index: number): boolean {
    const { graph } = this;
    const node = graph.nodes.get(id);
    if (node === undefined) throw unknownNode(id, index);
    if (next === id) return false;
    if (graph.nodes.has(next)) throw invalid(`There is a node "${next}" already.`, index);
    const around = [...graph.after(id)].flatMap(to => graph.edge(id, to) ?? []);
    const towards = [...graph.before(id)].flatMap(from => graph.edge(from, id) ?? []);
    this.dropNode(id);
    this.putNode({ ...node, id: next });
    for (const edge of new Set([...around, ...towards]))
      this.putEdge({
        ...edge,
        from: edge.from === id ? next : edge.from,
        to: edge.to === id ? next : edge.to,
      });
    return true;
  }

  #rememberEdge(from: string, to: string, before: GraphEdge | undefined): void {
    const key = edgeKey(from, to);
    if (!this.#edges.has(key)) this.#edges.set(key, { ends: [from, to], before });
  }
}

function withValue(
  attributes: GraphNode['attributes'],
  { key, value }: { readonly key: string; readonly value: Scalar | null },
) {
  const { [key]: _before, ...rest } = attributes;
  return value === null ? rest : { ...rest, [key]: value };
}

function isSame(a: object | undefined, b: object | undefined): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}

function unknownNode(id: string, index: number) {
  return invalid(`There is no node "${id}".`, index);
}

function unknownEdge(from: string, to: string, index: number) {
  return invalid(`There is no edge "${from}" → "${to}".`, index);
}

function invalid(message: string, index: number) {
  return coordinationError('E-GRAPH-INVALID-INPUT', {
    message: `Operation ${index}: ${message} Nothing was changed.`,
    hint: 'read the graph with resources_read',
    details: { index },
  });
}
