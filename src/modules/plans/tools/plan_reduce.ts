import * as z from 'zod';
import { coordinationError } from '../../../core/coordination/coordinationError';
import type { Json } from '../../../core/support/json';
import { defineCoordinationTool } from '../../../mcp/toolkit/coordination/defineCoordinationTool';
import { concatenated, merged, type Part, templated, voted } from '../run/reduce';
import { childrenIn } from './childRuns';
import { joinedOf } from './joined';
import { pointerIn } from './planSchemas';

export const planReduce = defineCoordinationTool({
  name: 'plan_reduce',
  title: 'Combine results of runs',
  description:
    'Combines one output of each run that succeeded, or the answers of child agents, into one value, without passing them through the conversation.',
  effect: 'reads',
  family: 'PLAN',
  input: () =>
    z.strictObject({
      ...childrenIn,
      reducer: z
        .enum(['concat', 'merge_json', 'vote', 'custom'])
        .describe(
          'concat: texts or lists joined; merge_json: objects merged; vote: the most frequent; custom: spec.template.',
        ),
      spec: z
        .strictObject({
          pointer: pointerIn()
            .optional()
            .describe('Value to take from each run. Defaults to its last output.'),
          separator: z.string().max(100).default('\n').describe('Between texts.'),
          template: z
            .unknown()
            .optional()
            .describe('For custom: a value with {"$from": "/outputs/<run id>/…"} or "/vars/items/0".'),
        })
        .default({ separator: '\n' })
        .describe('How to combine.'),
    }),
  output: () =>
    z.strictObject({
      reducer: z.string().describe('Reducer used.'),
      aggregate: z.unknown().describe('The combined value.'),
      children: z.int().describe('Runs combined.'),
      skipped: z.array(z.string()).describe('Runs without a result.'),
      votes: z.int().optional().describe('For vote: votes for it.'),
      tie: z.boolean().optional().describe('For vote: no value has the most.'),
    }),
  handle({ children, reducer, spec: { pointer, separator, template } }, { plans, children: agents }) {
    const parts: Part[] = [];
    const skipped: string[] = [];
    for (const id of children) {
      const joined = joinedOf(id, { plans, children: agents });
      const output = joined.output(pointer);
      if (!joined.hasSucceeded || output === undefined || output === null) skipped.push(id);
      else parts.push({ run: id, output });
    }
    const common = { reducer, children: parts.length, skipped };
    switch (reducer) {
      case 'concat':
        return { ...common, aggregate: concatenated(parts, separator) };
      case 'merge_json':
        return { ...common, aggregate: merged(parts) };
      case 'vote': {
        const { value, votes, isTie } = voted(parts);
        return { ...common, aggregate: value, votes, tie: isTie };
      }
      case 'custom':
        if (template === undefined)
          throw coordinationError('E-PLAN-INVALID-INPUT', {
            message: 'custom needs spec.template.',
            hint: 'pass spec: {template}',
          });
        return { ...common, aggregate: templated(parts, template as Json) };
    }
  },
});
