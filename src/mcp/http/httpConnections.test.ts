import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { isJSONRPCRequest } from '@modelcontextprotocol/sdk/types.js';
import { expect, onTestFinished, test } from 'vitest';
import { FakeReply } from '../../../test/support/fakeReply';
import { StoppedClock } from '../../../test/support/stoppedClock';
import type { LoopbackRequest } from '../../shared/httpExchange';
import { HttpConnections } from './httpConnections';

const MINUTE = 60_000;

const initialize = {
  jsonrpc: '2.0',
  id: 0,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
};

/** Connections to a server that answers everything except `wait`. */
function connections() {
  const clock = new StoppedClock();
  const closed: string[] = [];
  let count = 0;
  const all = new HttpConnections({
    clock,
    ids: { next: () => `id-${++count}` },
    serve: async (transport: Transport, { connection }) => {
      transport.onmessage = message => {
        if (!isJSONRPCRequest(message) || message.method === 'wait') return;
        void transport.send({ jsonrpc: '2.0', id: message.id, result: {} });
      };
      transport.onclose = () => closed.push(connection);
    },
  });
  onTestFinished(() => all.dispose());

  async function ask(
    method: LoopbackRequest['method'],
    headers: Readonly<Record<string, string>>,
    body?: unknown,
  ): Promise<FakeReply> {
    const reply = new FakeReply();
    const given = new Map(Object.entries(headers));
    await all.handle({ method, path: '/mcp', header: name => given.get(name), body }, reply);
    return reply;
  }
  const post = (body: unknown, session?: string): Promise<FakeReply> =>
    ask('POST', session === undefined ? {} : { 'mcp-session-id': session }, body);
  const call = (session: string, method = 'ping') => post({ jsonrpc: '2.0', id: 1, method }, session);
  async function open(): Promise<string> {
    return (await post(initialize)).headers['mcp-session-id'] ?? '';
  }
  return { all, clock, closed, ask, post, call, open };
}

const status = (reply: FakeReply): unknown => reply.said[0];

test('opens a connection for initialize and answers its calls', async () => {
  const { open, call } = connections();
  const session = await open();
  expect((await call(session)).said).toEqual(['json 200', { jsonrpc: '2.0', id: 1, result: {} }]);
});

test('answers 404 for connections that are not there, whatever their name, and 400 for none', async () => {
  const { open, call, post, ask } = connections();
  await open();
  for (const session of ['__proto__', 'constructor', 'toString', '', 'x'.repeat(10_240)]) {
    expect(status(await call(session)), session).toBe('empty 404');
    for (const method of ['GET', 'DELETE'] as const) {
      expect(status(await ask(method, { 'mcp-session-id': session }))).toBe('empty 404');
    }
  }
  expect(status(await post({ jsonrpc: '2.0', id: 1, method: 'ping' }))).toBe('json 400');
  expect(status(await ask('GET', {}))).toBe('empty 400');
});

test('ends a connection on DELETE: what waited is told, later calls get 404, other connections go on', async () => {
  const { open, call, ask, closed } = connections();
  const [mine, other] = [await open(), await open()];
  const waiting = await call(mine, 'wait');

  expect(status(await ask('DELETE', { 'mcp-session-id': mine }))).toBe('empty 200');

  expect(waiting.said).toEqual(['empty 404']);
  expect(closed).toEqual([mine]);
  expect(status(await call(mine))).toBe('empty 404');
  expect(status(await ask('DELETE', { 'mcp-session-id': mine }))).toBe('empty 404');
  expect(status(await call(other))).toBe('json 200');
});

test('refuses batches, what is no message, and a second initialize', async () => {
  const { post, open } = connections();
  const session = await open();
  const batch = Array.from({ length: 101 }, () => initialize);
  for (const body of [
    batch,
    [initialize],
    [],
    null,
    42,
    'x',
    {},
    { jsonrpc: '1.0', id: 1, method: 'ping' },
  ]) {
    expect(status(await post(body))).toBe('json 400');
    expect(status(await post(body, session))).toBe('json 400');
  }
  expect((await post(initialize, session)).said[1]).toMatchObject({
    error: { message: 'This connection is initialized already.' },
  });
});

