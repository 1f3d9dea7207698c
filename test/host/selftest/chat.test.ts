import assert from 'node:assert/strict';
import { acceptTool, ask, finished, newChat, readyChat } from '../../support/vscode/chat';
import { calls, says } from '../../support/vscode/script';
import { screenshot } from '../../support/vscode/window';

suiteSetup(() => readyChat());

test('the scripted model answers in a chat, with the tools it was offered on record', async () => {
  const turn = await ask('List the folder, please', [
    calls('list_dir', { path: '/tmp' }),
    calls('list_dir', results => ({ path: results.length === 1 ? '/' : '/nowhere' })),
    says('I have seen it.'),
  ]);

  assert.equal(turn.requests.length, 3);
  assert.ok(turn.requests[0]?.tools.includes('list_dir'));
  assert.match(turn.results[1] ?? '', /etc/);
  await screenshot('a chat turn');
});

test('two chats have two identities', async () => {
  const one = await ask('First chat', [says('One.')]);
  await newChat();
  const two = await ask('Second chat', [says('Two.')]);
  const idOf = (turn: typeof one) => turn.requests[0]?.modelOptions['_conversationId'];
  assert.notEqual(idOf(one), undefined);
  assert.notEqual(idOf(one), idOf(two));
});

test('a tool that is not offered is an error that names it', async () => {
  await assert.rejects(ask('Call what is not there', [calls('no_such_tool')]), /no_such_tool/);
});

test('a call that waits for the user goes on when it is allowed', async () => {
  await readyChat({ isApproving: false });
  const prompt = 'Look outside of the workspace';
  const turn = await ask(prompt, [calls('list_dir', { path: '/' }), says('Seen.')]);
  assert.equal((turn.outcome as { readonly type: string }).type, 'confirmation');

  const rest = finished(prompt);
  await acceptTool();
  assert.match((await rest).results[0] ?? '', /etc/);
  // Whoever looks later finds that it has ended.
  assert.match((await finished(prompt)).results[0] ?? '', /etc/);
});
