import OpenAI from 'openai';
import { expect, test } from 'vitest';
import { delta, endlessly } from '../support/scriptedEndpoint';
import { eventsOf, type Reply, roundsOver, USER } from './roundsClient';
import { world } from './world';

/** What is kept of one answer, as docs/rounds.md says. */
const MAX_ANSWER_BYTES = 2 * 1_048_576;

const endless = endlessly(`data: ${JSON.stringify(delta({ content: 'ä'.repeat(60_000) }))}\n\n`);

test('a model that never ends is cut off for a client that reads on, in every form alike', async () => {
  const { base, token, model, round, post } = await roundsOver(world({}), [endless]);
  const { status, reply } = await round({});
  expect([status, reply['finish_reason'], reply['complete']]).toEqual([200, 'length', true]);
  const { content } = reply['message'] as { readonly content: string };
  expect(Buffer.byteLength(content)).toBe(MAX_ANSWER_BYTES);

  const answer = await post('/llm-exec/round/stream', { model: 'm', messages: [USER] });
  const done = eventsOf(await answer.text()).at(-1) as Reply;
  expect(done).toMatchObject({ type: 'done', finish_reason: 'length', message: { content } });

  const client = new OpenAI({ baseURL: `${base}/v1`, apiKey: token, maxRetries: 0 });
  const whole = await client.responses.create({ model: 'm', input: 'Go' });
  expect(whole).toMatchObject({ status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' } });
  expect(whole.output_text === content).toBe(true);
  const types: string[] = [];
  for await (const { type } of await client.responses.create({ model: 'm', input: 'Go', stream: true }))
    types.push(type);
  expect(types.at(-1)).toBe('response.incomplete');
  // It is not listened to in silence.
  await expect.poll(model.open).toBe(0);
});
