import OpenAI from 'openai';
import { expect, test } from 'vitest';
import { readResponse } from './readResponse';

test('a response is over before its client gives up: it would ask again, and tools would run again', async () => {
  const { wish } = await readResponse(
    { model: 'm', input: 'Go' },
    {
      historyOf: async () => undefined,
      remembered: async () => ({ responses: new Map(), calls: new Map() }),
    },
  );
  expect(wish.timeoutMs).toBeLessThan(OpenAI.DEFAULT_TIMEOUT);
});
