import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import { expect, test } from 'vitest';
import { FakeReply } from '../../../test/support/fakeReply';
import { type Accepted, HttpTransport } from './httpTransport';

const both: Accepted = { json: true, events: true };
const jsonOnly: Accepted = { json: true, events: false };
const eventsOnly: Accepted = { json: false, events: true };

const request = (id: number | string): JSONRPCMessage => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: {},
});
const answer = (id: number | string): JSONRPCMessage => ({ jsonrpc: '2.0', id, result: { of: String(id) } });
const progress = (n: number): JSONRPCMessage => ({
  jsonrpc: '2.0',
  method: 'notifications/progress',
  params: { progressToken: 1, progress: n },
});
const listChanged: JSONRPCMessage = { jsonrpc: '2.0', method: 'notifications/tools/list_changed' };
const cancel = (requestId: number | string): JSONRPCMessage => ({
  jsonrpc: '2.0',
  method: 'notifications/cancelled',
  params: { requestId },
});

function connection(tag = 'tag') {
  const transport = new HttpTransport(`session-${tag}`, tag);
  const heard: JSONRPCMessage[] = [];
  transport.onmessage = message => heard.push(message);
  const post = (message: JSONRPCMessage, accepted = both): FakeReply => {
    const reply = new FakeReply();
    transport.post(message, reply, accepted);
    return reply;
  };
  const listen = (lastEventId?: string): FakeReply => {
    const reply = new FakeReply();
    transport.listen(reply, lastEventId);
    return reply;
  };
  return { transport, heard, post, listen };
}

test('answers a request with plain JSON where the client takes it', async () => {
  const { transport, post, heard } = connection();
  const reply = post(request(1));
  expect(transport.isInUse).toBe(true);

  await transport.send(answer(1));

  expect(heard).toEqual([request(1)]);
  expect(reply.said).toEqual(['json 200', answer(1)]);
  expect(reply.headers).toEqual({ 'mcp-session-id': 'session-tag' });
  expect(transport.isInUse).toBe(false);
});

test('answers with a stream of one event where the client takes nothing else', async () => {
  const { transport, post } = connection();
  const reply = post(request(1), eventsOnly);
  await transport.send(answer(1));
  expect(reply.said).toEqual(['stream', answer(1), 'closed']);
  expect(transport.isInUse).toBe(false);
});

test('makes the answer a stream when something has to be said before it', async () => {
  const { transport, post } = connection();
  const reply = post(request('a'));
  await transport.send(progress(1), { relatedRequestId: 'a' });
  await transport.send(progress(2), { relatedRequestId: 'a' });
  await transport.send(answer('a'));
  expect(reply.said).toEqual(['stream', progress(1), progress(2), answer('a'), 'closed']);
});

test('says progress on the listening stream to a client that takes no stream as an answer', async () => {
  const { transport, post, listen } = connection();
  const [reply, listener] = [post(request(1), jsonOnly), listen()];
  await transport.send(progress(1), { relatedRequestId: 1 });
  await transport.send(answer(1));
  expect(reply.said).toEqual(['json 200', answer(1)]);
  expect(listener.said).toEqual(['stream', progress(1)]);
});

test('tells apart requests that run at once, and ids that differ only in their type', async () => {
  const { transport, post } = connection();
  const [one, text] = [post(request(1)), post(request('1'))];
  await transport.send(progress(9), { relatedRequestId: '1' });
  await transport.send(answer('1'));
  await transport.send(answer(1));
  expect(one.said).toEqual(['json 200', answer(1)]);
  expect(text.said).toEqual(['stream', progress(9), answer('1'), 'closed']);
});

test('refuses a second request with an id that still waits for its answer', async () => {
  const { transport, post, heard } = connection();
  const [first, second] = [post(request(1)), post(request(1))];
  await transport.send(answer(1));
  expect(second.said[0]).toBe('json 400');
  expect(first.said).toEqual(['json 200', answer(1)]);
  expect(heard).toHaveLength(1);
});

test('takes notifications and answers of the client with 202', () => {
  const { post, heard } = connection();
  expect(post(listChanged).said).toEqual(['empty 202']);
  expect(post(answer(5)).said).toEqual(['empty 202']);
  expect(heard).toEqual([listChanged, answer(5)]);
});

test('tells what changed on the listening stream, and keeps it until somebody listens', async () => {
  const { transport, listen } = connection();
  await transport.send(listChanged);
  const listener = listen();
  await transport.send(progress(1));
  expect(listener.said).toEqual(['stream', listChanged, progress(1)]);
  expect(transport.isInUse).toBe(true);
});

