import type { Core } from '../../core/core';
import '../../modules/plans/module';
import { isWithin, type Recorded } from './moment';

/** What is recorded of a workflow now, with the runs of plans that its chats began meanwhile. @throws {Refusal} unknown-workflow */
export function recordedOf({ workflows, plans }: Pick<Core, 'workflows' | 'plans'>, id: string): Recorded {
  const workflow = workflows.workflow(id);
  const tasks = workflows.tasks(id);
  const sessions = new Set([workflow.session, ...tasks.map(({ session }) => session)]);
  return {
    workflow,
    tasks,
    byId: new Map(tasks.map(task => [task.id, task])),
    milestonesOf: task => workflows.milestones(task),
    runs: plans
      .all()
      .filter(({ caller, startedAt }) => sessions.has(caller.session) && isWithin(startedAt, workflow)),
  };
}
