import { gzipSync } from 'node:zlib';
import { expect, onTestFinished, test, vi } from 'vitest';
import { httpServer, socketServer } from '../../../test/support/httpServer';
import { guardedFetch, SERVER_LIMITS } from './guardedFetch';
import type { Resolve } from './destination';
import type { FetchLimits } from './guardedFetch';

/** A fetch for the server at this address, in a world with these names. */
function fetchFor(
  approved: string,
  names: Readonly<Record<string, readonly string[]>> = {},
  limits: Partial<FetchLimits> = {},
) {
  const resolve = vi.fn<Resolve>(async host => names[host] ?? []);
  const guarded = guardedFetch({ approved, limits: { ...SERVER_LIMITS, ...limits }, resolve });
  onTestFinished(() => guarded.close());
  return { fetch: guarded.fetch, resolve };
}

test('sends headers and body, and hands the answer over', async () => {
  const server = await httpServer((request, response) => {
    request.on('data', (part: Buffer) =>
      response.end(`${String(request.headers['x-key'])} ${part.toString()}`),
    );
    response.setHeader('x-answer', 'yes');
  });
  const { fetch } = fetchFor(server.origin);
  const answer = await fetch(`${server.origin}/mcp`, {
    method: 'POST',
    headers: { 'x-key': 'k' },
    body: 'hello',
  });
  expect([answer.status, answer.headers.get('x-answer'), await answer.text()]).toEqual([
    200,
    'yes',
    'k hello',
  ]);
});

test('hands a redirect back and lets no header go after it', async () => {
  const other = await httpServer((_request, response) => response.end('secret seen'));
  const server = await httpServer((_request, response) => {
    response.writeHead(307, { location: `${other.origin}/steal` }).end();
  });
  const { fetch } = fetchFor(server.origin);
  const answer = await fetch(server.origin, { headers: { authorization: 'Bearer secret' } });
  expect([answer.status, other.requests]).toEqual([307, []]);
});

test.each([
  ['http://[::ffff:7f00:1]/', 'no server is reached there'],
  ['http://0x7f.1/', 'write the address of a machine nearby as it is'],
  ['http://2130706433/', 'write the address of a machine nearby as it is'],
  ['https://0x0a.0.0.1/', 'write the address of a machine nearby as it is'],
  ['https://169.254.169.254/latest/meta-data', 'no server is reached there'],
  ['http://mixed.example/', 'its name stands for addresses of different networks'],
  ['https://mixed.example/', 'its name stands for addresses of different networks'],
  ['http://public.example/', 'only https is used'],
  ['http://nearby.example/', 'only https is used'],
  ['http://rebound.example/', 'only https is used'],
  ['https://user:word@public.example/', 'user name or password'],
  ['ftp://public.example/', 'it must begin with https://'],
])('refuses the server address %s', async (url, why) => {
  const names = {
    'mixed.example': ['93.184.216.34', '10.0.0.1'],
    'public.example': ['93.184.216.34'],
    'nearby.example': ['192.168.1.7'],
    'rebound.example': ['127.0.0.1'],
  };
  await expect(async () => await fetchFor(url, names).fetch(url)).rejects.toThrow(why);
});

test('an address of the user themselves may stand for addresses of different networks', async () => {
  const server = await httpServer((_request, response) => response.end('here'));
  const url = `http://mixed.example:${server.port}/`;
  const resolve = async (): Promise<readonly string[]> => ['127.0.0.1', '93.184.216.34'];
  const guarded = guardedFetch({ approved: url, limits: SERVER_LIMITS, isUsersOwn: true, resolve });
  onTestFinished(() => guarded.close());
  expect(await (await guarded.fetch(url)).text()).toBe('here');
});

test('dials the address that it looked at: a name that changes its mind is asked once', async () => {
  const server = await httpServer((_request, response) => response.end('here'));
  const { fetch, resolve } = fetchFor(`http://mcp.localhost:${server.port}/`);
  resolve.mockResolvedValueOnce(['127.0.0.1']).mockResolvedValue(['169.254.169.254']);
  expect(await (await fetch(`http://mcp.localhost:${server.port}/`)).text()).toBe('here');
  expect(resolve).toHaveBeenCalledTimes(1);
});

test('goes nowhere private because a server said so', async () => {
  const canary = await httpServer((_request, response) => response.end());
  const server = await httpServer((_request, response) => response.end());
  const names = {
    'intranet.example': ['127.0.0.1'],
    'cloud.example': ['10.0.0.1'],
    'plain.example': ['93.184.216.34'],
  };
  const { fetch } = fetchFor(server.origin, names);
  for (const url of [
    `http://intranet.example:${canary.port}/`,
    `https://intranet.example:${canary.port}/`,
    'https://cloud.example/',
    'https://10.0.0.1/',
    'http://169.254.169.254/latest/meta-data',
    'http://plain.example/',
  ]) {
    await expect(fetch(url)).rejects.toMatchObject({ kind: 'address-refused' });
  }
  expect(canary.requests).toEqual([]);
});

