import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { heldBytes } from '../../../test/support/heldBytes';
import { JoinedSignal } from './joinedSignal';

test('leaves nothing behind, also where its listeners stay', async () => {
  const source = new AbortController();
  const rounds = async (count: number): Promise<void> => {
    for (let i = 0; i < count; i += 1) {
      const joined = new JoinedSignal(source.signal);
      const listener = new Uint8Array(1_024);
      joined.signal.addEventListener('abort', () => void listener.length);
      joined.dispose();
      if (i % 100 === 0) await delay(0); // Garbage is found between turns.
    }
  };
  await rounds(100);
  const before = heldBytes();
  await rounds(20_000);
  // A quarter of what their listeners would hold.
  expect(heldBytes() - before).toBeLessThan(5 * 1_048_576);
});
