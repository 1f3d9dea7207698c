import { connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { type Answer, delta, says } from '../support/scriptedEndpoint';
import { roundsOver, USER } from './roundsClient';
import { world } from './world';

/** Says long words until nobody listens any more. */
const endless: Answer = async response => {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const words = `data: ${JSON.stringify(delta({ content: 'x'.repeat(60_000) }))}\n\n`;
  while (!response.destroyed) {
    const isTaken = response.write(words);
    await new Promise(resolve =>
      isTaken ? setImmediate(resolve) : response.once('drain', resolve).once('close', resolve),
    );
  }
};

test('a client that does not read its stream is let go, and its model with it; others are served', async () => {
  const { base, token, model, round } = await roundsOver(world({}), [endless, says('Served')]);
  const { hostname, port } = new URL(base);
  const socket = connect(Number(port), hostname);
  onTestFinished(() => void socket.destroy());
  socket.pause();
  const body = JSON.stringify({ model: 'm', messages: [USER] });
  const head = [
    'POST /llm-exec/round/stream HTTP/1.1',
    `Host: ${hostname}:${port}`,
    `x-api-key: ${token}`,
    'content-type: application/json',
    `content-length: ${Buffer.byteLength(body)}`,
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
  await expect.poll(model.open, { timeout: 5_000 }).toBe(1);
  await expect.poll(model.open, { timeout: 30_000 }).toBe(0);
  expect((await round({})).reply).toMatchObject({ message: { content: 'Served' } });
});
