import * as z from 'zod';
import type { Gap } from '../../knowledge/suggestPlan';
import { defineCoordinationTool } from '../../../mcp/toolkit/coordination/defineCoordinationTool';

const name = z.string().trim().min(1).max(120);
const end = (what: string) => z.strictObject({ nodeId: z.string().describe('Node ID.') }).describe(what);
const gapRows = (what: string) =>
  z
    .array(
      z.strictObject({
        task: z.string().describe('Task ID.'),
        dependencies: z.array(z.string()).describe('Dependencies.'),
      }),
    )
    .describe(what);

export const kgSuggestPlan = defineCoordinationTool({
  name: 'kg_suggest_plan',
  title: 'Suggest a plan',
  description:
    'Builds plan fragments of up to 200 tasks from triples: (<goal>, includes, <task>), (task:<task>, label | depends_on | duration | weight, <value>).',
  effect: 'reads',
  family: 'KG',
  input: () =>
    z.strictObject({
      goal: z.string().trim().min(1).max(4_096).describe('Name of the plan.'),
      context: z
        .strictObject({
          preferred_sources: z.array(name).max(16).default([]).describe('Sources whose tasks come first.'),
          exclude_tasks: z.array(name).max(256).default([]).describe('Tasks to exclude.'),
          max_fragments: z.int().min(1).max(5).default(3).describe('Maximum number of fragments.'),
        })
        .prefault({})
        .describe('Preferences.'),
    }),
  output: () =>
    z.strictObject({
      goal: z.string().describe('Name of the plan.'),
      fragments: z
        .array(
          z.strictObject({
            id: z.string().describe('<goal>-fragment-<n>.'),
            nodes: z
              .array(
                z.strictObject({
                  id: z.string().describe('Task ID.'),
                  kind: z.literal('task').describe('Type.'),
                  label: z.string().describe('Label.'),
                  attributes: z
                    .record(z.string(), z.union([z.string(), z.number(), z.boolean()]))
                    .describe(
                      'bt_tool, bt_input_key, kg_goal, kg_source, kg_confidence, kg_seed, kg_group …',
                    ),
                }),
              )
              .describe('Tasks in execution order.'),
            edges: z
              .array(
                z.strictObject({
                  id: z.string().describe('Edge ID.'),
                  from: end('Prerequisite.'),
                  to: end('Dependent task.'),
                  label: z.literal('depends_on').describe('Meaning.'),
                  attributes: z
                    .strictObject({ kg_dependency: z.literal(true).describe('Stated as a triple.') })
                    .describe('Source.'),
                }),
              )
              .describe('Dependencies.'),
          }),
        )
        .describe('Parts of the plan, each with all its dependencies.'),
      rationale: z.array(z.string()).describe('Summary of what is included and what is not.'),
      coverage: z
        .strictObject({
          total_tasks: z.int().describe('Tasks of the plan.'),
          suggested_tasks: z.array(z.string()).describe('Tasks in the fragments.'),
          excluded_tasks: z.array(z.string()).describe('Tasks excluded on request.'),
          missing_dependencies: gapRows('Dependencies excluded on request.'),
          unknown_dependencies: gapRows('Dependencies that are not tasks of the plan.'),
          left_out_tasks: z.int().describe('Tasks that exceed the size of one answer.'),
          left_out_dependencies: z.int().describe('Dependencies neither included nor named.'),
          circular_dependencies: z.array(z.array(z.string())).describe('Tasks in a dependency cycle.'),
        })
        .describe('Coverage of the plan.'),
      sources: z
        .array(
          z.strictObject({
            source: z.string().describe("Sources of the plan's tasks."),
            tasks: z.int().describe('How many of them are suggested.'),
          }),
        )
        .describe('Sources of the tasks.'),
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
