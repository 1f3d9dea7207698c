import * as z from 'zod';
import { defineCoordinationTool } from '../../../mcp/toolkit/coordination/defineCoordinationTool';
import { compiled, graphIn } from './plan_compile_bt';
import { planError } from '../tree/planError';
import { explained } from '../../values/explain';
import { impactsIn, rounded } from '../../values/tools/valueSchemas';
import type { Values } from '../../values/values';
import { givenTree, impactsOf, treeIn, valuesIn } from './planSchemas';
import { sizeOf } from '../tree/readTree';
import { rewriteIn, rewriteOut, rewritten } from './dryRewrite';

const leafProblems = z.array(
  z.strictObject({
    place: z.string().describe('Place in the tree.'),
    leaf: z.string().describe('Leaf ID.'),
    tool: z.string().describe('Tool.'),
    code: z.string().describe('Error code.'),
    message: z.string().describe('What is wrong.'),
  }),
);

export const planDryRun = defineCoordinationTool({
  name: 'plan_dry_run',
  title: 'Check a plan',
  description:
    'Checks a tree, XML, or task graph without running it: the tools and servers it would use, which calls ask the user, and what is wrong. Can preview a graph rewritten.',
  effect: 'reads',
  family: 'PLAN',
  input: () =>
    z.strictObject({
      plan_id: z.string().trim().min(1).max(200).describe('Name of the plan.'),
      plan_label: z.string().trim().min(1).max(200).optional().describe('Title.'),
      ...treeIn(),
      ...graphIn,
      ...valuesIn(),
      nodes: z
        .array(
          z.strictObject({
            id: z.string().min(1).max(200).describe('Leaf ID.'),
            label: z.string().min(1).max(200).optional().describe('Title.'),
            value_impacts: impactsIn().max(32).optional().describe('What it does to values.'),
          }),
        )
        .max(128)
        .optional()
        .describe('Impacts by leaf, beside impacts.'),
      ...rewriteIn,
    }),
  output: () =>
    z.strictObject({
      plan_id: z.string().describe('As passed in.'),
      plan_label: z.string().nullable().describe('As passed in.'),
      tree: z.record(z.string(), z.unknown()).describe('The tree that would run.'),
      nodes: z.int().describe('Nodes of the tree.'),
      tools: z
        .array(
          z.strictObject({
            tool: z.string().describe('Tool.'),
            server: z.string().nullable().describe('Its server; null: built in.'),
            leaves: z.int().describe('Leaves that call it.'),
            asks: z.boolean().describe('The user will be asked.'),
            servers: z.array(z.string()).describe('Servers that its rounds turn on.'),
            repeatable: z.boolean().describe('Called again after a crash without asking.'),
          }),
        )
        .describe('Tools it would call.'),
      problems: leafProblems.describe('Why it would not start.'),
      will_fail: leafProblems.describe('Leaves whose input is wrong: the run would start, and fail there.'),
      values: z
        .strictObject({
          allowed: z.boolean().describe('Whether it would start.'),
          score: z.number().describe('0 to 1.'),
          threshold: z.number().describe('Lowest allowed score.'),
          violations: z
            .array(
              z.strictObject({
                value: z.string().describe('Value ID.'),
                nodeId: z.string().nullable().describe('Leaf that harms it most.'),
                hint: z.string().describe('What to do.'),
              }),
            )
            .describe('Values that it harms too much.'),
        })
        .nullable()
        .describe('What it comes to; null without impacts.'),
      ...rewriteOut,
      can_run: z.boolean().describe('Nothing stands in its way.'),
    }),
  async handle({ plan_id: id, plan_label: label, graph, ...given }, { plans, values, caller, signal }) {
    const isTree = given.tree !== undefined || given.xml !== undefined;
    if (isTree === (graph !== undefined)) throw planError('give tree, xml, or graph', '/');
    const tree = graph === undefined ? await givenTree(given) : await compiled(graph);
    const { tools, problems } = await plans.check(caller, tree, signal);
    const weighed = weigh(values, { ...given, impacts: allImpacts(given) });
    const isAllowed = weighed?.allowed !== false;
    return {
      plan_id: id,
      plan_label: label ?? null,
      tree: { ...tree },
      nodes: sizeOf(tree.root),
      tools: tools.map(({ tool, server, leaves, asks, mayRepeat, roundServers }) => ({
        tool,
        server,
        leaves,
        asks,
        servers: [...roundServers],
        repeatable: mayRepeat,
      })),
      problems: problems.map(({ server: _off, ...problem }) => problem),
      will_fail: await plans.misfits(caller, tree, signal),
      values: weighed,
      ...(await rewritten(graph, given, async after => {
        const found = await plans.check(caller, after, signal);
        return isAllowed && found.problems.length === 0;
      })),
      can_run: problems.length === 0 && isAllowed,
    };
  },
});

/** Those of the whole, and those of its leaves. */
function allImpacts({
  impacts,
  nodes = [],
}: {
  readonly impacts?: z.output<ReturnType<typeof impactsIn>> | undefined;
  readonly nodes?:
    | readonly {
        readonly id: string;
        readonly value_impacts?: z.output<ReturnType<typeof impactsIn>> | undefined;
      }[]
    | undefined;
}): z.output<ReturnType<typeof impactsIn>> | undefined {
  const ofNodes = nodes.flatMap(({ id, value_impacts: each = [] }) =>
    each.map(impact => ({ ...impact, nodeId: impact.nodeId ?? id })),
  );
  return ofNodes.length === 0 ? impacts : [...(impacts ?? []), ...ofNodes];
}

/** What the values of the workspace say of it; null where it says nothing of them. */
function weigh(values: Pick<Values, 'decide'>, given: Parameters<typeof impactsOf>[0]) {
  const { impacts, threshold } = impactsOf(given);
  if (impacts === undefined) return null;
  const decision = values.decide(impacts, threshold);
  return {
    allowed: decision.isAllowed,
    score: rounded(decision.score),
    threshold: decision.threshold,
    violations: explained(decision.violations).map(({ value, nodeId, hint }) => ({ value, nodeId, hint })),
  };
}
