import { expect, onTestFinished, test } from 'vitest';
import { idOf } from '../../../test/support/catalogWorld';
import { bodyOf } from '../../../test/support/httpListener';
import { httpServer, socketServer } from '../../../test/support/httpServer';
import { KeptLog } from '../../../test/support/keptLog';
import { type Gate, type Message, resultOf } from '../../../test/support/remoteMcp';
import { olderMcp, remoteMcp } from '../../../test/support/remoteWorld';
import { memorySignIns } from '../../../test/support/signInWorld';
import { SdkConnector } from './sdkConnector';

const signal = new AbortController().signal;

/** Connects to a server over HTTP. */
async function connect(
  url: string,
  more: { readonly headers?: Readonly<Record<string, string>>; readonly speaks?: 'sse' } = {},
) {
  const ended = Promise.withResolvers<string>();
  const connection = await new SdkConnector({
    version: '1.0.0',
    workspaceFolder: undefined,
    log: new KeptLog(),
    signIns: await memorySignIns(),
  }).connect(
    idOf('remote'),
    { type: 'http', url, headers: {}, ...more },
    { onClosed: ended.resolve, onToolsChanged: () => undefined, onNotice: () => undefined },
    signal,
  );
  onTestFinished(() => connection.close());
  return Object.assign(connection, { ended: ended.promise });
}

const called = { content: [{ type: 'text', text: 'called echo' }] };

test('connects, lists and calls over streamable HTTP, and says goodbye', async () => {
  const server = await remoteMcp();
  const connection = await connect(server.url);
  expect((await connection.listTools(signal)).map(({ name }) => name)).toEqual(['echo']);
  expect(await connection.callTool('echo', {}, { signal })).toEqual(called);
  await connection.close();
  expect(server.requests.at(-1)).toBe('DELETE /mcp');
});

test('reads a list only as far as a server may list, and says so', async () => {
  let sent = 0;
  const server = await httpServer(
    (request, response) =>
      void bodyOf(request).then(body => {
        const message = JSON.parse(body === '' ? '{}' : body) as Message;
        if (message.id === undefined) return response.writeHead(message.method ? 202 : 405).end();
        response.setHeader('content-type', 'application/json');
        if (message.method !== 'tools/list')
          return response.end(JSON.stringify({ jsonrpc: '2.0', id: message.id, result: resultOf(message) }));
        response.write(`{"jsonrpc":"2.0","id":${message.id},"result":{"tools":["`);
        const part = 'x'.repeat(65_536);
        const more = (): void => {
          while (!response.destroyed && sent < 64 * 1_048_576) {
            sent += part.length;
            if (!response.write(part)) return void response.once('drain', more);
          }
        };
        return more();
      }),
  );
  const connection = await connect(`${server.origin}/mcp`);
  await expect(connection.listTools(signal)).rejects.toThrow('"remote" lists more than 4 MiB of tools');
  expect(sent).toBeLessThan(32 * 1_048_576);
});

test('makes a forgotten session anew, once for all calls that met it, and loses no call', async () => {
  const server = await remoteMcp();
  const connection = await connect(server.url);
  server.forgetSessions();
  const calls = [1, 2, 3].map(() => connection.callTool('echo', {}, { signal }));
  expect(await Promise.all(calls)).toEqual([called, called, called]);
  expect(server.methods.filter(method => method === 'initialize')).toHaveLength(2);
});

test('speaks the older way where the entry says so, and where the server knows no other', async () => {
  const server = await olderMcp();
  for (const more of [{ speaks: 'sse' as const }, {}]) {
    const connection = await connect(server.url, more);
    expect((await connection.listTools(signal)).map(({ name }) => name)).toEqual(['echo']);
    expect(await connection.callTool('echo', {}, { signal })).toEqual(called);
  }
  expect(server.requests).toContain('POST /sse');
});

test('tells when the stream of the older way broke, since its session went with it', async () => {
  const server = await olderMcp();
  const connection = await connect(server.url, { speaks: 'sse' });
  server.endStreams();
  expect(await connection.ended).toContain('The connection was closed');
});

test('takes a broken stream up again where the server lets it', async () => {
  let id: unknown;
  const resume: Gate = (request, response) => {
    if (request.headers['last-event-id'] !== 'e1') return false;
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end(`id: e2\ndata: ${JSON.stringify({ jsonrpc: '2.0', id, result: called })}\n\n`);
    return true;
  };
  const server = await remoteMcp(resume, (call, response) => {
    id = call.id;
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write('id: e1\nretry: 1\ndata: \n\n', () => response.destroy());
    return true;
  });
  const connection = await connect(server.url);
  expect(await connection.callTool('echo', {}, { signal })).toEqual(called);
});

test('fails only the call whose answer is nested deeper than any stack', async () => {
  const nested = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;
  let isFirst = true;
  const server = await remoteMcp(undefined, (call, response) => {
    if (!isFirst) return false;
    isFirst = false;
    response.setHeader('content-type', 'application/json');
    response.end(`{"jsonrpc":"2.0","id":${call.id},"result":{"structuredContent":${nested}}}`);
    return true;
  });
  const connection = await connect(server.url);
  await expect(connection.callTool('echo', {}, { signal })).rejects.toMatchObject({ code: 'bad-answer' });
  expect(await connection.callTool('echo', {}, { signal })).toEqual(called);
});

test('says what is wrong with a server that is none, and never what it answered', async () => {
  const page = await httpServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<p>secret page</p>');
  });
  const other = await httpServer((_request, response) => response.end());
  const moved = await httpServer((_request, response) => {
    response.writeHead(307, { location: `${other.origin}/mcp` }).end();
  });
  const broken = await httpServer((_request, response) => response.writeHead(500).end('secret trace'));
  const forbidden = await httpServer((_request, response) => response.writeHead(403).end('secret reason'));
  const missing = await httpServer((_request, response) => response.writeHead(404).end('secret path'));
  const resetting = await socketServer(socket => socket.destroy());
  const failure = async (url: string) =>
    await connect(url, { headers: { 'x-key': 'secret' } }).then(
      () => 'connected',
      (error: Error) => error.message.replace('"remote" did not start. ', ''),
    );
  expect({
    page: await failure(page.origin),
    moved: await failure(moved.origin),
    broken: await failure(broken.origin),
    forbidden: await failure(forbidden.origin),
    missing: await failure(missing.origin),
    tls: await failure(`https://127.0.0.1:${resetting.port}/`),
    disguised: await failure('http://2130706433:1/'),
  }).toMatchInlineSnapshot(`
    {
      "broken": "It has a problem of its own (HTTP 500). Try again later.",
      "disguised": "The address at 127.0.0.1 was not used: write the address of a machine nearby as it is.",
      "forbidden": "It refused us (HTTP 403). Check its credentials.",
      "missing": "It answered HTTP 404. Check its address.",
      "moved": "It sends us to another address (HTTP 307), which is not followed. Put the right address into its entry.",
      "page": "It answered with something else than MCP, such as a web page. Check its address.",
      "tls": "127.0.0.1 broke the connection off.",
    }
  `);
  expect(other.requests).toEqual([]);
});
