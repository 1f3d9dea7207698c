import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import { expect, test } from 'vitest';
import type { Progress } from '../../core/gateway/upstream/upstream';
import { PlainRequests } from './plainRequests';

/** A transport whose other end is the test, with a client that keeps what it hears. */
function world() {
  const sent: JSONRPCMessage[] = [];
  const atClient: JSONRPCMessage[] = [];
  let failure: Error | undefined;
  let isClosed = false;
  const transport: Transport = {
    start: async () => undefined,
    close: async () => undefined,
    async send(message) {
      if (failure) throw failure;
      sent.push(message);
    },
    onmessage: message => atClient.push(message),
    onclose: () => (isClosed = true),
  };
  const requests = new PlainRequests(transport);
  const heard: Progress[] = [];
  return {
    sent,
    atClient,
    heard,
    isClosed: () => isClosed,
    fails: (error: Error | undefined) => (failure = error),
    says: (message: object) => transport.onmessage?.({ jsonrpc: '2.0', ...message } as JSONRPCMessage),
    closes: () => transport.onclose?.(),
    begin: (params = {}) => requests.begin('tools/call', params, progress => heard.push(progress)),
    idAt: (at: number) => (sent[at] as { readonly id: number }).id,
  };
}

test('sends what it is given with a token for progress, and the answer comes back by its id', async () => {
  const { begin, sent, says, idAt, atClient } = world();
  const [first, second] = [begin({ name: 'a', _meta: { own: 1 } }), begin({ name: 'b' })];
  const params = { name: 'a', _meta: { own: 1, progressToken: idAt(0) } };
  expect(sent[0]).toEqual({ jsonrpc: '2.0', id: idAt(0), method: 'tools/call', params });
  says({ id: idAt(1), result: { of: 'b' } });
  // As some servers write it.
  says({ id: String(idAt(0)), result: { of: 'a' } });
  expect(await Promise.all([first.answer, second.answer])).toEqual([{ of: 'a' }, { of: 'b' }]);
  expect(atClient).toEqual([]);
});

test('an error of the server is one here, with its code, words and data', async () => {
  const { begin, says, idAt } = world();
  const { answer } = begin();
  says({ id: idAt(0), error: { code: -32_602, message: 'No such tool', data: { name: 'a' } } });
  await expect(answer).rejects.toMatchObject({ code: -32_602, data: { name: 'a' } });
});

test('leaves to the client what is not about a request of these', () => {
  const { begin, says, idAt, atClient, heard } = world();
  void begin();
  const others = [
    { id: 3, result: {} },
    { id: idAt(0), result: 'text' },
    { id: 1, method: 'sampling/createMessage', params: {} },
    { method: 'notifications/progress', params: { progressToken: 3, progress: 1 } },
    { method: 'notifications/progress', params: { progressToken: idAt(0), progress: 'half' } },
    { method: 'notifications/progress' },
    { method: 'notifications/tools/list_changed' },
  ];
  for (const message of others) says(message);
  expect(atClient).toEqual(others.map(message => ({ jsonrpc: '2.0', ...message })));
  expect(heard).toEqual([]);
});

test('progress comes to the request that it is about, with what of it is well formed', async () => {
  const { begin, says, idAt, heard, atClient } = world();
  const { answer } = begin();
  const about = { progressToken: idAt(0), progress: 1 };
  says({ method: 'notifications/progress', params: { ...about, total: 2, message: 'Half' } });
  says({ method: 'notifications/progress', params: { ...about, total: 'two', message: 7 } });
  expect(heard).toEqual([{ progress: 1, total: 2, message: 'Half' }, { progress: 1 }]);
  says({ id: idAt(0), result: {} });
  await answer;
  says({ method: 'notifications/progress', params: about });
  expect(atClient).toHaveLength(1);
});

test('progress of a call that became a task comes to it after the call was answered', async () => {
  const { begin, says, idAt, heard } = world();
  const { answer } = begin();
  says({ id: idAt(0), result: { task: { taskId: 't' } } });
  await answer;
  says({ method: 'notifications/progress', params: { progressToken: idAt(0), progress: 3 } });
  expect(heard).toEqual([{ progress: 3 }]);
});

test('a request that is cancelled fails with the reason, and the server is told once', async () => {
  const { begin, sent, idAt, says, atClient } = world();
  const request = begin();
  const reason = new Error('Too slow');
  request.cancel(reason);
  request.cancel(new Error('Again'));
  await expect(request.answer).rejects.toBe(reason);
  const params = { requestId: idAt(0), reason: 'Error: Too slow' };
  expect(sent.slice(1)).toEqual([{ jsonrpc: '2.0', method: 'notifications/cancelled', params }]);
  // Its late answer is the client's, who says that nobody waits for it.
  says({ id: idAt(0), result: {} });
  expect(atClient).toHaveLength(1);
});

test('a request that cannot be sent fails with the reason of the transport', async () => {
  const { begin, fails, sent } = world();
  const gone = new Error('Gone');
  fails(gone);
  const request = begin();
  await expect(request.answer).rejects.toBe(gone);
  fails(undefined);
  request.cancel(new Error('Too late'));
  expect(sent).toEqual([]);
});

test('where the connection ends, the client hears of it first, and all that wait fail', async () => {
  const { begin, closes, isClosed, sent } = world();
  const { answer } = begin();
  closes();
  expect(isClosed()).toBe(true);
  await expect(answer).rejects.toMatchObject({ message: expect.stringContaining('Connection closed') });
  await expect(begin().answer).rejects.toThrow('Not connected');
  expect(sent).toHaveLength(1);
});
