import type { Progress } from '../../src/core/gateway/upstream/upstream';
import { WORKFLOW_HISTORY_TOOLS, WORKFLOW_TOOLS } from '../../src/mcp/tools/workflow/workflowTools';
import { KeptLog } from './keptLog';
import { nativeCaller } from './nativeCalls';
import { chat, testCore } from './testCore';
import { workflowWorld } from './workflowWorld';

/** Our tools by name. */
export const TOOLS = new Map(
  [...WORKFLOW_TOOLS, ...WORKFLOW_HISTORY_TOOLS].map(tool => [tool.definition.name, tool]),
);

/** What a test asks of an answer, it knows to be there. */
interface Facts {
  readonly workflow_id: string;
  readonly task_id: string;
  readonly files_changed: { readonly added: readonly string[] };
  readonly verification: { readonly warnings: readonly string[] };
  readonly [field: string]: unknown;
}

/** A chat that calls the tools as the server does. */
export async function toolWorld({ mayRestore = false }: { readonly mayRestore?: boolean } = {}) {
  const made = await workflowWorld();
  const core = await testCore();
  const log = new KeptLog();
  const told: Progress[] = [];
  const call = nativeCaller({
    core,
    services: { workflows: made.workflows, mayRestore },
    onProgress: progress => void told.push(progress),
    log,
  });
  const as = (name: string) => async (tool: string, input: unknown) => {
    const found = TOOLS.get(tool);
    if (found === undefined) throw new Error(`There is no tool ${tool}`);
    const result = await call(found, chat(name), input);
    const [content] = result['content'] as { text: string }[];
    return {
      text: content?.text ?? '',
      isError: result['isError'] === true,
      facts: (result['structuredContent'] ?? {}) as Facts,
    };
  };
  return { ...made, as, call: as('anna'), told, logLines: log.lines, eventCount: () => made.log.rows.length };
}

/** A running task. */
export async function runningTask(options: Parameters<typeof toolWorld>[0] = {}) {
  const made = await toolWorld(options);
  const { facts: workflow } = await made.call('start_workflow', { name: 'Auth' });
  const workflowId = workflow.workflow_id;
  const { facts } = await made.call('start_task', {
    workflow_id: workflowId,
    name: 'JWT',
    goal: 'Verify tokens',
  });
  const taskId = facts.task_id;
  return { ...made, workflowId, taskId };
}

/** The least that ends a task. */
export const done = (task: string) => ({ task_id: task, status: 'success', outcome: { summary: 'Done.' } });
