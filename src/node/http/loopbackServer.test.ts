import { expect, onTestFinished, test } from 'vitest';
import { KeptLog } from '../../../test/support/keptLog';
import {
  authorization,
  head,
  json,
  ping,
  socketTo,
  startedLoopback,
  token,
} from '../../../test/support/loopback';
import type { EventStream } from '../../shared/httpExchange';
import { startLoopbackServer } from './loopbackServer';

const HOUR_MS = 3_600_000;

test('answers a body that says it has 5 MiB with 413 before any of it is sent', async () => {
  const { port, seen, send } = await startedLoopback();
  const { socket, ended } = socketTo(port);

  socket.write(head(port, [...json, `Content-Length: ${5 * 1_048_576}`]));

  expect(await ended).toMatch(/^HTTP\/1\.1 413/);
  expect(seen).toHaveLength(0);
  expect((await send()).status).toBe(200);
});

test('answers a body without end in chunks with 413 after the first one, and throws away a bounded part of the rest', async () => {
  const { port, seen, send } = await startedLoopback();
  const { socket, ended } = socketTo(port);
  const chunk = `10000\r\n${'x'.repeat(65_536)}\r\n`;
  let sentBytes = 0;

  socket.write(head(port, [...json, 'Transfer-Encoding: chunked']));
  const sendMore = (): void => {
    while (!socket.destroyed && sentBytes < 256 * 1_048_576) {
      sentBytes += chunk.length;
      if (!socket.write(chunk)) return void socket.once('drain', sendMore);
    }
  };
  sendMore();

  expect(await ended).toMatch(/^HTTP\/1\.1 413/);
  // 16 MiB are read and thrown away; what the kernel takes beyond them is never seen by us.
  expect(sentBytes).toBeLessThan(64 * 1_048_576);
  expect(seen).toHaveLength(0);
  expect((await send()).status).toBe(200);
});

