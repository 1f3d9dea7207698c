import { expect, test } from 'vitest';
import { MAX_QUEUE, SpanQueue } from './spanQueue';

const FRAME = { head: '{"spans":[', tail: ']}' };

function spansOf(document: Buffer | undefined): readonly unknown[] {
  const { spans } = JSON.parse(document?.toString() ?? '{"spans":[]}') as { spans: readonly unknown[] };
  return spans;
}

/** Takes all that waits, a document at a time. */
function drained(queue: SpanQueue): readonly unknown[][] {
  const documents: unknown[][] = [];
  while (queue.length > 0) {
    documents.push([...spansOf(queue.first())]);
    expect(queue.shift()).toBe(documents.at(-1)?.length);
  }
  return documents;
}

test('gives spans back in documents, in their order, whatever letters they have', () => {
  const queue = new SpanQueue(FRAME);
  const spans = Array.from({ length: 3_000 }, (_, i) => ({ i, name: `${'é漢🙂'.repeat(i % 200)}x` }));
  for (const span of spans) expect(queue.add(JSON.stringify(span))).toBe(true);
  const documents = drained(queue);
  expect(documents.flat()).toEqual(spans);
  expect(documents.length).toBeGreaterThan(1);
  // Some collectors take no more than a megabyte.
  for (const document of documents) expect(JSON.stringify(document).length).toBeLessThan(1_000_000);
  // What was sent leaves nothing in the documents after it.
  queue.add('1');
  expect(drained(queue)).toEqual([[1]]);
});

test('adds nothing to a document that is being sent', () => {
  const queue = new SpanQueue(FRAME);
  queue.add('1');
  const sent = queue.first();
  queue.add('2');
  expect(spansOf(sent)).toEqual([1]);
  // It was not taken: the same once more.
  expect(spansOf(queue.first())).toEqual([1]);
  expect(drained(queue)).toEqual([[1], [2]]);
  expect(queue.first()).toBeUndefined();
});

test('takes no more spans, and no more bytes, than it may keep', () => {
  const many = new SpanQueue(FRAME);
  const taken = Array.from({ length: MAX_QUEUE + 1 }, () => many.add('1'));
  expect(taken.filter(Boolean)).toHaveLength(MAX_QUEUE);
  const large = new SpanQueue(FRAME);
  const megabyte = JSON.stringify('x'.repeat(1_048_576));
  let count = 0;
  while (large.add(megabyte)) count++;
  expect(count).toBe(16);
  large.first();
  large.shift();
  expect(large.add(megabyte)).toBe(true);
});
