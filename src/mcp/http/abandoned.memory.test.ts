import { expect, onTestFinished, test } from 'vitest';
import { FakeReply } from '../../../test/support/fakeReply';
import { heldBytes } from '../../../test/support/heldBytes';
import { settle, testCore } from '../../../test/support/testCore';
import { serveConnection } from '../mcpServer';
import { HttpConnections } from './httpConnections';

/** What may be left of 2,000 clients that came, said who they are, and were never heard of again. */
const ABANDONED = 2_000;
const MAX_GROWTH_BYTES = 20 * 1_048_576;

test('2,000 clients that never came back leave next to nothing behind, and harm nobody who is there', async () => {
  const core = await testCore();
  let count = 0;
  const connections = new HttpConnections({
    clock: core.clock,
    ids: { next: () => `id-${++count}` },
    serve: (transport, { connection }) =>
      serveConnection({ core, log: core.log, version: '1' }, transport, connection),
  });
  onTestFinished(() => connections.dispose());

  async function post(body: unknown, session?: string): Promise<FakeReply> {
    const reply = new FakeReply();
    const header = (name: string): string | undefined => (name === 'mcp-session-id' ? session : undefined);
    await connections.handle({ method: 'POST', path: '/mcp', header, body }, reply);
    await settle();
    return reply;
  }
  const hello = {
    jsonrpc: '2.0',
    id: 0,
    method: 'initialize',
    params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
  };
  const call = (session: string) => post({ jsonrpc: '2.0', id: 1, method: 'tools/list' }, session);

  const live = (await post(hello)).headers['mcp-session-id'] ?? '';
  /** So many clients come and go, a second apart; the live one works all the while. */
  async function abandon(clients: number): Promise<void> {
    for (let i = 0; i < clients; i += 1) {
      core.clock.advance(1_000);
      await post(hello);
      if (i % 20 === 0) expect((await call(live)).said[0]).toBe('json 200');
    }
  }
  await abandon(100); // Warm.
  const before = heldBytes();
  await abandon(ABANDONED);
  core.clock.advance(31 * 60_000);
  await settle();
  await post(hello);

  expect(heldBytes() - before).toBeLessThan(MAX_GROWTH_BYTES);
  expect((await call(live)).said[0]).toBe('empty 404'); // It was silent for 31 minutes too.
  const again = (await post(hello)).headers['mcp-session-id'] ?? '';
  expect((await call(again)).said[0]).toBe('json 200');
});