test('lets a server of this machine name another place on it, and one from outside not', async () => {
  const canary = await httpServer((_request, response) => response.end('seen'));
  const near = fetchFor('http://127.0.0.1:1/mcp');
  expect(await (await near.fetch(canary.origin)).text()).toBe('seen');
  const far = fetchFor('https://mcp.example/', { 'mcp.example': ['93.184.216.34'] });
  await expect(far.fetch(canary.origin)).rejects.toThrow('a place inside a private network');
  expect(canary.requests).toHaveLength(1);
});

test('unpacks what is packed, and stops a bomb at the size of what comes out', async () => {
  const server = await httpServer((request, response) => {
    response.setHeader('content-encoding', 'gzip');
    response.end(gzipSync(request.url === '/bomb' ? Buffer.alloc(64 * 1_048_576) : 'small'));
  });
  const { fetch } = fetchFor(server.origin, {}, { maxBytes: 1_048_576 });
  expect(await (await fetch(server.origin)).text()).toBe('small');
  await expect((await fetch(`${server.origin}/bomb`)).text()).rejects.toMatchObject({ kind: 'too-large' });
});

test('bounds each event of a stream, not the stream', async () => {
  const event = `data: ${'x'.repeat(600)}\r\n\r\n`;
  const server = await httpServer((request, response) => {
    response.setHeader('content-type', 'text/event-stream');
    response.end(request.url === '/one' ? `data: ${'x'.repeat(2_000)}` : event.repeat(5));
  });
  const { fetch } = fetchFor(server.origin, {}, { maxBytes: 1_000 });
  expect(await (await fetch(server.origin)).text()).toBe(event.repeat(5));
  await expect((await fetch(`${server.origin}/one`)).text()).rejects.toMatchObject({ kind: 'too-large' });
});

test('says what went wrong with a connection, without a word of what was sent', async () => {
  const resetting = await socketServer(socket => socket.destroy());
  const mute = await socketServer(() => undefined);
  const halfway = await socketServer(socket => {
    socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf of it'));
  });
  const at = (port: number, scheme = 'http') => `${scheme}://127.0.0.1:${port}/`;
  const failure = async (url: string) => {
    const { fetch } = fetchFor(url, {}, { connectMs: 200, headMs: 200 });
    const init = { headers: { authorization: 'Bearer secret' } };
    return await fetch(url, init).then(
      answer => answer.text(),
      (error: Error) => error.message,
    );
  };
  expect(await failure(at(resetting.port))).toBe('127.0.0.1 broke the connection off.');
  expect(await failure(at(resetting.port, 'https'))).toBe('127.0.0.1 broke the connection off.');
  expect(await failure(at(mute.port))).toBe('127.0.0.1 did not answer in time.');
  expect(await failure(at(mute.port, 'https'))).toBe('127.0.0.1 did not answer in time.');
  expect(await failure(at(1))).toBe('127.0.0.1 refused the connection: nothing listens there.');
  await expect(failure(at(halfway.port))).rejects.toThrow('aborted');
});

test.each([
  [{ HTTPS_PROXY: 'http://127.0.0.1:1' }, "The network's proxy could not be reached (ECONNREFUSED). Check"],
  [
    { ALL_PROXY: 'socks5h://127.0.0.1:1' },
    'The host mcp.example.com was not found. Check the address. ALL_PROXY and SOCKS',
  ],
  [{ HTTPS_PROXY: 'socks5://127.0.0.1:1' }, 'was not found. Check the address. ALL_PROXY and SOCKS proxies'],
  [{}, /^The host mcp\.example\.com was not found\. Check the address\.$/],
])('names the proxy where that is why nothing is reached: %j', async (proxies, why) => {
  const given: Readonly<Record<string, string>> = proxies;
  for (const name of ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY']) {
    vi.stubEnv(name, given[name]);
    vi.stubEnv(name.toLowerCase(), undefined);
  }
  onTestFinished(() => void vi.unstubAllEnvs());
  const approved = 'https://mcp.example.com/';
  await expect(fetchFor(approved).fetch(approved)).rejects.toThrow(why);
});

test('gives up when it is told to', async () => {
  const mute = await socketServer(() => undefined);
  const url = `http://127.0.0.1:${mute.port}/`;
  const abort = new AbortController();
  const answer = fetchFor(url).fetch(url, { signal: abort.signal });
  abort.abort(new Error('enough'));
  await expect(answer).rejects.toThrow('enough');
});
