import { expect, onTestFinished, test } from 'vitest';
import { Conversation } from './conversation';
import { startModel } from './modelServer';
import { openaiChat } from './protocols/openaiChat';

async function started() {
  const conversation = new Conversation();
  conversation.begin([]);
  const model = await startModel(openaiChat, conversation);
  onTestFinished(() => model.close());
  const post = async (path: string, body: string) => {
    const response = await fetch(`${model.origin}${path}`, { method: 'POST', body });
    return {
      status: response.status,
      type: response.headers.get('content-type'),
      text: await response.text(),
    };
  };
  return { model, post };
}

test('plays the conversation, and keeps what was asked', async () => {
  const { model, post } = await started();
  const tools = [{ type: 'function', function: { name: 'switchyard_mcp_activate' } }];
  const body = JSON.stringify({ model: 'm', stream: true, tools, messages: [] });
  const { status, type, text } = await post('/v1/chat/completions', body);
  expect([status, type]).toEqual([200, 'text/event-stream']);
  expect(text).toContain('"name":"switchyard_mcp_activate","arguments":"{\\"name\\":\\"lamp\\"}"');
  expect(model.bodies).toEqual([body]);
  expect(model.requests).toEqual(['POST /v1/chat/completions']);
});

test('refuses what is not asked of a model, and lives on after what it cannot read', async () => {
  const { model, post } = await started();
  expect(await post('/v1/telemetry', '{}')).toMatchObject({ status: 404 });
  expect(await post('/v1/chat/completions', 'no JSON')).toMatchObject({ status: 400 });
  expect(await post('/v1/chat/completions', '{"model":"m","messages":[]}')).toMatchObject({ status: 200 });
  expect(model.bodies).toHaveLength(2);
});
