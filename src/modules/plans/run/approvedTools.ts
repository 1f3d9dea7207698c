import type { ModuleParts } from '../../../core/resources/joinedModule';
import type { UsedTool } from './checkTools';
import type { CallsFor } from './leafCalls';
import type { RunSpec } from './planRun';

/** Asks once about all calls that a person has a say in. @throws {Refusal} call-rejected */
export async function approvedTools(
  { gateway }: Pick<ModuleParts, 'gateway'>,
  { caller, tree }: Pick<RunSpec, 'caller' | 'tree'>,
  tools: readonly UsedTool[],
  { client, approved }: CallsFor['options'],
  signal: AbortSignal,
): Promise<ReadonlySet<string>> {
  if (approved !== undefined) return approved;
  const asking = tools.filter(({ asks }) => asks).map(({ tool, leaves }) => [tool, leaves] as const);
  if (asking.length === 0) return new Set();
  const plan = { plan: tree.id, tools: new Map(asking) };
  const who = client === undefined ? { signal } : { signal, client };
  return await gateway.planned.approve(caller, plan, who);
}
