import assert from 'node:assert/strict';
import { answered, ask, readyChat } from '../support/vscode/chat';
import { focusedRow, rows } from '../support/vscode/explorer';
import { answer, choose, goToRow, pressAction, run } from '../support/vscode/keyboard';
import { find } from '../support/vscode/results';
import { untilTitled } from '../support/vscode/quickInput';
import { calls, says } from '../support/vscode/script';
import { until } from '../support/vscode/until';
import { click, press, screenshot, textOf, type } from '../support/vscode/window';

const VIEW = 'Workflows';
const TOAST = '.notifications-toasts';

suiteSetup(() => readyChat());

test('a person plans a workflow from the empty view, and its tasks from its row', async () => {
  await run('Focus on Workflows View');
  await textOf('text=No workflows yet.');
  await click('text=plan one yourself');
  await untilTitled('New Workflow');
  await type('Passkeys');
  await press('Enter');
  await untilTitled('First Task of "Passkeys"');
  await type('Add the form');
  await press('Enter');
  await textOf(`${TOAST} >> text=Created: "Passkeys".`);
  await until('The task has its row', async () => /Add the form, not started/.test(await rows(VIEW)));
  await answer(() => pressAction(VIEW, 'Passkeys', 'Add Task…'), 'Add Task to "Passkeys"', 'Write the tests');
  await until('The second one has its row', async () => /Write the tests/.test(await rows(VIEW)));
  await screenshot('planning');
});

test('planned tasks are edited from their menu, and moved with the keys that move lines', async () => {
  const edit = () => choose(VIEW, 'Write the tests', 'Edit Task…');
  await answer(edit, 'Edit "Write the tests"', 'Write the tests first');
  await until('It has the new words', async () => /Write the tests first/.test(await rows(VIEW)));
  await goToRow(VIEW, 'Write the tests first');
  await press('Alt+ArrowUp');
  await until('It stands first', async () => /tests first[^]*Add the form/.test(await rows(VIEW)));
  assert.match(await focusedRow(VIEW), /^Write the tests first/);
  await press('Alt+ArrowDown');
  await until('It stands last', async () => /Add the form[^]*tests first/.test(await rows(VIEW)));
  await choose(VIEW, 'Write the tests first', 'Move Task Up');
  await until('It stands first again', async () => /tests first[^]*Add the form/.test(await rows(VIEW)));
});

test('an agent finds what is planned in its order, and works on it when the row is started in the chat', async () => {
  const { results } = await ask('What is planned?', [calls('get_context'), says('Two tasks.')]);
  const [seen = ''] = results;
  assert.ok(seen.indexOf('Write the tests first') < seen.indexOf('Add the form'), seen);
  const task = find(results, 'task_id');
  const worked = await answered(
    `Work on the task "Write the tests first": call start_task with resume_task_id "${task}".`,
    [
      calls('start_task', { resume_task_id: task, name: 'Tests', goal: 'Whatever the agent makes of it' }),
      calls('complete_task', { task_id: task, status: 'success', outcome: { summary: 'Written.' } }),
      says('Written.'),
    ],
    () => pressAction(VIEW, 'Write the tests first', 'Start in Chat'),
  );
  assert.match(worked[0] ?? '', /"goal":"Write the tests first","from_plan":true/);
  assert.match(worked[1] ?? '', /Next: call start_task with resume_task_id [^ ]+ \(\\"Add the form\\"\)/);
  await until('Its row says so', async () => /Write the tests first, [^\n]*done/.test(await rows(VIEW)));
});
