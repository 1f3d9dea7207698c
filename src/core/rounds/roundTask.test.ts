import { expect, test } from 'vitest';
import { roundWorld } from '../../../test/support/roundWorld';
import { call, text } from '../../../test/support/scriptedModel';
import { Refusal } from '../support/refusal';

const RECORD = { name: 'Write the notes', workflow: null, areas: ['notes'] };

test('a round that is recorded is a task with its last words; the next one joins its workflow', async () => {
  const { core, run, events } = await roundWorld([call('write')], [text('Written.')]);
  const { task } = await run({ record: RECORD });
  expect(task).toEqual({ workflow_id: task?.workflow_id, task_id: task?.task_id, files: [], warnings: [] });
  expect(events.at(-1)).toMatchObject({ type: 'done', task: { task_id: task?.task_id } });
  await run({ record: { ...RECORD, workflow: task?.workflow_id ?? '' }, maxLoops: 1 });
  const [workflow, ...more] = core.workflows.all();
  expect(more).toEqual([]);
  const tasks = core.workflows.tasks(workflow?.id ?? '');
  expect(
    tasks.map(({ name, areas, status, completion }) => [name, areas, status, completion?.outcome.summary]),
  ).toEqual([
    ['Write the notes', ['notes'], 'success', 'Written.'],
    ['Write the notes', ['notes'], 'success', 'Written.'],
  ]);
});

test('what ends early is recorded as a part, with why; what fails, as failed', async () => {
  const { core, run } = await roundWorld(
    [text('First'), call('read')],
    new Refusal('model-failed', 'The model failed.'),
  );
  await run({ record: RECORD, maxLoops: 1 });
  await expect(run({ record: RECORD })).rejects.toMatchObject({ code: 'model-failed' });
  const ended = core.workflows.all().flatMap(({ id }) => core.workflows.tasks(id));
  expect(ended.map(({ status, completion }) => [status, completion?.outcome])).toMatchObject([
    ['failed', { summary: 'The model failed.' }],
    ['partial_success', { limitations: ['The round ended with max_loops.'] }],
  ]);
});

test('a task that cannot begin ends the round before the model is asked', async () => {
  const { run, model } = await roundWorld([text('Never')]);
  await expect(run({ record: { ...RECORD, workflow: 'none' } })).rejects.toMatchObject({
    code: 'task-not-recorded',
    message: expect.stringMatching(/^task: /),
  });
  expect(model.asked).toEqual([]);
});
