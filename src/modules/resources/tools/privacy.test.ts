import { expect, test } from 'vitest';
import { entryOf } from '../../../../test/support/catalogWorld';
import { textResult } from '../../../../test/support/fakeServers';
import { resourceWorld } from '../../../../test/support/resourceWorld';
import { outcome } from '../../../../test/support/workflowWorld';
import type { EventLevel } from '../../../core/journal/event';

/** Stands wherever a secret, a prompt or the content of a file could. */
const PLANTED = 'PLANTED-k3y-5d1c';

test('no event, no run and no log line says what was planted in prompts, values, arguments, launches and answers', async () => {
  const env = { TOKEN: PLANTED };
  const entry = { ...entryOf('files'), launch: { type: 'stdio', command: 'npx', args: [PLANTED], env } };
  const core = await resourceWorld({ entries: [entry as unknown as ReturnType<typeof entryOf>] });
  core.servers.add('files', {
    tools: [{ name: 'read', description: PLANTED, inputSchema: { type: 'object' } }],
    answer: async () => textResult(PLANTED),
    instructions: PLANTED,
  });
  const { caller, workflows, call } = core;
  const signal = new AbortController().signal;
  await core.activate(caller, 'files');
  await core.toolbox.call(caller, 'files__read', { text: PLANTED }, { signal });
  core.servers.crash('files', PLANTED);
  const workflow = await workflows.startWorkflow(
    { name: 'Work', description: PLANTED, plan: [{ step: '1', goal: PLANTED }], idempotencyKey: PLANTED },
    caller,
  );
  const { task } = await workflows.startTask(
    {
      workflow: workflow.id,
      parent: null,
      name: 'Task',
      goal: PLANTED,
      areas: [`src/${PLANTED}/**`],
      dependsOn: [],
      plannedStep: null,
      resume: null,
      caller: { kind: 'subagent', name: PLANTED },
    },
    caller,
    signal,
  );
  const decision = { category: 'other' as const, question: PLANTED, options: [PLANTED], chosen: PLANTED };
  await workflows.logDecision(task.id, { ...decision, reasoning: PLANTED, tradeOffs: PLANTED }, caller);
  const issue = { issueType: 'bug_encountered' as const, description: PLANTED, resolution: PLANTED };
  await workflows.logIssue(task.id, { ...issue, needsReview: true }, caller);
  await workflows.logMilestone(task.id, { message: 'Half', progress: 50, metadata: { PLANTED } }, caller);
  await call('bb_set', { key: 'plan', value: { PLANTED }, idempotency_key: PLANTED });
  await workflows.completeTask(
    {
      task: task.id,
      status: 'success',
      outcome: outcome({ summary: PLANTED, needsReview: true, reviewReason: PLANTED }),
      claims: { packagesAdded: [PLANTED], packagesRemoved: null, commands: [PLANTED], testsStatus: null },
    } as never,
    caller,
    signal,
  );
  await workflows.review(task.id, 'changes_requested', [PLANTED]);
  for (const level of ['info', 'error'] as EventLevel[]) {
    const payload = { type: 'x', prompt: PLANTED, request: { env } };
    core.bus.publish({
      seq: null,
      ts: core.clock.now(),
      stream: 'x',
      kind: 'later',
      cat: 'graph',
      level,
      payload,
      v: 1,
    });
  }

  const answers = await Promise.all([
    call('events_subscribe', { limit: 500 }),
    call('events_subscribe', { limit: 500, format: 'sse' }),
    call('resources_read', { uri: `sc://runs/${task.id}/events` }),
    call('logs_tail', { limit: 500 }),
    call('logs_tail', { stream: 'run', id: task.id }),
    call('resources_list', {}),
  ]);
  for (const { isError, text } of answers) {
    expect(isError).toBe(false);
    expect(text).not.toContain('PLANTED');
  }
  const told = ((answers[0]?.result['events'] ?? []) as { kind: string }[]).map(({ kind }) => kind);
  expect(new Set(told)).toEqual(
    new Set([
      'LAUNCH_APPROVED',
      'TOOLS_TRUSTED',
      'TOOLS_LISTED',
      'TOOLS_CHANGED',
      'SERVER_ACTIVATED',
      'SERVER_HEALTH_CHANGED',
      'WORKFLOW_STARTED',
      'TASK_STARTED',
      'DECISION_LOGGED',
      'ISSUE_LOGGED',
      'MILESTONE_LOGGED',
      'BB_SET',
      'TASK_COMPLETED',
      'TASK_REVIEWED',
      'LATER',
    ]),
  );
});
