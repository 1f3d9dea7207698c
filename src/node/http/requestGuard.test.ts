import { expect, test } from 'vitest';
import {
  authorization,
  bare,
  head,
  json,
  ping,
  socketTo,
  startedLoopback,
  token,
} from '../../../test/support/loopback';

test('answers an honest request, by either name of the loopback, with and without our own Origin', async () => {
  const { port, send } = await startedLoopback();

  for (const name of ['127.0.0.1', 'localhost']) {
    for (const headers of [
      { host: `${name}:${port}` },
      { host: `${name}:${port}`, origin: `http://${name}:${port}` },
    ]) {
      const answer = await send({ headers });
      expect([answer.status, answer.body]).toEqual([200, `{"got":${ping}}`]);
    }
  }
});

test('refuses every Origin that is not ours with 403, and no handler hears of it', async () => {
  const { port, seen, send } = await startedLoopback();
  const origins = [
    'http://evil.example',
    'null',
    `http://localhost.evil.example:${port}`,
    `http://u@127.0.0.1:${port}`,
    `https://127.0.0.1:${port}`,
    'http://127.0.0.1:1',
    `http://127.0.0.1:${port}/`,
    'not a url',
    '',
  ];

  for (const origin of origins) expect((await send({ headers: { origin } })).status, origin).toBe(403);
  const ours = `Origin: http://127.0.0.1:${port}`;
  const twice = socketTo(port);
  twice.socket.write(head(port, [...json, ours, ours, 'Content-Length: 0']));
  expect(await twice.ended).toMatch(/^HTTP\/1\.1 403/);
  expect(seen).toHaveLength(0);
});

test('refuses every Host that is not ours with a 4xx on each method, and lives on', async () => {
  const { port, seen, send } = await startedLoopback();
  const hosts = ['evil.example', `evil.example:${port}`, '127.0.0.1', '[::1', `localhost.:${port}`, 'a b'];

  for (const method of ['POST', 'GET', 'DELETE']) {
    for (const host of hosts) {
      const { status } = await send({ method, headers: { host } });
      expect(status, `${method} ${host}`).toBe(403);
    }
  }
  const { socket, ended } = socketTo(port);
  socket.end(
    `POST /mcp HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nHost: evil.example\r\n${json.join('\r\n')}\r\n\r\n`,
  );
  expect(await ended).toMatch(/^HTTP\/1\.1 403/);
  expect(seen).toHaveLength(0);
  expect((await send()).status).toBe(200);
});

test('takes the token whichever case the name of its scheme is in', async () => {
  const { send } = await startedLoopback();
  for (const scheme of ['Bearer', 'bearer', 'BEARER'])
    expect((await send({ headers: { authorization: `${scheme} ${token}` } })).status, scheme).toBe(200);
});

test('answers a request without the right token with an empty 404, and logs nothing of it', async () => {
  const { port, seen, log, send } = await startedLoopback();
  const wrong: (string | string[] | undefined)[] = [
    undefined,
    '',
    'Bearer',
    `Bearer${token}`,
    `bearer ${token.toLowerCase()}`,
    `Basic ${token}`,
    `Bearer ${token}x`,
    `Bearer ${'S'.repeat(43)}`,
    `Bearer  ${token}`,
  ];

  for (const given of wrong) {
    const { authorization: _right, ...rest } = { authorization, 'content-type': 'application/json' };
    const headers = given === undefined ? rest : { ...rest, authorization: given };
    const answer = await bare(port, headers);
    expect([answer.status, answer.body, answer.headers['www-authenticate']], String(given)).toEqual([
      404,
      '',
      undefined,
    ]);
  }
  const twice = socketTo(port);
  twice.socket.write(head(port, [...json, `Authorization: ${authorization}`, 'Content-Length: 0']));
  expect(await twice.ended).toMatch(/^HTTP\/1\.1 404/);
  expect((await send({ path: `/mcp?token=${token}` })).status).toBe(404);
  expect((await send({ path: '/' })).status).toBe(404);
  expect(seen).toHaveLength(0);
  expect(log.lines).toEqual([]);
});

test('does not wait for the body of a request without the token: it answers after the head and hangs up', async () => {
  const { port } = await startedLoopback();
  const { socket, ended } = socketTo(port);

  socket.write(head(port, ['Content-Type: application/json', 'Content-Length: 1000']));

  const answer = await ended;
  expect(answer).toMatch(/^HTTP\/1\.1 404 [^]*content-length: 0/i);
  expect(answer.split('\r\n\r\n')[1]).toBe('');
});

test('takes JSON only, so that no page in a browser can post without asking', async () => {
  const { seen, send } = await startedLoopback();
  const refused = [
    'text/plain',
    'multipart/form-data; boundary=x',
    'text/plain; x=application/json',
    'application/jsonp',
    '',
  ];

  for (const type of refused) {
    expect((await send({ headers: { 'content-type': type } })).status, type).toBe(415);
  }
  expect(seen).toHaveLength(0);
  for (const type of [
    'application/json',
    'application/json; charset=utf-8',
    'Application/JSON;charset="UTF-8"',
  ]) {
    expect((await send({ headers: { 'content-type': type } })).status, type).toBe(200);
  }
});

test('knows three methods', async () => {
  const { send } = await startedLoopback();
  for (const method of ['PUT', 'OPTIONS', 'PATCH', 'TRACE'])
    expect(await send({ method }), method).toMatchObject({
      status: 405,
      headers: { allow: 'POST, GET, DELETE' },
    });
  for (const method of ['GET', 'DELETE']) expect((await send({ method })).status, method).toBe(200);
});
