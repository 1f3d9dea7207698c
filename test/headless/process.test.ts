import { chmodSync, mkdirSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { head, socketTo } from '../support/loopback';
import { overHttp, start, type Started } from './clients';
import { processesOf, realServer, script, TINY, world } from './world';

const initialize = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
};

/** Initializes over bare stdio and switches a server on. */
async function activated(program: Started, name: string): Promise<void> {
  program.send(initialize);
  await program.line(line => line.includes('"id":1'));
  program.send({ jsonrpc: '2.0', method: 'notifications/initialized' });
  program.send({
    jsonrpc: '2.0',
    id: 2,
    method: 'tools/call',
    params: { name: 'mcp_activate', arguments: { name } },
  });
  const answer = await program.line(line => line.includes('"id":2'));
  expect(answer).not.toContain('isError');
}

/** A real server, told the workspace so that its process can be found. */
const files = { filesystem: realServer('filesystem', '${workspaceFolder}') };

test('ends with code 0 and takes its servers along when its client closes stdin', async () => {
  const of = world(files);
  const program = start([...of.options, '--approve', 'all']);
  await activated(program, 'filesystem');
  expect(processesOf(of).some(line => line.includes('server-filesystem'))).toBe(true);

  program.child.stdin?.end();

  expect(await program.exit).toBe(0);
  expect(processesOf(of)).toEqual([]);
});

test('ends with code 0 and takes its servers along on SIGTERM, over stdio and over HTTP', async () => {
  const stdio = world(files);
  const program = start([...stdio.options, '--approve', 'all']);
  await activated(program, 'filesystem');
  const http = world(files);
  const { started, agent: connect } = await overHttp(http, ['--approve', 'all']);
  const { agent } = await connect();
  await agent.call('mcp_activate', { name: 'filesystem' });

  program.child.kill('SIGTERM');
  started.child.kill('SIGTERM');

  expect([await program.exit, await started.exit]).toEqual([0, 0]);
  expect([...processesOf(stdio), ...processesOf(http)]).toEqual([]);
});

test('takes along what its client left behind when it was killed: every pipe broken, a stubborn server running', async () => {
  const of = world({});
  const stubborn = `"${of.folder}"; process.on('SIGTERM', () => {}); setInterval(() => {}, 1000);`;
  const host = world({ stubborn: script(stubborn + TINY) });
  const program = start([...host.options, '--approve', 'all'], { SWITCHYARD_DEBUG: '1' });
  await activated(program, 'stubborn');
  expect(processesOf(of)).toHaveLength(1);

  program.child.stderr?.destroy();
  program.child.stdout?.destroy();
  program.send({ jsonrpc: '2.0', id: 3, method: 'tools/call', params: { name: 'mcp_info' } });
  program.child.stdin?.end();

  expect(await program.exit).toBe(0);
  expect(processesOf(of)).toEqual([]);
});

test('keeps its state folder for its owner alone, and says so where somebody opened it before', async () => {
  const of = world({});
  const state = join(of.folder, 'state');
  const fresh = start(of.options);
  fresh.child.stdin?.end();
  await fresh.exit;
  expect((statSync(state).mode & 0o777).toString(8)).toBe('700');
  expect(fresh.stderr()).toBe('Switchyard ended: its client has gone.\n');

  const open = join(of.folder, 'open');
  mkdirSync(open);
  chmodSync(open, 0o755);
  const warned = start([...of.options, '--state', open]);
  warned.child.stdin?.end();
  await warned.exit;
  expect(warned.stderr()).toContain(`Run: chmod 700 '${open}'`);
});

test('prints one line with address and token when it listens, and the token nowhere else', async () => {
  const { url, token, started } = await overHttp(world({}));
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/mcp$/);
  expect(token).toMatch(/^[\w-]{43}$/);
  await fetch(`${url}?token=${token}`, { headers: { authorization: `Bearer ${token}` } });
  started.child.kill('SIGTERM');
  expect(await started.exit).toBe(0);
  expect(started.stderr()).not.toContain(token);
});

test('lets clients that go on sending 5 MiB read their 413 all the same', async () => {
  const { url, token } = await overHttp(world({}));
  const port = Number(new URL(url).port);
  const trusted = ['Content-Type: application/json', `Authorization: Bearer ${token}`];
  const part = 'x'.repeat(65_536);
  const clients = Array.from({ length: 20 }, (_, n) => {
    const client = socketTo(port);
    const isChunked = n % 2 === 0;
    const size = isChunked ? 'Transfer-Encoding: chunked' : `Content-Length: ${5 * 1_048_576}`;
    client.socket.write(head(port, [...trusted, size]));
    for (let sent = 0; sent < 80; sent++) client.socket.write(isChunked ? `10000\r\n${part}\r\n` : part);
    return client;
  });

  const answers = await Promise.all(clients.map(({ ended }) => ended));

  expect(answers.map(answer => answer.slice(0, 12))).toEqual(answers.map(() => 'HTTP/1.1 413'));
});

test('refuses what it cannot start with, in one sentence and with code 2', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void taken.close());
  await new Promise(resolve => taken.once('listening', resolve));
  const port = String((taken.address() as { readonly port: number }).port);
  const of = world({});
  const cases: [readonly string[], string][] = [
    [['--what'], "Unknown option '--what'. Run switchyard --help to see the options.\n"],
    [
      ['--workspace', join(of.folder, 'no')],
      `--workspace: there is no directory ${join(of.folder, 'no')}.\n`,
    ],
    [
      ['--servers', join(of.folder, 'no.json')],
      `--servers: there is no file ${join(of.folder, 'no.json')}.\n`,
    ],
    [['--http', '--port', port], `Port ${port} is taken. Choose another one.\n`],
  ];
  for (const [options, sentence] of cases) {
    const program = start([...of.options, ...options]);
    expect(await program.exit, sentence).toBe(2);
    expect(program.stderr()).toBe(sentence);
  }
});

test('tells its version and its options, and ends', async () => {
  const [help, version] = [start(['--help']), start(['--version'])];
  expect(await version.line()).toMatch(/^\d+\.\d+\.\d+/);
  expect(await help.line(line => line.startsWith('Usage'))).toContain('--http');
  expect([await help.exit, await version.exit]).toEqual([0, 0]);
});
