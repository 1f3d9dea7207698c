import { toolCaller } from './callTool';
import { gatewayWorld } from './gatewayWorld';
import { chat } from './testCore';

/** Tools of ours and a task in work, in chat "anna". */
export async function resourceWorld(options: Parameters<typeof gatewayWorld>[0] = {}) {
  const core = await gatewayWorld(options);
  const caller = chat('anna');
  core.gateway.enter(caller);
  const call = toolCaller(core);
  const begin = async (name = 'Write it') => {
    const signal = new AbortController().signal;
    const workflow = await core.workflows.startWorkflow(
      { name: 'Work', description: null, plan: [], idempotencyKey: null },
      caller,
    );
    const given = {
      workflow: workflow.id,
      name,
      goal: 'g',
      areas: [],
      dependsOn: [],
      parent: null,
      plannedStep: null,
    };
    const { task } = await core.workflows.startTask({ ...given, resume: null, caller: null }, caller, signal);
    return { workflow: workflow.id, task: task.id, uri: `sc://runs/${task.id}/events` };
  };
  const milestone = async (task: string, message: string) =>
    await core.workflows.logMilestone(task, { message, progress: null, metadata: null }, caller);
  const callServer = async (tool: string) => await core.call(caller, tool);
  return { ...core, caller, call, callServer, begin, milestone };
}
