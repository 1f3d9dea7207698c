import { expect, test } from 'vitest';
import { heldBytes } from '../../../test/support/heldBytes';
import type { Session } from './pgSession';
import { PgSessions } from './pgSessions';

const session = { close: () => undefined } as unknown as Session;

test('what was read is not held for as long as the database is there', async () => {
  const sessions = new PgSessions(() => Promise.resolve(session));
  const gone = Promise.withResolvers<never>().promise;
  const read = async (times: number): Promise<void> => {
    for (let time = 0; time < times; time += 1)
      await sessions.use(gone, () =>
        Promise.resolve(Array.from({ length: 1_000 }, (_, place) => ({ time, place }))),
      );
  };
  await read(10);
  const before = heldBytes();
  await read(1_000);
  expect(heldBytes() - before).toBeLessThan(2_000_000);
});
