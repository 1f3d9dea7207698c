import * as z from 'zod';
import { defineCoordinationTool } from '../../../mcp/toolkit/coordination/defineCoordinationTool';
import { briefOut, childIdIn, shownBrief } from './childSchemas';

/** Files of one task that are named; the others are in `get_context`. */
const MAX_FILES = 200;

export const childCollect = defineCoordinationTool({
  name: 'child_collect',
  title: "Collect a child agent's result",
  description:
    'Returns the last answer of a child and the tasks recorded for it, with the files that each changed.',
  effect: 'reads',
  family: 'CHILD',
  input: () =>
    z.strictObject({
      ...childIdIn(),
      wait_ms: z.int().min(0).max(120_000).default(0).describe('Wait for the answer to what it works on.'),
    }),
  output: () =>
    z.strictObject({
      ...briefOut(),
      is_working: z.boolean().describe('An answer is still to come.'),
      final: z.unknown().describe('Its last answer; null: none.'),
      is_error: z.boolean().describe('The answer is an error.'),
      workflow_id: z.string().nullable().describe('Where its work is recorded.'),
      tasks: z
        .array(
          z.strictObject({
            task_id: z.string().describe('Task ID.'),
            name: z.string().describe('Name.'),
            status: z.string().describe('Status.'),
            files: z.array(z.string()).describe('Files it changed, in the workspace.'),
            shared_files: z.array(z.string()).describe('Files that other tasks may have changed too.'),
          }),
        )
        .describe('Oldest first.'),
    }),
  async handle({ child_id: id, wait_ms: wait }, { children, workflows, signal }) {
    const child = (await children.open()).find(id);
    if (wait > 0 && child.view.pending > 0) await child.next('final', child.log.lastSeq, wait, signal);
    await child.settled();
    const { view } = child;
    return {
      ...shownBrief(view),
      is_working: view.pending > 0,
      final: parsed(view.final?.text),
      is_error: view.final?.isError ?? false,
      workflow_id: view.workflow,
      tasks: view.tasks.map(task => {
        const { name, status, completion } = workflows.task(task);
        const account = completion?.account;
        return {
          task_id: task,
          name,
          status,
          files: (account?.own ?? []).slice(0, MAX_FILES).map(({ path }) => path),
          shared_files: (account?.shared ?? []).slice(0, MAX_FILES).map(({ path }) => path),
        };
      }),
    };
  },
});

function parsed(text: string | undefined): unknown {
  if (text === undefined) return null;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text; // It was cut.
  }
}