test('says in words what is too large or no JSON, also to a client that reads only when it has sent 12 MiB', async () => {
  const { port, send } = await startedLoopback();
  const size = 12 * 1_048_576;
  for (const [how, body] of [
    [`Content-Length: ${size}`, 'x'.repeat(size)],
    ['Transfer-Encoding: chunked', `${size.toString(16)}\r\n${'x'.repeat(size)}\r\n0\r\n\r\n`],
  ] as const) {
    const { socket, ended } = socketTo(port);
    socket.pause();
    socket.write(head(port, [...json, how]));
    await new Promise<void>(resolve => {
      socket.write(body, () => resolve());
    });
    socket.resume();
    expect(await ended).toMatch(/^HTTP\/1\.1 413.*"message":"This message has more than 1 MiB/s);
  }
  expect((await send({ body: '{' })).body).toContain('The body is no JSON that is taken');
});

test('hangs up on a client that never stops sending and never reads', async () => {
  const { port, send } = await startedLoopback();
  const { socket, ended } = socketTo(port);
  const part = 'x'.repeat(1_048_576);
  let sent = 0;
  socket.pause();
  socket.write(head(port, [...json, `Content-Length: ${1_024 * part.length}`]));
  const more = (): void => {
    while (!socket.destroyed && sent < 256) {
      sent += 1;
      if (!socket.write(part)) return void socket.once('drain', more);
    }
  };
  more();
  await ended;
  expect(sent).toBeLessThan(64);
  expect((await send()).status).toBe(200);
});

test('answers a request with Expect only when its token was looked at', async () => {
  const { port, seen } = await startedLoopback();
  const answerTo = async (lines: readonly string[], body = ''): Promise<string> => {
    const { socket, ended } = socketTo(port);
    socket.write(head(port, [...lines, 'Connection: close']));
    if (body !== '') {
      expect(String(await new Promise(resolve => socket.once('data', resolve)))).toContain('100 Continue');
      socket.write(body);
    }
    return await ended;
  };
  const length = `Content-Length: ${ping.length}`;
  const [type = ''] = json;
  for (const expects of ['Expect: 100-continue', 'Expect: something']) {
    expect(await answerTo([type, length, expects])).toMatch(/^HTTP\/1\.1 404/);
    expect(await answerTo([type, 'Authorization: Bearer wrong', length, expects])).toMatch(/^HTTP\/1\.1 404/);
  }
  expect(seen).toHaveLength(0);
  expect(await answerTo([...json, length, 'Expect: something'])).toMatch(/^HTTP\/1\.1 417/);
  expect(await answerTo([...json, `Content-Length: ${5 * 1_048_576}`, 'Expect: 100-continue'])).toMatch(
    /^HTTP\/1\.1 413/,
  );
  expect(await answerTo([...json, length, 'Expect: 100-continue'], ping)).toContain('HTTP/1.1 200');
});

test('tells a client that found no place so, in words and with a time, and leaves those that have one alone', async () => {
  const { port, send } = await startedLoopback({ maxConnections: 2 });
  const whole = head(port, [...json, `Content-Length: ${ping.length}`]) + ping;
  const owners = [socketTo(port), socketTo(port)];
  for (const { socket } of owners) {
    socket.write(whole);
    await new Promise(resolve => socket.once('data', resolve));
  }
  const refused = await send();
  expect([refused.status, refused.headers['retry-after'], refused.headers.connection]).toEqual([
    503,
    '5',
    'close',
  ]);
  expect(refused.body).toContain('Too many connections are open.');

  for (const { socket } of owners) {
    socket.write(whole);
    expect(String(await new Promise(resolve => socket.once('data', resolve)))).toMatch(/^HTTP\/1\.1 200/);
  }
  owners[0]?.socket.destroy();
  await owners[0]?.ended;
  await expect.poll(async () => (await send()).status).toBe(200);
});

test('lets a body of just 1 MiB through', async () => {
  const { send } = await startedLoopback();
  const body = JSON.stringify('x'.repeat(1_048_576 - 2));
  expect((await send({ body })).status).toBe(200);
  expect((await send({ body: `${body} ` })).status).toBe(413);
});

test('turns away what is no JSON, too deep or too wide', async () => {
  const { seen, send } = await startedLoopback();
  const deep = '['.repeat(200_000) + ']'.repeat(200_000);
  const wide = `{${Array.from({ length: 70_000 }, (_, i) => `"k${i}":1`).join(',')}}`;

  for (const body of ['', '{', 'hello', '{"a":1}}', '\ufeff{}', deep, wide]) {
    const { status, body: text } = await send({ body });
    expect([status, JSON.parse(text)], body.slice(0, 20)).toMatchObject([400, { error: { code: -32_700 } }]);
  }
  expect(seen).toHaveLength(0);
});

test('ends headers and bodies that drip in slower than the time they have', async () => {
  const quick = { checkEveryMs: 20 };
  const [heads, bodies] = [
    await startedLoopback({ ...quick, headersTimeoutMs: 100 }),
    await startedLoopback({ ...quick, headersTimeoutMs: 100, requestTimeoutMs: 200 }),
  ];
  const slowHead = socketTo(heads.port);
  const slowBody = socketTo(bodies.port);

  slowHead.socket.write('POST /mcp HTTP/1.1\r\n');
  slowBody.socket.write(`${head(bodies.port, [...json, 'Content-Length: 1000'])}{`);

  await Promise.all([slowHead.ended, slowBody.ended]);
  expect([...heads.log.lines, ...bodies.log.lines]).toEqual([]);
});

test('serves the owner of the token while 200 strangers drip their headers', async () => {
  // Nobody who waits for a stranger's time to end is answered in this test's time.
  const { port, send } = await startedLoopback({ headersTimeoutMs: HOUR_MS, requestTimeoutMs: HOUR_MS });
  const strangers = Array.from({ length: 200 }, () => socketTo(port));
  await Promise.all(strangers.map(({ connected }) => connected));
  for (const { socket } of strangers) if (!socket.destroyed) socket.write('P');

  for (let call = 0; call < 20; call++) expect((await send()).status).toBe(200);

  await Promise.all(strangers.slice(0, 200 - 64).map(({ ended }) => ended));
});

test('serves clients that come at once, though there are fewer places for strangers', async () => {
  const places = { maxConnections: 180, maxStrangers: 100, patienceMs: HOUR_MS };
  const { port, send } = await startedLoopback(places);
  const clients = Array.from({ length: 180 }, () => socketTo(port));
  await Promise.all(clients.map(({ connected }) => connected));
  expect((await send()).status).toBe(200); // It came behind all others: they were let in, and have shown nothing yet.
  const whole = head(port, [...json, `Content-Length: ${ping.length}`, 'Connection: close']) + ping;
  for (const { socket } of clients) socket.write(whole);
  for (const { ended } of clients) expect(await ended).toMatch(/^HTTP\/1\.1 200/);
});

test('keeps the connections that have shown the token when strangers fill the rest', async () => {
  const { port, send } = await startedLoopback({ maxConnections: 4 });
  const owner = socketTo(port);
  owner.socket.write(head(port, [...json, `Content-Length: ${ping.length}`]) + ping);
  await new Promise(resolve => owner.socket.once('data', resolve));

  const strangers = Array.from({ length: 20 }, () => socketTo(port));
  await Promise.all(strangers.map(({ connected }) => connected));
  expect((await send()).status).toBe(200);

  owner.socket.write(head(port, [...json, `Content-Length: ${ping.length}`]) + ping);
  expect(String(await new Promise(resolve => owner.socket.once('data', resolve)))).toMatch(/^HTTP\/1\.1 200/);
});

test('survives what is not HTTP', async () => {
  const { port, send } = await startedLoopback();
  for (const noise of [
    '\0\0\0\0',
    'GET\r\n\r\n',
    'POST /mcp HTTP/9.9\r\n\r\n',
    `CONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n`,
  ]) {
    const { socket, ended } = socketTo(port);
    socket.end(noise);
    expect(await ended).not.toMatch(/ 200 /);
  }
  expect((await send()).status).toBe(200);
});

test('says nothing and stays up when a client hangs up in the middle of its body', async () => {
  const { port, log, seen, send } = await startedLoopback();
  const { socket, ended } = socketTo(port);

  socket.write(head(port, [...json, 'Content-Length: 1000']) + '{', () => socket.destroy());
  await ended;

  expect((await send()).status).toBe(200);
  expect(seen).toHaveLength(1);
  expect(log.lines).toEqual([]);
});

test('answers a handler that fails with an empty 500 and logs the bug', async () => {
  const log = new KeptLog();
  const server = await startLoopbackServer({ token, port: 0, log }, async () => {
    throw new Error('a bug');
  });
  onTestFinished(() => server.close());
  const answer = await fetch(server.url, { method: 'DELETE', headers: { authorization } });

  expect([answer.status, await answer.text()]).toEqual([500, '']);
  expect(log.lines).toEqual(['error A request failed']);
});

test('gives the handler no header that was sent twice: nobody can tell which of the two is meant', async () => {
  const heard: (string | undefined)[] = [];
  const server = await startLoopbackServer({ token, port: 0, log: new KeptLog() }, async (request, reply) => {
    heard.push(request.header('mcp-session-id'));
    reply.empty(200);
  });
  onTestFinished(() => server.close());
  const port = Number(new URL(server.url).port);
  for (const ids of [['one'], ['one', 'one'], ['one', 'two']]) {
    const sent = ids.map(id => `Mcp-Session-Id: ${id}`);
    const { socket, ended } = socketTo(port);
    socket.write(
      head(port, [...json, ...sent, `Content-Length: ${ping.length}`, 'Connection: close']) + ping,
    );
    await ended;
  }
  expect(heard).toEqual(['one', undefined, undefined]);
});

test('refuses a port that is taken, in words', async () => {
  const { port } = await startedLoopback();
  await expect(
    startLoopbackServer({ token, port, log: new KeptLog() }, async () => undefined),
  ).rejects.toThrow(`Port ${port} is taken. Choose another one.`);
});

test('tells of a client that went away before its answer, but not of one that got it', async () => {
  const gone: string[] = [];
  const heard = Promise.withResolvers<void>();
  const asking = Promise.withResolvers<void>();
  const server = await startLoopbackServer({ token, port: 0, log: new KeptLog() }, async (request, reply) => {
    const isPatient = request.method === 'DELETE';
    reply.onGone(() => {
      gone.push(request.method);
      heard.resolve();
    });
    if (isPatient) reply.empty(200);
    else asking.resolve();
  });
  onTestFinished(() => server.close());
  await fetch(server.url, { method: 'DELETE', headers: { authorization, connection: 'close' } });
  const abort = new AbortController();
  const asked = fetch(server.url, { headers: { authorization }, signal: abort.signal });
  void asking.promise.then(() => abort.abort());

  await expect(asked).rejects.toThrow('aborted');
  await heard.promise;
  expect(gone).toEqual(['GET']);
});

test('carries any text through a stream of events as exactly one event', async () => {
  let stream: EventStream | undefined;
  const server = await startLoopbackServer(
    { token, port: 0, log: new KeptLog() },
    async (_request, reply) => {
      stream = reply.stream();
    },
  );
  onTestFinished(() => server.close());
  const texts = ['a\n\ndata: {"evil":1}', '\r\n', '\r', '\u2028\u2029', '\0', '\ud800', 'id: 7', ':', ''];
  const answer = await fetch(server.url, { headers: { authorization } });
  for (const [i, text] of texts.entries()) stream?.send(`e-${i}`, JSON.stringify(text));
  stream?.close();

  const events = (await answer.text()).split('\n\n').filter(event => event !== '');
  expect(events.map(event => JSON.parse(event.split('\ndata: ')[1] ?? ''))).toEqual(texts);
  expect(events.map(event => event.split('\n')[0])).toEqual(texts.map((_, i) => `id: e-${i}`));
  expect(stream?.send('late', '1')).toBe(false);
});

test('drops a reader that does not read, instead of keeping everything for it', async () => {
  let stream: EventStream | undefined;
  const server = await startLoopbackServer(
    { token, port: 0, log: new KeptLog() },
    async (_request, reply) => {
      stream = reply.stream();
    },
  );
  onTestFinished(() => server.close());
  const { socket } = socketTo(Number(new URL(server.url).port));
  socket.pause();
  const opened = fetch(server.url, { headers: { authorization } });
  const answer = await opened;
  const data = JSON.stringify('x'.repeat(1_048_576));

  let sent = 0;
  while (sent < 200 && stream?.send(String(sent), data)) sent++;

  expect(sent).toBeLessThan(50);
  await answer.body?.cancel().catch(() => undefined);
});
