import type { Attributes, GraphDocument, GraphEdge, GraphNode, Scalar } from './graph';

/** A node or an edge as it is given: what is left out is null or empty. */
export type NewNode = Pick<GraphNode, 'id'> & Partial<GraphNode>;
export type NewEdge = Pick<GraphEdge, 'from' | 'to'> & Partial<GraphEdge>;

/** How a graph is rewritten. Each rule leaves alone what it does not fit. */
export type RewriteRule =
  /** Edges whose attribute `parallel` is true, or those named: each gets a node in its middle. */
  | {
      readonly rule: 'split_parallel';
      readonly params: { readonly edges?: readonly { readonly from: string; readonly to: string }[] };
    }
  /** A graph takes the place of a node. What led to the node leads to its first nodes, what came after follows its last ones. */
  | {
      readonly rule: 'inline_subgraph';
      readonly params: { readonly node: string; readonly graph: Pick<GraphDocument, 'nodes' | 'edges'> };
    }
  /** Edges go round these nodes: from each one before to each one after. The nodes stay, alone, unless they are to go. */
  | {
      readonly rule: 'reroute_avoid';
      readonly params: {
        readonly avoid_nodes: readonly string[];
        readonly avoid_labels: readonly string[];
        readonly remove: boolean;
      };
    };

/** One change of a graph. One that finds nothing to do is no error. */
export type GraphOperation =
  | { readonly op: 'add_node'; readonly node: NewNode }
  | { readonly op: 'remove_node'; readonly id: string }
  | { readonly op: 'rename_node'; readonly id: string; readonly new_id: string }
  | { readonly op: 'add_edge'; readonly edge: NewEdge }
  | { readonly op: 'remove_edge'; readonly from: string; readonly to: string }
  | {
      readonly op: 'set_node_attribute';
      readonly id: string;
      readonly key: string;
      readonly value: Scalar | null;
    }
  | {
      readonly op: 'set_edge_attribute';
      readonly from: string;
      readonly to: string;
      readonly key: string;
      readonly value: Scalar | null;
    }
  | { readonly op: 'patch_metadata'; readonly set: Attributes; readonly unset: readonly string[] }
  | ({ readonly op: 'rewrite' } & RewriteRule);

/** What became of an operation. */
export interface OperationRecord {
  readonly op: GraphOperation['op'];
  readonly description: string;
  readonly changed: boolean;
}
