import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { roundsOver, tool } from './roundsClient';
import { textBelow } from '../support/filesOnDisk';
import { calls, says } from '../support/scriptedEndpoint';
import { script, TINY, type World, world } from './world';

/** A server that notes each call of `ping` in a file beside it. It answers the first time, or never. */
const NOTING = (answers: boolean, file: string) =>
  TINY.replace(
    'if (id !== undefined)',
    `if (method === 'tools/call') require('node:fs').appendFileSync(${JSON.stringify(file)}, 'ran\\n');
     if (id !== undefined && (method !== 'tools/call' || ${answers}))`,
  );

function notingWorld(answers: boolean): { readonly of: World; readonly ran: () => string } {
  const of = world({});
  const file = join(of.folder, 'ran');
  const again = world({ tiny: script(NOTING(answers, file)) });
  return { of: again, ran: () => (readdirSync(of.folder).includes('ran') ? readFileSync(file, 'utf8') : '') };
}

/** Everything that the program wrote into its state folder. */
const stateOf = ({ folder }: World): string => textBelow(join(folder, 'state'));

interface Pending {
  readonly approval_request_id: string;
}

test('a call that was approved runs once: killed in the middle, and asked again, its model is told so', async () => {
  const { of, ran } = notingWorld(false);
  const first = await roundsOver(of, [calls(['ping', '{}'])]);
  const { reply } = await first.round({ tools: [tool('tiny', 'always')] });
  const [{ approval_request_id }] = reply['pending_approvals'] as [Pending];
  const approved = {
    tools: [tool('tiny', 'always')],
    messages: reply.messages,
    approvals: [{ approval_request_id, approve: true }],
  };
  const lost = first.round(approved).catch(() => 'lost');
  await expect.poll(ran).toBe('ran\n');
  first.started.child.kill('SIGKILL');
  expect(await lost).toBe('lost');

  const second = await roundsOver(of, [says('I see')]);
  for (let i = 0; i < 2; i += 1) {
    const next = await second.round(approved);
    expect(next.reply).toMatchObject({
      finish_reason: 'stop',
      tool_calls: [{ name: 'ping', error: expect.stringContaining('It may have changed something.') }],
    });
  }
  expect(ran()).toBe('ran\n');
});

test('a call that has answered is answered the same when it is sent again, also to another program', async () => {
  const { of, ran } = notingWorld(true);
  const first = await roundsOver(of, [calls(['ping', '{}']), says('Pong')]);
  const { reply } = await first.round({ tools: [tool('tiny', 'always')] });
  const [{ approval_request_id }] = reply['pending_approvals'] as [Pending];
  const approved = {
    tools: [tool('tiny', 'always')],
    messages: reply.messages,
    approvals: [{ approval_request_id, approve: true }],
  };
  await first.round(approved);
  first.started.child.kill('SIGKILL');
  await first.started.exit;
  const second = await roundsOver(of, [says('Pong')]);
  const next = await second.round(approved);
  expect(next.reply).toMatchObject({ tool_calls: [{ name: 'ping', result: 'pong' }] });
  expect(ran()).toBe('ran\n');
});

test('a response can be gone on with after the program was killed; one that was not to be stored is nowhere', async () => {
  const of = world({ tiny: script(TINY) });
  const tools = [{ type: 'mcp', server_label: 'tiny' }];
  const first = await roundsOver(of, [calls(['ping', '{}']), says('Hidden')]);
  const ask = async (
    { post }: typeof first,
    body: object,
  ): Promise<
    Readonly<Record<string, unknown>> & { readonly id: string; readonly output: readonly Pending[] }
  > => {
    const answer = await post('/v1/responses', { model: 'm', ...body });
    return (await answer.json()) as never;
  };
  const asked = await ask(first, { input: 'Ping it', tools });
  const hidden = await ask(first, { input: 'HIDDEN-PROMPT', store: false });
  first.started.child.kill('SIGKILL');
  await first.started.exit;
  expect(stateOf(of)).not.toContain('HIDDEN-PROMPT');

  const second = await roundsOver(of, [says('Pong it is')]);
  const request = asked.output.at(-1) as unknown as { readonly id: string };
  const answer = await ask(second, {
    previous_response_id: asked.id,
    input: [{ type: 'mcp_approval_response', approval_request_id: request.id, approve: true }],
    tools,
  });
  expect(JSON.stringify(answer.output)).toMatch(/"type":"mcp_call".*"output":"pong".*Pong it is/);
  expect(second.model.asked.at(-1)).toMatchObject({
    messages: [{ content: 'Ping it' }, {}, { content: 'pong' }],
  });
  expect(await ask(second, { previous_response_id: hidden.id, input: 'Go on' })).toMatchObject({
    error: { code: 'previous-response-unknown' },
  });
});
