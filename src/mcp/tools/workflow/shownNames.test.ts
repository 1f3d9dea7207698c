import { expect, test } from 'vitest';
import { toolWorld } from '../../../../test/support/workflowTools';

test('spells out what nobody sees in names and words, in each answer', async () => {
  const { call } = await toolWorld();
  const odd = 'Clean\u{1b}[31m up\u{e0041}\u{202e}';
  const shown = 'Clean\\u{1b}[31m up\\u{e0041}\\u{202e}';
  const { facts } = await call('start_workflow', { name: odd, description: odd });
  const workflow = { workflow_id: facts['workflow_id'] };
  const { facts: task } = await call('start_task', { ...workflow, name: odd, goal: odd, areas: [odd] });
  await call('log_decision', {
    task_id: task['task_id'],
    category: 'other',
    question: odd,
    chosen: odd,
    reasoning: odd,
  });
  for (const input of [workflow, { task_id: task['task_id'] }]) {
    const context = await call('get_context', input);
    const said = `${JSON.stringify(context.facts)}${context.text}`;
    for (const unseen of ['\u{1b}', 'u001b', '\u{e0041}', '\u{202e}']) expect(said).not.toContain(unseen);
    expect(context.facts).toMatchObject({
      workflows: [{ name: shown, description: shown }],
      tasks: [{ name: shown, goal: shown }],
      decisions: [{ question: shown, chosen: shown, reasoning: shown }],
    });
  }
});
