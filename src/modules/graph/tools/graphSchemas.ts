import * as z from 'zod';
import { once } from '../../../core/support/once';
import type { GraphDocument } from '../graph';
import { sorted } from '../graph';
import { MAX_EDGES, MAX_NODES } from '../invariants';
import type { GraphOperation } from '../operation';

/** Larger graphs are read as a resource: they would fill the conversation. */
const SHOWN_PARTS = 1_000;

const text = (most: number) =>
  z
    .string()
    .max(most)
    .refine(given => given.isWellFormed(), 'holds half a character');
const nodeId = text(200)
  .min(1)
  .refine(given => !/[\n\r\0]/.test(given), 'holds a line break');
const key = text(200)
  .min(1)
  .refine(given => !['__proto__', 'constructor', 'prototype'].includes(given), 'is a reserved name');
const scalar = once(() => z.union([text(16_384), z.number(), z.boolean()]));
const attributes = once(() =>
  z.record(key, scalar()).refine(given => Object.keys(given).length <= 64, 'has more than 64 attributes'),
);
const label = text(1_000).nullable().optional().describe('Label.');

export const graphId = once(() =>
  z
    .string()
    .trim()
    .regex(/^[\w.:-]{1,200}$/)
    .describe('Graph ID: letters, digits, and . : _ -'),
);

const node = once(() =>
  z.strictObject({
    id: nodeId.describe('Node ID.'),
    label,
    attributes: attributes().optional().describe('Texts, numbers, and booleans.'),
  }),
);

const edge = once(() =>
  z.strictObject({
    from: nodeId.describe('Node it starts at.'),
    to: nodeId.describe('Node it leads to.'),
    label,
    weight: z.number().nullable().optional().describe('Weight.'),
    attributes: attributes().optional().describe('Texts, numbers, and booleans.'),
  }),
);

const nodes = once(() => z.array(node()).max(MAX_NODES).describe('Nodes.'));
const edges = once(() =>
  z.array(edge()).max(MAX_EDGES).describe('Edges: one at most from a node to another.'),
);

/** A graph as agents write it. */
export const graphIn = once(() =>
  z.strictObject({
    name: text(200).default('').describe('Name.'),
    nodes: nodes(),
    edges: edges().default([]),
    metadata: attributes()
      .default({})
      .describe(
        'Values and rules: dag, require_labels, require_edge_labels, require_ports, max_in_degree, max_out_degree, max_nodes, max_edges, allow_self_loops, allow_isolated_nodes.',
      ),
    graph_id: graphId().optional(),
    graph_version: z.int().min(0).optional().describe('Version it was read at.'),
  }),
);

const params = once(() =>
  z.strictObject({
    edges: z
      .array(z.strictObject({ from: nodeId.describe('Node.'), to: nodeId.describe('Node.') }))
      .max(200)
      .optional()
      .describe('split_parallel: edges to split. Defaults to those whose attribute parallel is true.'),
    node: nodeId.optional().describe('inline_subgraph: node to replace.'),
    graph: z
      .strictObject({ nodes: nodes().min(1), edges: edges().default([]) })
      .optional()
      .describe('inline_subgraph: graph in its place.'),
    avoid_nodes: z.array(nodeId).max(200).default([]).describe('reroute_avoid: nodes to go round.'),
    avoid_labels: z.array(text(1_000)).max(200).default([]).describe('reroute_avoid: labels to go round.'),
    remove: z.boolean().default(false).describe('reroute_avoid: remove the nodes as well.'),
  }),
);

const operation = once(() =>
  z.strictObject({
    op: z
      .enum([
        'add_node',
        'remove_node',
        'rename_node',
        'add_edge',
        'remove_edge',
        'set_node_attribute',
        'set_edge_attribute',
        'patch_metadata',
        'rewrite',
      ])
      .describe('What to do.'),
    node: node().optional().describe('add_node.'),
    edge: edge().optional().describe('add_edge.'),
    id: nodeId.optional().describe('remove_node, rename_node, set_node_attribute.'),
    new_id: nodeId.optional().describe('rename_node.'),
    from: nodeId.optional().describe('remove_edge, set_edge_attribute.'),
    to: nodeId.optional().describe('remove_edge, set_edge_attribute.'),
    key: key.optional().describe('set_node_attribute, set_edge_attribute.'),
    value: scalar().nullable().optional().describe('Value to set; null removes the attribute.'),
    set: attributes().optional().describe('patch_metadata: values to set.'),
    unset: z.array(key).max(64).optional().describe('patch_metadata: keys to remove.'),
    rule: z
      .enum(['split_parallel', 'inline_subgraph', 'reroute_avoid'])
      .optional()
      .describe('rewrite: rule.'),
    params: params().optional().describe('rewrite: how.'),
  }),
);

/** The fields that each operation needs. */
const NEEDS = {
  add_node: ['node'],
  remove_node: ['id'],
  rename_node: ['id', 'new_id'],
  add_edge: ['edge'],
  remove_edge: ['from', 'to'],
  set_node_attribute: ['id', 'key', 'value'],
  set_edge_attribute: ['from', 'to', 'key', 'value'],
  patch_metadata: [],
  rewrite: ['rule'],
} as const;

const ALSO: Readonly<Record<string, readonly string[]>> = {
  patch_metadata: ['set', 'unset'],
  rewrite: ['params'],
};