test('refuses protocol versions it does not speak and clients that can read no answer', async () => {
  const { ask, open } = connections();
  const session = await open();
  const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };
  const own = { 'mcp-session-id': session };
  expect(status(await ask('POST', { ...own, 'mcp-protocol-version': '1999-01-01' }, ping))).toBe('json 400');
  expect(status(await ask('POST', { ...own, 'mcp-protocol-version': '2025-06-18' }, ping))).toBe('json 200');
  expect(status(await ask('POST', { ...own, accept: 'text/html' }, ping))).toBe('empty 406');
  expect(status(await ask('GET', { ...own, accept: 'application/json' }))).toBe('empty 406');
  expect((await ask('POST', { ...own, accept: 'text/event-stream' }, ping)).said).toEqual([
    'stream',
    { jsonrpc: '2.0', id: 1, result: {} },
    'closed',
  ]);
});

test('ends a connection that nobody used for 30 minutes, but not one that is listened to or waited on', async () => {
  const { open, call, ask, clock, closed } = connections();
  const [idle, used, listening, waiting] = [await open(), await open(), await open(), await open()];
  await ask('GET', { 'mcp-session-id': listening, accept: 'text/event-stream' });
  await call(waiting, 'wait');

  clock.advance(29 * MINUTE);
  await call(used);
  clock.advance(2 * MINUTE);

  expect(closed).toEqual([idle]);
  expect(status(await call(idle))).toBe('empty 404');
  clock.advance(60 * MINUTE);
  expect(closed).toEqual([idle, used]);
});

test('lets go of a connection whose client went away while it waited', async () => {
  const { open, call, clock, closed } = connections();
  const session = await open();
  (await call(session, 'wait')).leave();
  clock.advance(31 * MINUTE);
  expect(closed).toEqual([session]);
});

test('makes room for one more by ending who never asked for anything, then who is quiet longest', async () => {
  const { open, call, clock, closed } = connections();
  const sessions: string[] = [];
  for (let n = 0; n < 256; n++) {
    sessions.push(await open());
    clock.advance(1);
  }
  for (const session of sessions) if (session !== sessions[7]) await call(session);
  await call(sessions[0]!);
  clock.advance(11_000);
  await call(sessions[1]!);

  for (let n = 0; n < 100; n++) {
    await open();
    clock.advance(11_000);
  }
  // The one that was opened and never used; from there on newcomers that ask for nothing lose their places to each other.
  expect(closed.filter(session => sessions.includes(session))).toEqual([sessions[7]]);
  expect(closed).toHaveLength(100);

  await call(await open());
  clock.advance(11_000);
  await open();
  expect(closed.at(-1)).toBe(sessions[0]);
  expect(status(await call(sessions[1]!))).toBe('json 200');
});

test('refuses one more in words while all others are in use or were used just now', async () => {
  const { open, call, ask, post, clock, closed } = connections();
  const sessions: string[] = [];
  for (let n = 0; n < 256; n++) sessions.push(await open());
  const refused = await post(initialize);
  expect([status(refused), refused.headers]).toEqual(['json 503', { 'retry-after': '10' }]);
  expect(refused.said[1]).toMatchObject({ error: { message: expect.stringContaining('try again in 10 s') } });

  for (const [n, session] of sessions.entries())
    await (n % 2 === 0 ? call(session, 'wait') : ask('GET', { 'mcp-session-id': session }));
  clock.advance(60 * MINUTE);
  expect(status(await post(initialize))).toBe('json 503');
  expect(closed).toEqual([]);
});

test('ends every connection when it closes, and opens none after', async () => {
  const { all, open, post, closed } = connections();
  const sessions = [await open(), await open()];
  await all.close();
  expect(closed).toEqual(sessions);
  expect(status(await post(initialize))).toBe('json 503');
});
