import { expect, test } from 'vitest';
import { agentWorld } from '../../../test/support/workflowWorld';
import { fileHistory } from '../../core/workflow/report/fileHistory';
import { editorWording } from '../words/editorWording';
import { historyItem, hoverText } from './blameWords';

async function writer(name = 'Lamps') {
  const { begin, start, complete, snapshots, workflows } = await agentWorld();
  const { id } = await begin();
  const caller = { kind: 'subagent' as const, name: 'Claude' };
  const task = await start(id, { name, goal: 'Light *all* [lamps](command:evil)', caller });
  snapshots.write('src/lamps.ts');
  await complete(task.id, { needsReview: true });
  const [step] = fileHistory(workflows.tasks(id), 'src/lamps.ts');
  if (!step) throw new Error('The file has no history.');
  return step;
}

const FACTS = { workflow: 'Signals', chat: 'Chat, 14:03' };

test('a hover says which task wrote a line, whose it was, and what can be done, and nobody else’s link is one', async () => {
  const step = await writer();
  const [name, goal, who, links] = hoverText(step, FACTS, editorWording()).split('\n\n');
  expect(name).toBe('**Lamps** · needs review');
  expect(goal).toBe(String.raw`Light \*all\* \[lamps\]\(command\:evil\)`);
  expect(who).toMatch(/^Claude · Chat\\, 14\\:03 · Signals · /);
  const target = encodeURIComponent(JSON.stringify([{ task: step.task.id, path: 'src/lamps.ts' }]));
  expect(links?.split(' · ')).toEqual([
    `[Open Task](command:switchyard.openTask?${target})`,
    `[Open Changes](command:switchyard.openFileChanges?${target})`,
    `[Restore File…](command:switchyard.restoreTask?${target})`,
  ]);
});

test('a task that was put back offers no restore, and a chat that is gone is left out', async () => {
  const step = await writer();
  const reverted = { ...step, task: { ...step.task, status: 'reverted' as const, goal: step.task.name } };
  const text = hoverText(reverted, { workflow: 'Signals', chat: undefined }, editorWording());
  expect(text).not.toContain('Restore');
  expect(text).toMatch(/^\*\*Lamps\*\* · reverted\n\nClaude · Signals/);
});

test('the list of a file says of each task what it did, and whose it may be besides', async () => {
  const { task, change } = await writer();
  const step = { task, change: { ...change, from: 'old.ts', insertions: 3, deletions: 1 }, isShared: true };
  expect(historyItem(step, FACTS, editorWording())).toMatchObject({
    label: 'Lamps',
    description: 'added · from old.ts · +3 −1 · needs review · shared with another task',
    detail: expect.stringMatching(/^Claude · Chat, 14:03 · Signals · /),
  });
});
