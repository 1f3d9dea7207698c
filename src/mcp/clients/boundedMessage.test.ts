import { expect, test } from 'vitest';
import { boundedMessage } from './boundedMessage';

const long = 'x'.repeat(7 * 1_048_576);

test('lets pass what a client can take', () => {
  const message = { jsonrpc: '2.0', id: 1, result: { text: long.slice(0, 6 * 1_048_576) } } as const;
  expect(boundedMessage(message)).toBe(JSON.stringify(message));
});

test('puts an error in the place of a longer answer, and leaves out a longer notification', () => {
  for (const answer of [{ result: { long } }, { error: { code: 1, message: long } }])
    expect(JSON.parse(boundedMessage({ jsonrpc: '2.0', id: 'a', ...answer }) ?? '')).toEqual({
      jsonrpc: '2.0',
      id: 'a',
      error: { code: -32_603, message: expect.stringContaining('more than 7 MiB') },
    });
  expect(
    boundedMessage({ jsonrpc: '2.0', method: 'notifications/message', params: { long } }),
  ).toBeUndefined();
});

test('fails a longer question where it is asked', () => {
  const question = { jsonrpc: '2.0', id: 1, method: 'sampling/createMessage', params: { long } } as const;
  expect(() => boundedMessage(question)).toThrow('longer than a client takes');
});