/** A list of operations: one flat object each, as providers of models know no unions of objects. */
export const operationsIn = (most: number) =>
  z
    .array(
      operation().transform((given, context): GraphOperation => {
        const needs: readonly string[] = NEEDS[given.op];
        const fields = Object.entries(given).filter(([name, value]) => name !== 'op' && value !== undefined);
        const missing = needs.filter(name => !fields.some(([field]) => field === name));
        const odd = fields
          .map(([name]) => name)
          .filter(name => !needs.includes(name) && !(ALSO[given.op] ?? []).includes(name));
        if (given.op === 'patch_metadata' && given.set === undefined && given.unset === undefined)
          missing.push('set or unset');
        if (
          given.rule === 'inline_subgraph' &&
          (given.params?.node === undefined || given.params.graph === undefined)
        )
          missing.push('params.node and params.graph');
        for (const name of missing)
          context.addIssue({ code: 'custom', message: `${given.op} needs ${name}` });
        for (const name of odd) context.addIssue({ code: 'custom', message: `${given.op} takes no ${name}` });
        const {
          set = {},
          unset = [],
          params: how = { avoid_nodes: [], avoid_labels: [], remove: false },
          ...rest
        } = given;
        // What is missing was told above; the rest is what its kind of operation has.
        return {
          ...rest,
          ...(given.op === 'patch_metadata' ? { set, unset } : {}),
          ...(given.op === 'rewrite' ? { params: how } : {}),
        } as GraphOperation;
      }),
    )
    .min(1)
    .max(most)
    .describe('Operations, in order: all are applied, or none.');

/** A graph in an answer. */
export const graphOut = once(() =>
  z
    .strictObject({
      name: z.string().describe('Name.'),
      metadata: z.record(z.string(), z.unknown()).describe('Values and rules.'),
      nodes: z
        .array(
          z.strictObject({
            id: z.string().describe('Node ID.'),
            label: z.string().nullable().describe('Label.'),
            attributes: z.record(z.string(), z.unknown()).describe('Attributes.'),
          }),
        )
        .describe('By ID.'),
      edges: z
        .array(
          z.strictObject({
            from: z.string().describe('Node it starts at.'),
            to: z.string().describe('Node it leads to.'),
            label: z.string().nullable().describe('Label.'),
            weight: z.number().nullable().describe('Weight.'),
            attributes: z.record(z.string(), z.unknown()).describe('Attributes.'),
          }),
        )
        .describe('By their nodes.'),
    })
    .nullable()
    .describe('The graph; null above 1,000 nodes and edges: read sc://graphs/<graph_id>.'),
);

export const recordOut = once(() =>
  z.strictObject({
    op: z.string().describe('Operation.'),
    description: z.string().describe('What it does.'),
    changed: z.boolean().describe('Whether anything changed.'),
  }),
);

export const invariantsOut = once(() =>
  z
    .strictObject({
      ok: z.boolean().describe('No rule is broken.'),
      violations: z
        .array(
          z.strictObject({
            code: z.string().describe('Error code.'),
            message: z.string().describe('What is wrong.'),
            path: z.string().describe('Place in the graph.'),
            cycle: z.array(z.string()).optional().describe('Nodes of a cycle.'),
          }),
        )
        .describe('Broken rules, up to 20.'),
    })
    .describe('Rules of the graph.'),
);

export const patchOut = once(() =>
  z
    .array(
      z.strictObject({
        op: z.string().describe('add, remove, or replace.'),
        path: z.string().describe('JSON Pointer.'),
        value: z.unknown().optional().describe('Value.'),
      }),
    )
    .describe('JSON Patch (RFC 6902).'),
);

export const summaryOut = once(() =>
  z
    .strictObject({
      nameChanged: z.boolean().describe('Name.'),
      metadataChanged: z.boolean().describe('Metadata.'),
      nodesChanged: z.boolean().describe('Nodes.'),
      edgesChanged: z.boolean().describe('Edges.'),
    })
    .describe('What differs.'),
);

export const ownerIn = once(() =>
  z.string().trim().min(1).max(120).optional().describe('Who changes it: the holder of the lock, if locked.'),
);
export const noteIn = once(() =>
  z.string().trim().min(1).max(240).optional().describe('Why, for the record.'),
);
export const expectedIn = once(() =>
  z.int().min(0).optional().describe('Required current version; 0: the graph must not exist.'),
);

/** A graph that an agent wrote, as a document. @throws nothing: doubles are told by the rules */
export function documentOf(
  given: Pick<z.output<ReturnType<typeof graphIn>>, 'name' | 'nodes' | 'edges' | 'metadata'>,
): GraphDocument {
  return {
    name: given.name,
    metadata: sorted(given.metadata),
    nodes: given.nodes.map(({ id, label: title = null, attributes: own = {} }) => ({
      id,
      label: title,
      attributes: sorted(own),
    })),
    edges: given.edges.map(({ from, to, label: title = null, weight = null, attributes: own = {} }) => ({
      from,
      to,
      label: title,
      weight,
      attributes: sorted(own),
    })),
  };
}

/** The graph for an answer, where it is not too large. */
export function shownGraph(document: GraphDocument | undefined): z.input<ReturnType<typeof graphOut>> {
  if (document === undefined || document.nodes.length + document.edges.length > SHOWN_PARTS) return null;
  const { name, metadata, nodes: all, edges: ways } = document;
  return {
    name,
    metadata: { ...metadata },
    nodes: all.map(each => ({ ...each })),
    edges: ways.map(each => ({ ...each })),
  };
}
