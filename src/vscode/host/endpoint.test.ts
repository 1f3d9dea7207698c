import { afterEach, expect, test } from 'vitest';
import { KeptLog } from '../../../test/support/keptLog';
import { Endpoint } from './endpoint';

const opened: Endpoint[] = [];

afterEach(() => Promise.all(opened.splice(0).map(endpoint => endpoint.close())));

function openEndpoint(wake: (endpoint: Endpoint) => Promise<unknown>): Endpoint {
  const endpoint: Endpoint = new Endpoint(new KeptLog(), () => wake(endpoint));
  opened.push(endpoint);
  return endpoint;
}

async function post(endpoint: Endpoint, body: unknown): Promise<Response> {
  const { url, token } = await endpoint.address();
  return fetch(url, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}

test('has an address before anything runs, and the first request starts what answers, once', async () => {
  let starts = 0;
  const endpoint = openEndpoint(async door => {
    starts += 1;
    await door.serve(async ({ body }, reply) => reply.json(200, { seen: body }));
  });
  const before = await endpoint.address();
  expect(starts).toBe(0);

  expect(await (await post(endpoint, { n: 1 })).json()).toEqual({ seen: { n: 1 } });
  expect(await (await post(endpoint, { n: 2 })).json()).toEqual({ seen: { n: 2 } });
  expect(starts).toBe(1);
  expect(await endpoint.address()).toEqual(before);
});

test('says in the protocol why it could not start, and tries again with the next request', async () => {
  let isBroken = true;
  const endpoint = openEndpoint(async door => {
    if (isBroken) throw new Error('the disk is full');
    await door.serve(async (_, reply) => reply.json(200, { ok: true }));
  });
  expect(await (await post(endpoint, { jsonrpc: '2.0', id: 7, method: 'initialize' })).json()).toEqual({
    jsonrpc: '2.0',
    id: 7,
    error: { code: -32603, message: 'Switchyard could not start: the disk is full' },
  });
  isBroken = false;
  expect(await (await post(endpoint, {})).json()).toEqual({ ok: true });
});

test('frees its port when it is closed', async () => {
  const endpoint = openEndpoint(async () => undefined);
  const { url } = await endpoint.address();
  await endpoint.close();
  await expect(fetch(url)).rejects.toThrow('fetch failed');
});

test('who asks for a round is told in its shape, too, why nothing could start', async () => {
  const endpoint = openEndpoint(() => Promise.reject(new Error('the disk is full')));
  const { url, token } = await endpoint.address();
  const ask = async (path: string) =>
    fetch(new URL(path, url), {
      method: 'POST',
      headers: { 'x-api-key': token, 'content-type': 'application/json' },
      body: '{}',
    });
  const round = await ask('/llm-exec/round');
  expect(round.status).toBe(503);
  expect(await round.json()).toMatchObject({
    error: 'Switchyard could not start: the disk is full',
    statusCode: 503,
  });
  expect(await (await ask('/v1/responses')).json()).toMatchObject({
    error: { message: 'Switchyard could not start: the disk is full', type: 'server_error' },
  });
});
