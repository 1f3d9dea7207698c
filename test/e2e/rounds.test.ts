import assert from 'node:assert/strict';
import { commands, window } from 'vscode';
import { loadScript, readyChat } from '../support/vscode/chat';
import { untilTitled } from '../support/vscode/quickInput';
import { calls, fails, says } from '../support/vscode/script';
import { besideLongRound, postRound } from '../support/vscode/roundEndpoint';
import { rows } from '../support/vscode/explorer';
import { until } from '../support/vscode/until';
import {
  click,
  clickDialogButton,
  dialogText,
  isVisible,
  press,
  screenshot,
  type,
} from '../support/vscode/window';

suiteSetup(() => readyChat());

const shown = () => window.activeTextEditor?.document.getText() ?? '';

test('a person tries a model with a server: a call that may change something asks first, and the page shows what happens', async () => {
  await loadScript({
    prompt: 'Say it back',
    steps: [
      calls('echo', { message: 'hello yard' }),
      calls('toggle-simulated-logging'),
      says('It said hello yard.'),
    ],
  });
  const running = commands.executeCommand('switchyard.runRound');
  await untilTitled('Run LLM Round (1/3)');
  await type('Scripted');
  await press('Enter');
  await untilTitled('Run LLM Round (2/3)');
  await type('everything');
  await click('.quick-input-list .monaco-list-row[aria-label*="everything"]');
  await screenshot('round-servers');
  await press('Enter');
  await untilTitled('Run LLM Round (3/3)');
  await type('Say it back');
  await press('Enter');
  assert.match(await dialogText(), /Start the MCP server "everything"\?/);
  await clickDialogButton('Start Server');
  const question = await dialogText();
  // What says that it only reads was run without a question.
  assert.match(question, /Run the tool "toggle-simulated-logging" of the MCP server "everything"\?/);
  await until('The result is on the page', () => /Result of echo\n {2}Echo: hello yard/.test(shown()));
  await screenshot('round-approval');
  await clickDialogButton('Run Once');
  await running;
  await until('The page has its last word', () => /It said hello yard\./.test(shown()));
  assert.match(shown(), /Tool call: toggle-simulated-logging · everything · done/);
  await screenshot('round-page');
  await commands.executeCommand('switchyard.sessions.focus');
  await until('Its row', async () => /LLM Rounds[\s\S]*2 tool calls/.test(await rows('Sessions')));
  await screenshot('round-row');
});

test('a program runs a round over HTTP, as JSON, as a stream, and in the shape of the Responses API', async () => {
  await loadScript({
    prompt: 'Echo from outside',
    steps: [calls('echo', { message: 'from outside' }), says('Outside it is.')],
  });
  const tools = [
    { type: 'mcp', server_label: 'everything', allowed_tools: ['echo'], require_approval: 'never' },
  ];
  const messages = [{ role: 'user', content: 'Echo from outside' }];
  const whole = await postRound('/llm-exec/round', { messages, tools });
  assert.equal(whole.status, 200, whole.text);
  assert.match(whole.text, /"finish_reason":"stop"/);
  assert.match(whole.text, /Outside it is\./);
  const stream = await postRound('/llm-exec/round/stream', { messages, tools });
  assert.match(stream.text, /event: internal_tool\.done\n[^]*event: done\n/);
  const response = await postRound('/v1/responses', {
    input: 'Echo from outside',
    tools: [{ type: 'mcp', server_label: 'everything', require_approval: 'never', allowed_tools: ['echo'] }],
  });
  assert.match(response.text, /"type":"mcp_call"[^]*Outside it is\./);
});

test('approvals that the client wants returned are returned, and it can be told of a model and a tool that are not there', async () => {
  await loadScript({ prompt: 'Wait for me', steps: [calls('echo', { message: 'x' }), says('Done.')] });
  const messages = [{ role: 'user', content: 'Wait for me' }];
  const tools = [
    { type: 'mcp', server_label: 'everything', allowed_tools: ['echo'], require_approval: 'always' },
  ];
  const asked = await postRound('/llm-exec/round', { messages, tools, approval_mode: 'return' });
  assert.match(asked.text, /"pending_approvals":\[\{"approval_request_id":"apr_/);
  const nobody = await postRound('/llm-exec/round', { model: 'no-such', messages });
  assert.equal(nobody.status, 404);
  assert.match(nobody.text, /VS Code has no model \\"no-such\\"\. It has: .*scripted/);
  const missing = await postRound('/llm-exec/round', {
    messages,
    tools: [{ type: 'vscode', name: 'no_such_tool' }],
  });
  assert.match(missing.text, /VS Code has no tool \\"no_such_tool\\"/);
});

test('what a provider of models throws has a status of its own and says what to do, through the whole of VS Code', async () => {
  const outcomes: unknown[] = [];
  for (const name of [
    'NoPermissions',
    'Blocked',
    'NotFound',
    'ChatQuotaExceeded',
    'ChatRateLimited',
    'Error',
  ]) {
    const prompt = `Fail with ${name}.`;
    await loadScript({ prompt, steps: [fails(name)] });
    const { status, text } = await postRound('/llm-exec/round', {
      messages: [{ role: 'user', content: prompt }],
      tools: [
        { type: 'mcp', server_label: 'everything', allowed_tools: ['echo'], require_approval: 'never' },
      ],
    });
    assert.doesNotMatch(text, /MODEL-SECRET/);
    outcomes.push([name, status, (JSON.parse(text) as { readonly code: string }).code]);
  }
  assert.deepEqual(outcomes, [
    ['NoPermissions', 403, 'model-denied'],
    ['Blocked', 429, 'model-busy'],
    ['NotFound', 404, 'model-not-found'],
    ['ChatQuotaExceeded', 429, 'model-busy'],
    ['ChatRateLimited', 429, 'model-busy'],
    ['Error', 502, 'model-failed'],
  ]);
});

test('the button that stops a round stands over its document as long as it runs', async () => {
  const stop = '.editor-actions [aria-label^="Stop LLM Round"]';
  await besideLongRound(async () => {
    const opening = commands.executeCommand('switchyard.openRound');
    await untilTitled('Open LLM Round');
    await press('Enter');
    await opening;
    await until('The button is there', () => isVisible(stop));
    await screenshot('round-runs');
    await click(stop);
    await until('The round has stopped', () => /stopped/.test(shown()));
  });
  await until('The button is gone', async () => !(await isVisible(stop)));
});
