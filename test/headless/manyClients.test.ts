import { expect, onTestFinished, test } from 'vitest';
import { overHttp } from './clients';
import { world } from './world';

const initialize = {
  protocolVersion: '2025-11-25',
  capabilities: {},
  clientInfo: { name: 'many', version: '1' },
};

/** The program over HTTP, and clients of it without an SDK between. */
async function program() {
  const { url, token } = await overHttp(world({}));
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
  };
  const post = async (method: string, params: unknown, session?: string) => {
    const own = session === undefined ? headers : { ...headers, 'mcp-session-id': session };
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
    const answer = await fetch(url, { method: 'POST', headers: own, body });
    const text = await answer.text();
    return { status: answer.status, headers: answer.headers, text };
  };
  const open = async () => {
    const answer = await post('initialize', initialize);
    return { ...answer, session: answer.headers.get('mcp-session-id') ?? '' };
  };
  /** Listens until the test is over. */
  const listen = async (session: string): Promise<number> => {
    const abort = new AbortController();
    onTestFinished(() => abort.abort());
    const own = { ...headers, accept: 'text/event-stream', 'mcp-session-id': session };
    return (await fetch(url, { headers: own, signal: abort.signal })).status;
  };
  return { post, open, listen };
}

test('200 clients at once are all answered, 100 of them with a stream open', async () => {
  const { post, open, listen } = await program();
  const answers = await Promise.all(
    Array.from({ length: 200 }, async (_, i) => {
      const { session } = await open();
      if (i % 2 === 0) expect(await listen(session)).toBe(200);
      return (await post('tools/list', {}, session)).status;
    }),
  );
  expect(answers).toEqual(answers.map(() => 200));
});

test('a client that works keeps its place while others only say hello, and who finds none is told so in words', async () => {
  const { post, open } = await program();
  const { session } = await open();
  await post('tools/list', {}, session);
  const begunAt = performance.now();
  const newcomers = await Promise.all(Array.from({ length: 300 }, () => open()));
  const refused = newcomers.filter(({ status }) => status !== 200);
  // Who was silent for 10 s makes room: on a machine that takes so long for all of them, fewer are refused.
  if (performance.now() - begunAt < 10_000) expect(refused).toHaveLength(45);
  for (const { status, headers, text } of refused) {
    expect([status, headers.get('retry-after')]).toEqual([503, '10']);
    expect(JSON.parse(text)).toMatchObject({
      error: { message: expect.stringContaining('Too many clients') },
    });
  }
  expect((await post('tools/list', {}, session)).status).toBe(200);
});
