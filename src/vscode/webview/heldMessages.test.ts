import { expect, test } from 'vitest';
import { HeldMessages } from './heldMessages';

test('what is said before somebody listens is heard in its order, and what is said afterwards', async () => {
  const messages = new HeldMessages();
  const heard: unknown[] = [];
  messages.take('ready');
  messages.take('search');
  messages.listen(message => heard.push(message));
  expect(heard, 'whoever listens may not be made yet').toEqual([]);
  messages.take('keep');
  await Promise.resolve();
  messages.take('run');
  expect(heard).toEqual(['ready', 'search', 'keep', 'run']);
});

test('what is said while the first is heard comes after those that were held', async () => {
  const messages = new HeldMessages();
  const heard: unknown[] = [];
  messages.take('first');
  messages.take('second');
  messages.listen(message => {
    heard.push(message);
    if (message === 'first') messages.take('third');
  });
  await Promise.resolve();
  expect(heard).toEqual(['first', 'second', 'third']);
});
