import * as z from 'zod';
import { MAX_NODES } from './readTree';

const id = z.string().min(1).max(200);
const end = (what: string) =>
  z
    .strictObject({
      nodeId: id.describe('Node ID.'),
      port: z.string().max(200).optional().describe('Port.'),
    })
    .describe(what);
const attributes = z.record(z.string().max(200), z.unknown()).optional();
const label = z.string().max(500).optional().describe('Title.');

const graphNode = z.strictObject({
  id: id.describe('Node ID.'),
  kind: z.enum(['task', 'subgraph']).default('task').describe('subgraph: ref holds a graph.'),
  label,
  attributes: attributes.describe(
    'For a task: bt_tool, and bt_input_key for the variable that holds its input.',
  ),
  inputs: z.array(z.unknown()).max(200).optional().describe('Ports.'),
  outputs: z.array(z.unknown()).max(200).optional().describe('Ports.'),
  ref: z.unknown().optional().describe('Graph in the place of the node.'),
  params: z.record(z.string().max(200), z.unknown()).optional().describe('Input of the tool.'),
});

const graphEdge = z.strictObject({
  id: id.optional().describe('Edge ID.'),
  from: end('Runs first.'),
  to: end('Runs afterwards.'),
  label,
  attributes: attributes.describe('Not used.'),
});

/** A graph of tasks, some of which may be graphs themselves. */
export const hierGraph = z.strictObject({
  id: id.describe('ID of the tree.'),
  nodes: z.array(graphNode).min(1).max(MAX_NODES).describe('Tasks.'),
  edges: z.array(graphEdge).max(20_000).default([]).describe('What comes before what.'),
});

/** The same as it was read. */
export type HierGraph = z.output<typeof hierGraph>;
