import * as z from 'zod';
import { defineOnceTool } from '../../../mcp/toolkit/coordination/defineCoordinationTool';
import { toolRefusal } from '../run/checkTools';
import { correlationIn, givenTree, givenVariables, specOf, treeIn, variablesIn } from './planSchemas';

export const planFanout = defineOnceTool({
  name: 'plan_fanout',
  title: 'Run a plan for many inputs',
  description:
    'Starts a run of the same tree for each item, in parallel and in the background: /vars/item and /vars/index differ. ' +
    'Then call plan_join with the returned children, and plan_reduce.',
  effect: 'changes',
  isOpenWorld: true,
  family: 'PLAN',
  input: () =>
    z.strictObject({
      ...treeIn(),
      ...variablesIn(),
      items: z.array(z.unknown()).min(1).max(32).describe('One run per item.'),
      ...correlationIn(),
      run_id: correlationIn().run_id.describe('Prefix of the run IDs.'),
    }),
  output: () =>
    z.strictObject({
      job_id: z.string().describe('Job of these runs.'),
      children: z.array(z.string()).describe('Run IDs, in the order of the items.'),
      started: z.int().describe('Runs that started.'),
    }),
  async handle({ items, run_id: prefix, ...given }, context) {
    const { plans, ids, caller, signal, once, options } = context;
    const tree = await givenTree(given);
    const { problems } = await plans.check(caller, tree, signal);
    if (problems.length > 0) throw toolRefusal(problems);
    const job = given.job_id ?? ids.next();
    const shared = givenVariables({ ...given.variables, items }, given.tree);
    const { client } = options;
    const children: string[] = [];
    let isReplay = false;
    for (const [index, item] of items.entries()) {
      const started = await plans.start(
        {
          ...specOf({ ...given, job_id: job, run_id: undefined }, context),
          ...(prefix === undefined ? {} : { id: `${prefix}-${index}` }),
          mode: 'bt',
          tree,
          variables: { ...shared, ...givenVariables({ item, index }) },
          tickMs: null,
          budgetMs: null,
        },
        {
          options: client === undefined ? {} : { client },
          once: once === undefined ? undefined : { ...once, key: `${once.key}:${index}` },
          room: items.length - index,
        },
        signal,
      );
      isReplay ||= started.isReplay;
      children.push(started.id);
    }
    const [first] = children;
    const known = first === undefined ? job : (plans.find(first).correlation.job_id ?? job);
    return { job_id: known, children, started: children.length, idempotent: isReplay };
  },
});
