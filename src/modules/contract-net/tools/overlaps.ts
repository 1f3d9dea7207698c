import * as z from 'zod';
import type { Workflows } from '../../../core/workflow/workflows';
import { meetingAreas } from '../../../core/workflow/verification/areasMeet';
import { isOf } from '../areaLeases';
import type { ContractNet } from '../contractNet';
import type { Call } from '../netState';

/** Rows that are named (chosen here). */
const MAX_NAMED = 10;

/** What of others meets the areas of an awarded call. */
export const overlapOut = {
  overlap: z
    .array(
      z.strictObject({
        kind: z.enum(['task', 'lease']).describe('A task at work, or an awarded call.'),
        id: z.string().describe('Task ID or call ID.'),
        name: z.string().describe('Name.'),
        agent: z.string().describe('Who works there.'),
        areas: z.array(z.string()).describe('Areas of this call in which it works too.'),
      }),
    )
    .describe('Work of other agents in the areas of this call. Its agent and they are told.'),
};

/** The tasks and leases of other agents in the areas of a call that was awarded; none where it was not. */
export function overlapsOf(
  { id: own, award, areas = [] }: Call,
  { workflows, 'contract-net': net }: { readonly workflows: Workflows; readonly 'contract-net': ContractNet },
) {
  if (award === null || areas.length === 0) return { overlap: [] };
  const tasks = workflows
    .running()
    .filter(task => !isOf(award.agent, task))
    .map(({ id, name, session, caller, areas: theirs }) => ({
      kind: 'task' as const,
      id: String(id),
      name,
      agent: caller?.name ?? session,
      areas: [...meetingAreas(areas, theirs)],
    }));
  const leases = net
    .leases()
    .filter(({ call, agent }) => call !== own && agent !== award.agent)
    .map(({ call, task, agent, areas: theirs }) => ({
      kind: 'lease' as const,
      id: call,
      name: task,
      agent,
      areas: [...meetingAreas(areas, theirs)],
    }));
  return { overlap: [...tasks, ...leases].filter(row => row.areas.length > 0).slice(0, MAX_NAMED) };
}
