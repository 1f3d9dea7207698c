import { setImmediate } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ENDLESS_LINE_BYTES, LineReader, MAX_LINE_BYTES } from './lineReader';

/** A reader that writes down what it finds. */
function reading() {
  const found: string[] = [];
  const reader = new LineReader({
    onLine: line => found.push(line),
    onDropped: (head, tail) => found.push(`dropped ${head.slice(0, 6)}…${tail.slice(-6)}`),
    onEndless: () => found.push('endless'),
  });
  return { reader, found };
}

test('finds the same lines however the bytes are cut into chunks', () => {
  fc.assert(
    fc.property(
      fc.array(fc.string({ unit: 'grapheme', maxLength: 40 })),
      fc.array(fc.nat(30)),
      (texts, cuts) => {
        const lines = texts.map(text => text.replaceAll('\n', ' '));
        const bytes = Buffer.from(lines.map(line => `${line}\r\n`).join(''), 'utf8');
        const { reader, found } = reading();
        let start = 0;
        for (const size of cuts) {
          reader.push(bytes.subarray(start, start + size));
          start += size;
        }
        reader.push(bytes.subarray(start));
        reader.flush();
        const decoded = lines.map(line => Buffer.from(line, 'utf8').toString('utf8').trim());
        expect(found).toEqual(decoded.filter(line => line !== ''));
      },
    ),
  );
});

test('tells of four lines at once, and of the others in the next turn of the event loop', async () => {
  const { reader, found } = reading();
  reader.push(Buffer.from('1\n2\n3\n4\n5\n6'));
  reader.push(Buffer.from('7\n8\n'));
  expect(found).toEqual(['1', '2', '3', '4']);
  await setImmediate();
  expect(found).toEqual(['1', '2', '3', '4', '5', '67', '8']);
});

test('takes a line of the largest size, drops a longer one with both its ends, and goes on', () => {
  const { reader, found } = reading();
  const half = Buffer.alloc(MAX_LINE_BYTES / 2, 'x');
  for (const part of [half, half, '\n', 'begin', half, half, 'ending\nnext\n'])
    reader.push(Buffer.from(part));
  expect(found.map(line => (line.length === MAX_LINE_BYTES ? 'largest' : line))).toEqual([
    'largest',
    'dropped beginx…ending',
    'next',
  ]);
});

test('tells once that a line does not end, and holds nothing of it', () => {
  const { reader, found } = reading();
  const part = Buffer.alloc(MAX_LINE_BYTES / 4, 'x');
  const before = process.memoryUsage().arrayBuffers;
  for (let sent = 0; sent <= 4 * ENDLESS_LINE_BYTES; sent += part.length) reader.push(part);
  expect(found).toEqual(['endless']);
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(2 * MAX_LINE_BYTES + part.length);
});

test('copes with a large line that comes byte by byte', () => {
  const { reader, found } = reading();
  const byte = Buffer.from('x');
  for (let sent = 0; sent < 2 * 1_048_576; sent++) reader.push(byte);
  reader.push(Buffer.from('\n'));
  expect(found[0]).toHaveLength(2 * 1_048_576);
});
