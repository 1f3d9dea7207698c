import { expect, test } from 'vitest';
import { textResult } from '../../../test/support/fakeServers';
import { roundWorld, WISH } from '../../../test/support/roundWorld';
import { call, text } from '../../../test/support/scriptedModel';
import { settle } from '../../../test/support/testCore';
import { Refusal } from '../support/refusal';

/** Says a word, and then nothing more. */
async function* stuck(signal: AbortSignal) {
  yield text('Wait');
  await new Promise((_, reject) =>
    signal.addEventListener('abort', () => reject(signal.reason), { once: true }),
  );
}

test('out of time, the round ends with what was said', async () => {
  const { core, run } = await roundWorld(stuck);
  const running = run();
  await settle();
  core.clock.advance(1_000);
  expect(await running).toMatchObject({
    finish_reason: 'timeout',
    complete: false,
    message: { role: 'assistant', content: 'Wait' },
  });
  expect(core.gateway.sessions()).toEqual([]);
});

test('calls of an answer that time cut off are left out: nobody would answer them', async () => {
  const { core, run } = await roundWorld(async function* (signal) {
    yield call('read');
    yield* stuck(signal);
  });
  const running = run();
  await settle();
  core.clock.advance(1_000);
  const { messages, message } = await running;
  expect({ messages, message }).toEqual({ messages: WISH.messages, message: null });
  expect(core.servers.calls).toEqual([]);
});

test('out of time in a call, the call is cancelled', async () => {
  const { core, run } = await roundWorld([call('read')]);
  let isCancelled = false;
  core.servers.add('files', {
    tools: ['read'],
    answer: async (_tool, _input, { signal }) => {
      await new Promise((_, reject) =>
        signal.addEventListener('abort', () => reject(signal.reason), { once: true }),
      );
      return textResult('never');
    },
  });
  const running = run().finally(() => (isCancelled = true));
  await settle();
  core.clock.advance(1_000);
  expect(await running).toMatchObject({
    finish_reason: 'timeout',
    // Sent again as it is, the call is not made again.
    messages: [
      {},
      { role: 'tool_request' },
      { tool_calls: [{ content: expect.stringMatching(/^It was cancelled/) }] },
    ],
  });
  expect(isCancelled).toBe(true);
  core.servers.calls.length = 0;
  const { messages } = await running;
  const again = run({ messages });
  await settle();
  core.clock.advance(1_000);
  await again;
  expect(core.servers.calls).toEqual(['files.read']); // The model's next one.
});

test.each(['model', 'tool'])('a client that goes while the %s works ends all of it', async where => {
  const { core, run, types } = await roundWorld(where === 'model' ? stuck : [call('read')]);
  core.servers.add('files', {
    tools: ['read'],
    answer: async (_tool, _input, { signal }) =>
      await new Promise((_, reject) =>
        signal.addEventListener('abort', () => reject(signal.reason), { once: true }),
      ),
  });
  const gone = new AbortController();
  const running = run({}, gone.signal);
  running.catch(() => undefined);
  await settle();
  gone.abort(new Refusal('cancelled', 'Gone.'));
  await expect(running).rejects.toMatchObject({ code: 'cancelled' });
  expect(types()).not.toContain('done');
  expect(core.operations.running()).toEqual([]);
  expect(core.gateway.sessions()).toEqual([]);
});

test('out of time before the servers are there, it is an error, and the model is not asked', async () => {
  const { core, model, run } = await roundWorld([text('Never')]);
  core.servers.add('files', { tools: ['read'], isSlow: true });
  const running = run();
  running.catch(() => undefined);
  await settle();
  core.clock.advance(1_000);
  await expect(running).rejects.toMatchObject({ code: 'round-timeout' });
  expect(model.asked).toEqual([]);
  expect(core.gateway.sessions()).toEqual([]);
});
