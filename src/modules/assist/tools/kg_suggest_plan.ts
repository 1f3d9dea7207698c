import * as z from 'zod';
import type { Gap } from '../../knowledge/suggestPlan';
import { defineCoordinationTool } from '../../../mcp/toolkit/coordination/defineCoordinationTool';

const name = z.string().trim().min(1).max(120);
const end = (what: string) => z.strictObject({ nodeId: z.string().describe('Id of a node.') }).describe(what);
const gapRows = (what: string) =>
  z
    .array(
      z.strictObject({
        task: z.string().describe('Id of the task.'),
        dependencies: z.array(z.string()).describe('What it depends on.'),
      }),
    )
    .describe(what);

export const kgSuggestPlan = defineCoordinationTool({
  name: 'kg_suggest_plan',
  title: 'Suggest a plan',
  description:
    'Makes fragments, of 200 tasks at most, of a plan that was written down as triples: (<goal>, includes, <task>), (task:<task>, label | depends_on | duration | weight, <value>).',
  effect: 'reads',
  family: 'KG',
  input: z.strictObject({
    goal: z.string().trim().min(1).max(4_096).describe('Name of the plan.'),
    context: z
      .strictObject({
        preferred_sources: z.array(name).max(16).default([]).describe('Whose tasks come first.'),
        exclude_tasks: z.array(name).max(256).default([]).describe('Tasks to leave out.'),
        max_fragments: z.int().min(1).max(5).default(3).describe('Fragments at most.'),
      })
      .prefault({})
      .describe('What to prefer.'),
  }),
  output: z.strictObject({
    goal: z.string().describe('Name of the plan.'),
    fragments: z
      .array(
        z.strictObject({
          id: z.string().describe('<goal>-fragment-<n>.'),
          nodes: z
            .array(
              z.strictObject({
                id: z.string().describe('Id of the task.'),
                kind: z.literal('task').describe('What it is.'),
                label: z.string().describe('What to call it.'),
                attributes: z
                  .record(z.string(), z.union([z.string(), z.number(), z.boolean()]))
                  .describe('bt_tool, bt_input_key, kg_goal, kg_source, kg_confidence, kg_seed, kg_group …'),
              }),
            )
            .describe('Tasks, what comes first first.'),
          edges: z
            .array(
              z.strictObject({
                id: z.string().describe('Id of the edge.'),
                from: end('What comes first.'),
                to: end('What depends on it.'),
                label: z.literal('depends_on').describe('What it means.'),
                attributes: z
                  .strictObject({ kg_dependency: z.literal(true).describe('It was told as a triple.') })
                  .describe('Where it is from.'),
              }),
            )
            .describe('Dependencies.'),
        }),
      )
      .describe('Parts of the plan, each whole with what it depends on.'),
    rationale: z.array(z.string()).describe('What is in it and what is not, in words.'),
    coverage: z
      .strictObject({
        total_tasks: z.int().describe('Tasks of the plan.'),
        suggested_tasks: z.array(z.string()).describe('Those in the fragments.'),
        excluded_tasks: z.array(z.string()).describe('Those left out on request.'),
        missing_dependencies: gapRows('Dependencies that were left out on request.'),
        unknown_dependencies: gapRows('Dependencies that are no task of the plan.'),
        left_out_tasks: z.int().describe('Tasks of the fragments that one answer has no room for.'),
        left_out_dependencies: z.int().describe('Dependencies that are neither here nor named.'),
        circular_dependencies: z
          .array(z.array(z.string()))
          .describe('Tasks that wait for each other in a circle: no order fits.'),
      })
      .describe('How much of the plan this is.'),
    sources: z
      .array(
        z.strictObject({
          source: z.string().describe('Who put tasks into the plan.'),
          tasks: z.int().describe('How many of the suggested ones.'),
        }),
      )
      .describe('Where the tasks are from.'),
    preferred_sources_applied: z.array(z.string()).describe('Preferred sources with tasks.'),
    preferred_sources_ignored: z.array(z.string()).describe('Preferred sources without.'),
  }),
  handle({ goal, context }, { knowledge }) {
    const { coverage, fragments, ...suggestion } = knowledge.suggestPlan({
      goal,
      preferredSources: context.preferred_sources,
      excludedTasks: context.exclude_tasks,
      maxFragments: context.max_fragments,
    });
    return {
      goal: suggestion.goal,
      fragments: fragments.map(({ nodes, edges, ...fragment }) => ({
        ...fragment,
        nodes: nodes.map(({ attributes, ...node }) => ({ ...node, attributes: { ...attributes } })),
        edges: [...edges],
      })),
      rationale: [...suggestion.rationale],
      coverage: {
        total_tasks: coverage.totalTasks,
        suggested_tasks: [...coverage.suggestedTasks],
        excluded_tasks: [...coverage.excludedTasks],
        missing_dependencies: rows(coverage.missing),
        unknown_dependencies: rows(coverage.unknown),
        left_out_tasks: coverage.leftOutTasks,
        left_out_dependencies: coverage.leftOutDependencies,
        circular_dependencies: coverage.circles.map(circle => [...circle]),
      },
      sources: [...suggestion.sources],
      preferred_sources_applied: [...suggestion.preferredApplied],
      preferred_sources_ignored: [...suggestion.preferredIgnored],
    };
  },
});

function rows(gaps: readonly Gap[]) {
  return gaps.map(({ task, dependencies }) => ({ task, dependencies: [...dependencies] }));
}
