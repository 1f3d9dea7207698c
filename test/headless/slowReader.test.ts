import { connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { type Answer, callDelta, delta, events, says, streamed } from '../support/scriptedEndpoint';
import { roundsOver, tool, USER } from './roundsClient';
import { script, TINY, world } from './world';

const MIB = 1_048_576;

/** A long answer that leads to the next one. */
const longWinded: Answer = streamed(
  events(delta({ content: 'x'.repeat(MIB) }), callDelta(0, '{}', 'c', 'ping'), delta({}, 'tool_calls')),
);
/** As often as a round may ask. */
const LOOPS = 25;

test('a client that does not read its stream is let go, and its model with it; others are served', async () => {
  const { base, token, model, round } = await roundsOver(world({ tiny: script(TINY) }), [
    async (response, body) => await (body.tools === undefined ? says('Served') : longWinded)(response, body),
  ]);
  const { hostname, port } = new URL(base);
  const socket = connect(Number(port), hostname);
  onTestFinished(() => void socket.destroy());
  socket.pause();
  const body = JSON.stringify({
    model: 'm',
    messages: [USER],
    tools: [tool('tiny')],
    config: { max_loops: LOOPS },
  });
  const head = [
    'POST /llm-exec/round/stream HTTP/1.1',
    `Host: ${hostname}:${port}`,
    `x-api-key: ${token}`,
    'content-type: application/json',
    `content-length: ${Buffer.byteLength(body)}`,
  ];
  let isBroken = false;
  socket.once('error', () => (isBroken = true));
  socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
  // Who does not read learns only by writing that the other side has hung up. Empty lines are no request.
  const hasHungUp = (): boolean => {
    if (!isBroken) socket.write('\r\n');
    return isBroken;
  };
  await expect.poll(hasHungUp, { timeout: 30_000 }).toBe(true);
  await expect.poll(model.open).toBe(0);
  // What may wait here, and what the system keeps for a connection.
  expect(model.asked.length * MIB).toBeGreaterThan(8 * MIB);
  expect(model.asked.length * MIB).toBeLessThan(20 * MIB);
  expect((await round({})).reply).toMatchObject({ message: { content: 'Served' } });
});
