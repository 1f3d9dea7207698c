import { createParser, type EventSourceMessage } from 'eventsource-parser';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { serialiseForSse, type SseMessage, sseText } from './sse';

/** Decodes a stream as a client does, handed over in pieces of this length. */
function decoded(stream: string, step = stream.length || 1): EventSourceMessage[] {
  const events: EventSourceMessage[] = [];
  const parser = createParser({ onEvent: event => void events.push(event) });
  for (let at = 0; at < stream.length; at += step) parser.feed(stream.slice(at, at + step));
  return events;
}

const message = (value: unknown): SseMessage => ({ id: '1', event: 'X', data: serialiseForSse(value) });

const HOSTILE = [
  '\n\ndata: {"forged":true}\n\n',
  '\r\rid: 7\r',
  'a\u2028b\u2029c',
  'nul \0 in it',
  'half a pair \ud83d and \udc00',
  '"quoted\\" and \\',
  '\uFEFFbom',
  ':comment\nretry: 1\n',
];

test.each(HOSTILE)('keeps %j one event, equal after the way there and back', value => {
  const stream = sseText([message({ value, [value]: 1 })]);
  const events = decoded(stream);
  expect(events).toHaveLength(1);
  expect(JSON.parse(events[0]?.data ?? '')).toEqual({ value, [value]: 1 });
  expect(serialiseForSse({ value })).not.toMatch(/[\r\n\u2028\u2029\0]/);
});

test.each(['a\nb', 'a\r\nid: 9', 'a\0b', 'sc://blackboard/x\n\ndata: 1'])(
  'keeps an id %j in one field',
  id => {
    const events = decoded(sseText([{ id, event: id, data: '1' }]));
    expect(events).toEqual([
      { id: expect.not.stringMatching(/[\r\n\0]/), event: expect.any(String), data: '1' },
    ]);
    expect(decodeURIComponent(events[0]?.id ?? '')).toBe(id);
  },
);

test('cuts data above 32 KiB into lines that decode to the same JSON, and no line is longer than it must be', () => {
  const value = { rows: Array.from({ length: 5_000 }, (_, i) => ({ i, text: `é"\\,{[ ${i}` })) };
  const stream = sseText([message(value)]);
  const lines = stream.split('\n').filter(line => line.startsWith('data: '));
  expect(lines.length).toBeGreaterThan(3);
  for (const line of lines)
    expect(Buffer.byteLength(line.slice('data: '.length))).toBeLessThanOrEqual(32_768);
  expect(JSON.parse(decoded(stream)[0]?.data ?? '')).toEqual(value);
});

test('leaves a text of more than 32 KiB whole', () => {
  const value = { before: 1, text: 'x"\u2028'.repeat(20_000), after: [2] };
  const events = decoded(sseText([message(value)]), 1_000);
  expect(events.map(({ data }) => JSON.parse(data) as unknown)).toEqual([value]);
});

test('gives back whatever was put in, in whatever pieces it arrives', () => {
  const long = fc.string({ unit: 'binary', minLength: 0, maxLength: 60 });
  const values = fc.array(fc.oneof(fc.jsonValue(), long, fc.array(long, { maxLength: 400 })), {
    maxLength: 5,
  });
  fc.assert(
    fc.property(values, fc.integer({ min: 1, max: 5_000 }), (given, step) => {
      const sent = given.map(value => JSON.parse(JSON.stringify({ value })) as unknown);
      const events = decoded(sseText(sent.map(message)), step);
      expect(events.map(({ data }) => JSON.parse(data) as unknown)).toEqual(sent);
    }),
  );
});
