import { expect, test } from 'vitest';
import { roundWorld } from '../../../test/support/roundWorld';
import { call, text } from '../../../test/support/scriptedModel';
import { utf8Bytes } from '../support/utf8';
import { MAX_ANSWER_BYTES, MAX_ANSWER_CALLS } from './answerLimit';
import type { ModelPart } from './modelPort';

/** Says one part again and again, and counts how often it was listened to. */
function endless(part: (count: number) => ModelPart) {
  const heard = { parts: 0, isLeft: false };
  async function* said() {
    try {
      for (;;) yield part((heard.parts += 1));
    } finally {
      heard.isLeft = true;
    }
  }
  return { heard, said };
}

test.each(['text', 'reasoning'] as const)(
  'a model whose %s does not end is left at the limit, and the round ends with what fits',
  async type => {
    // Three bytes each: the limit falls into one.
    const { heard, said } = endless(() => ({ type, text: '語'.repeat(100_000) }));
    const { run, events } = await roundWorld(said);
    const reply = await run();
    expect(reply).toMatchObject({ finish_reason: 'length', complete: true });
    const { message } = reply;
    const kept = message?.role === 'assistant' ? `${message.reasoning ?? ''}${message.content}` : '';
    expect(MAX_ANSWER_BYTES - utf8Bytes(kept)).toBeGreaterThanOrEqual(0);
    expect(MAX_ANSWER_BYTES - utf8Bytes(kept)).toBeLessThan(3);
    const deltas = events.flatMap(event => ('delta' in event ? [event.delta] : []));
    expect(deltas.join('')).toBe(kept);
    expect(heard).toEqual({ parts: 7, isLeft: true });
  },
);

test.each([
  ['more arguments than fit', 4, () => call('read', { text: 'x'.repeat(700_000) })],
  ['more calls than a message has', MAX_ANSWER_CALLS + 2, () => call('read')],
])('of an answer with %s, no call is made and none is left open', async (_what, parts, made) => {
  const { heard, said } = endless(count => (count === 1 ? text('I look.') : made()));
  const { run, core } = await roundWorld(said);
  const reply = await run();
  expect(reply).toMatchObject({
    finish_reason: 'length',
    message: { role: 'assistant', content: 'I look.' },
    tool_calls: [],
  });
  expect(core.servers.calls).toEqual([]);
  expect(heard).toEqual({ parts, isLeft: true });
});

test('as many calls as a message has are made', async () => {
  const { run } = await roundWorld(
    Array.from({ length: MAX_ANSWER_CALLS }, (_, i) => call('read', {}, `c${i}`)),
    [text('Done.')],
  );
  const { finish_reason: reason, tool_calls: made } = await run();
  expect([reason, made.length]).toEqual(['stop', MAX_ANSWER_CALLS]);
});
