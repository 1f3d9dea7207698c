import { expect, test } from 'vitest';
import { StoppedClock } from '../../../../test/support/stoppedClock';
import { settle } from '../../../../test/support/testCore';
import { HealthWatch } from './healthWatch';

/** A server that answers pings as the test says, and what is told of it. */
function watched() {
  const clock = new StoppedClock();
  const told: string[] = [];
  const server = { isSilent: false, pings: 0, whilePinged: (): void => undefined };
  const ping = async (timeoutMs: number) => {
    server.pings++;
    server.whilePinged();
    if (server.isSilent) throw new Error(`Nothing for ${timeoutMs} ms.`);
  };
  const watch = new HealthWatch({ ping }, clock, reason => told.push(reason));
  const minutes = async (count: number): Promise<void> => {
    for (let half = 0; half < 2 * count; half++) {
      clock.advance(30_000);
      await settle();
    }
  };
  return { clock, told, server, watch, minutes };
}

test('asks every 30 s, and tells once of a server that missed 3 in a row, with its reason', async () => {
  const { told, server, minutes } = watched();
  await minutes(2);
  expect([server.pings, told]).toEqual([4, []]);
  server.isSilent = true;
  await minutes(1);
  expect(told).toEqual([]);
  server.isSilent = false;
  await minutes(1);
  server.isSilent = true;
  await minutes(1.5);
  expect(told).toEqual(["It didn't answer 3 pings in a row. Nothing for 2000 ms."]);
  await minutes(5);
  expect([server.pings, told.length]).toEqual([11, 1]);
});

test('gives a server that was silent before a sleep three more tries after it, whichever clock stood still', async () => {
  const { clock, told, server, minutes } = watched();
  server.isSilent = true;
  await minutes(1);
  clock.setWall(clock.now() + 8 * 3_600_000);
  await minutes(1);
  expect(told).toEqual([]);
  await minutes(0.5);
  expect(told).toHaveLength(1);
});

test('does not count a ping that the machine slept through', async () => {
  const { clock, told, server, minutes } = watched();
  server.isSilent = true;
  await minutes(1);
  server.whilePinged = () => clock.setWall(clock.now() + 3_600_000);
  await minutes(0.5);
  server.whilePinged = () => undefined;
  await minutes(1);
  expect(told).toEqual([]);
  await minutes(0.5);
  expect(told).toHaveLength(1);
});

test('takes a wall clock that goes back for nothing, and stops when it is let go of', async () => {
  const { clock, told, server, watch, minutes } = watched();
  server.isSilent = true;
  await minutes(0.5);
  clock.setWall(clock.now() - 3_600_000);
  await minutes(0.5);
  watch.dispose();
  await minutes(5);
  expect([server.pings, told]).toEqual([2, []]);
});