test('keeps only the last 64 messages for a client that never listens', async () => {
  const { transport, listen } = connection();
  for (let n = 1; n <= 100; n++) await transport.send(progress(n));
  const { said } = listen();
  expect(said).toHaveLength(65);
  expect(said.at(1)).toEqual(progress(37));
});

test('replaces a listener by a newer one, which alone hears what comes then', async () => {
  const { transport, listen } = connection();
  const [older, newer] = [listen(), listen()];
  await transport.send(listChanged);
  older.leave();
  await transport.send(progress(1));
  expect(older.said).toEqual(['stream', 'closed']);
  expect(newer.said).toEqual(['stream', listChanged, progress(1)]);
});

test('goes on where a listener stopped, with what came while it was away, each once', async () => {
  const { transport, listen } = connection();
  const first = listen();
  for (const n of [1, 2]) await transport.send(progress(n));
  const seen = first.ids[0];
  first.leave();
  for (const n of [3, 4]) await transport.send(progress(n));

  expect(listen(seen).said).toEqual(['stream', progress(2), progress(3), progress(4)]);
  expect(listen().said).toEqual(['stream']);
});

test("replays nothing for the event id of another connection, or for one that is nobody's", async () => {
  const [mine, other] = [connection('mine'), connection('other')];
  const listener = other.listen();
  for (const n of [1, 2]) await other.transport.send(progress(n));
  for (const n of [8, 9]) {
    mine.listen();
    await mine.transport.send(progress(n));
  }
  for (const id of [listener.ids[0], '__proto__', '', 'x'.repeat(10_000), 'mine-0', 'mine-1e0']) {
    expect(mine.listen(id).said).toEqual(['stream']);
  }
});

test('is not kept alive by a client that went away before its answer, and lets nobody else take that id', async () => {
  const { transport, post } = connection();
  const gone = post(request(1));
  gone.leave();

  expect(transport.isInUse).toBe(false);
  expect(post(request(1)).said[0]).toBe('json 400');
  await transport.send(answer(1));
  const next = post(request(1));
  await transport.send(answer(1));
  expect(next.said).toEqual(['json 200', answer(1)]);
});

test('keeps the answer of a stream whose client went away, so that a GET goes on with it', async () => {
  const { transport, post, listen } = connection();
  const reply = post(request(1));
  await transport.send(progress(1), { relatedRequestId: 1 });
  reply.leave();
  expect(transport.isInUse).toBe(false);
  await transport.send(progress(2), { relatedRequestId: 1 });
  await transport.send(answer(1));

  const resumed = listen(reply.ids[0]);
  expect(reply.said).toEqual(['stream', progress(1)]);
  expect(resumed.said).toEqual(['stream', progress(2), answer(1), 'closed']);
  expect(transport.isInUse).toBe(false);
});

test('hands the rest of a request over to the GET that goes on with its stream, and keeps listening apart', async () => {
  const { transport, post, listen } = connection();
  const listener = listen();
  const reply = post(request(1));
  await transport.send(progress(1), { relatedRequestId: 1 });
  reply.leave();
  const resumed = listen(reply.ids[0]);
  await transport.send(progress(2), { relatedRequestId: 1 });
  await transport.send(listChanged);
  await transport.send(answer(1));

  expect(resumed.said).toEqual(['stream', progress(2), answer(1), 'closed']);
  expect(listener.said).toEqual(['stream', listChanged]);
});

test('ends the answer of a request that its client cancelled, streamed or not, and knows it no more', async () => {
  const { transport, post, heard } = connection();
  const [plain, streamed] = [post(request(1)), post(request(2))];
  await transport.send(progress(1), { relatedRequestId: 2 });

  for (const id of [1, 2, 77, '1']) expect(post(cancel(id)).said).toEqual(['empty 202']);

  expect(plain.said).toEqual(['empty 202']);
  expect(streamed.said).toEqual(['stream', progress(1), 'closed']);
  expect(transport.isInUse).toBe(false);
  expect(heard).toHaveLength(6);
  await transport.send(answer(1));
  expect(plain.said).toEqual(['empty 202']);
});

test('ends everything when it closes, and takes nothing more', async () => {
  const { transport, post, listen, heard } = connection();
  const [plain, streamed, listener] = [post(request(1)), post(request(2)), listen()];
  await transport.send(progress(1), { relatedRequestId: 2 });
  let closings = 0;
  transport.onclose = () => closings++;

  await transport.close();
  await transport.close();

  expect(plain.said).toEqual(['empty 404']);
  expect(streamed.said.at(-1)).toBe('closed');
  expect(listener.said).toEqual(['stream', 'closed']);
  expect([transport.isInUse, closings]).toEqual([false, 1]);
  expect(post(request(3)).said).toEqual(['empty 404']);
  expect(heard).toHaveLength(2);
});
