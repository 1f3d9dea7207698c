import assert from 'node:assert/strict';
import { commands } from 'vscode';
import { acceptTool, ask, finished, newChat, readyChat } from '../support/vscode/chat';
import { calls, says } from '../support/vscode/script';
import { until } from '../support/vscode/until';
import {
  clickDialogButton,
  dialogText,
  evaluateNow,
  fill,
  press,
  screenshot,
  textOf,
} from '../support/vscode/window';

const FIXTURE = 'mcp_switchyard_fixture__';
const CHAT = '.interactive-session';

suiteSetup(() => readyChat());

test("a server's question appears in the chat that caused it, and the answer reaches the server", async () => {
  const turn = ask('Let the fixture ask', [
    calls('mcp_activate', { name: 'fixture' }),
    calls(`${FIXTURE}test_elicitation`, { message: 'Who goes there?' }),
    says('Done.'),
  ]);
  await clickDialogButton('Start Server');
  await textOf(`${CHAT} >> text=Who goes there?`);
  await screenshot('a question of a server');
  await answer('1/2', 'Ada');
  await answer('2/2', 'ada@example.org');
  await turn;
  const { results } = await finished('Let the fixture ask');
  assert.match(results[1] ?? '', /action=accept, content=\{"username":"Ada","email":"ada@example\.org"\}/);
});

test('a server that wants a model gets its answer after the person said yes', async () => {
  await readyChat({ isApproving: false });
  try {
    await ask('Let the fixture sample', [
      calls(`${FIXTURE}test_sampling`, { prompt: 'Sampled words' }),
      says('Done.'),
    ]);
    const running = acceptTool();
    assert.match(await dialogText(), /"switchyard" has issued a request to make a language model call/);
    await screenshot('a server that samples');
    await until('The dialog has the keyboard', () => hasKeyboard('.monaco-dialog-box'));
    await press('Enter');
    await running;
    const { results } = await finished('Let the fixture sample');
    assert.match(results[0] ?? '', /LLM response: Fine\./);
  } finally {
    await readyChat();
  }
});

test('a tool that its server runs as a task only says how far it is, and asks in its chat', async () => {
  await newChat();
  const turn = ask('Research', [
    calls('mcp_activate', { name: 'everything' }),
    calls('mcp_switchyard_everything__simulate-research-query', { topic: 'python', ambiguous: true }),
    says('Done.'),
  ]);
  await clickDialogButton('Start Server');
  await textOf(`${CHAT} >> text=Found multiple interpretations`);
  await textOf(`${CHAT} >> text=could have multiple interpretations`);
  await screenshot('a question of a task');
  await press('Enter');
  await turn;
  const { results } = await finished('Research');
  assert.match(results[1] ?? '', /Research Report: python \(programming\)/);
});

test('progress of a server moves in the chat, and cancelling the chat stops its work', async () => {
  await newChat();
  const turn = ask('Let the fixture work', [
    calls('mcp_activate', { name: 'fixture' }),
    calls(`${FIXTURE}slow`),
    says('Done.'),
  ]);
  const step = async () => /Step\s(\d+)\sof\s6000/.exec(await textOf(CHAT))?.[1];
  const first = await until('Progress shows', step);
  await until('Progress moves', async () => ((await step()) ?? first) !== first);
  await screenshot('progress of a server');
  await commands.executeCommand('workbench.action.chat.cancel');
  await turn;
  // The word of it goes through VS Code and us, and the server finds it at its next step.
  let looks = 0;
  await until('The server has stopped', async () => {
    looks += 1;
    const { results } = await ask(`Look ${looks}`, [calls(`${FIXTURE}cancelled`), says('Done.')]);
    return /Cancelled 1 times\./.test(results[0] ?? '');
  });
});

/** Whether what is pressed goes to something in there. */
async function hasKeyboard(selector: string): Promise<boolean> {
  const script = 'return element.contains(element.ownerDocument.activeElement)';
  return (await evaluateNow(selector, script)) === true;
}

/** Answers one of the questions that the chat shows. */
async function answer(which: string, words: string): Promise<void> {
  await textOf(`${CHAT} >> text=${which}`);
  await fill(`${CHAT} >> input[placeholder="Enter your answer"] >> visible=true`, words);
  await press('Enter');
}
