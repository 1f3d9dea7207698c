import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readClientLine, readDroppedLine } from './clientLine';

const refusedWith = (id: unknown) => ({ type: 'refused', answer: { id, error: { code: -32_600 } } });

test.each([
  ['{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"x":"', 'xx"}}', 1],
  ['{"id":"a","method":"tools/call","params":{"x":"', 'xx"}}', 'a'],
  ['{"method":"tools/call","jsonrpc":"2.0","id":2,"params":{"x":"', 'xx"}}', 2],
  ['{"method":"tools/call","params":{"x":"', 'xx"},"jsonrpc":"2.0","id":3}', 3],
  ['{"method":"tools/call","params":{"x":"', 'xx"},"id":"\\u0041","jsonrpc":"2.0"} ', 'A'],
  // An id that is not the message's own.
  ['{"method":"tools/call","params":{"x":"', '","id":4}}', null],
  ['{"method":"tools/call","params":{"id":5,"x":"', 'xx"}}', null],
  ['{"method":"tools/call","params":{"x":"', 'xx\\",\\"id\\":6}"}}', null],
])('finds whose a long request was: %s … %s', (head, tail, id) => {
  expect(readDroppedLine(head, tail)).toMatchObject(refusedWith(id));
});

test('fails the question whose answer was too long, and leaves a long notification without an answer', () => {
  expect(readDroppedLine('{"jsonrpc":"2.0","id":3,"result":{"x":"', 'xx"}}')).toMatchObject({
    type: 'message',
    message: { id: 3, error: { code: -32_091 } },
  });
  expect(readDroppedLine('{"jsonrpc":"2.0","method":"notifications/progress","params":{"', 'x"}}')).toEqual({
    type: 'nothing',
  });
});

test('reads any line without failing, and refuses what has too many parts before it is parsed', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json()), line => {
      expect(['message', 'refused', 'nothing']).toContain(readClientLine(line).type);
    }),
  );
  const wide = `{"jsonrpc":"2.0","id":7,"method":"x","params":{"x":[${'0,'.repeat(600_000)}0]}}`;
  expect(readClientLine(wide)).toMatchObject(refusedWith(7));
});
