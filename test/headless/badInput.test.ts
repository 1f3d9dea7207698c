import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { overStdio } from './clients';
import { realServer, script, TINY, world } from './world';

const tiny = script(TINY);

test('an unknown server is refused with the nearest names, and nothing is active after', async () => {
  const { agent } = await overStdio(world({ filesystem: realServer('filesystem', '.') }), [
    '--approve',
    'all',
  ]);
  const before = (await agent.call('mcp_environment')).text;
  const refused = await agent.call('mcp_activate', { name: 'filesystm' });
  expect(refused.code).toBe('unknown-server');
  expect(refused.text).toMatch(/^There is no server "filesystm"\. Did you mean "filesystem"/);
  for (const name of ['__proto__', 'constructor', 'toString', 'hasOwnProperty', '../x', ' ']) {
    for (const tool of ['mcp_activate', 'mcp_deactivate']) {
      expect((await agent.call(tool, { name })).code, `${tool} ${name}`).toBe('unknown-server');
    }
    expect((await agent.call('mcp_list_tools', { server: name })).code).toBe('unknown-server');
    expect((await agent.call('mcp_call_tool', { server: name, tool: 'ping' })).code).toBe('unknown-server');
  }
  expect((await agent.call('mcp_environment')).text).toBe(before);
});

test('a servers file with a syntax error is told with its place, and the other sources still work', async () => {
  const of = world('{\n  "servers": {\n    "tiny" { "command": "node" }\n  }\n}\n');
  const { agent, stderr } = await overStdio(of);
  expect(stderr()).toContain(`warn ${of.serversFile}:3:12: `);
  expect((await agent.call('mcp_environment')).structured['total']).toBeGreaterThanOrEqual(52);
  expect((await agent.call('mcp_activate', { name: 'tiny' })).code).toBe('unknown-server');
});

test('an entry without command and url is told with its place, and its neighbours still work', async () => {
  const of = world('{ "servers": {\n  "empty": {},\n  "tiny": ' + JSON.stringify(tiny) + '\n} }');
  const { agent, stderr } = await overStdio(of, ['--approve', 'all']);
  expect(stderr()).toMatch(new RegExp(`warn ${of.serversFile}:2:\\d+: .*"empty"`));
  const refused = await agent.call('mcp_activate', { name: 'empty' });
  expect([refused.code, refused.text]).toEqual([
    'broken-entry',
    expect.stringContaining('neither a command nor a url'),
  ]);
  expect((await agent.call('mcp_activate', { name: 'tiny' })).isError).toBe(false);
});

test('ids and names that every object has are servers and tools like any other, or none', async () => {
  const of = world('{ "servers": { "constructor": ' + JSON.stringify(tiny) + ', "__proto__": {} } }');
  const { agent, stderr } = await overStdio(of, ['--approve', 'all']);
  expect(stderr()).toContain('__proto__');
  const activated = await agent.call('mcp_activate', { name: 'constructor' });
  expect(activated.structured['server']).toBe('constructor');
  expect((await agent.call('constructor__ping')).text).toBe('pong');
  expect((await agent.call('mcp_call_tool', { server: 'constructor', tool: '__proto__' })).code).toBe(
    'unknown-tool',
  );
  for (const name of ['__proto__', 'constructor', 'toString', 'tiny____proto__']) {
    const refused = await agent.call(name);
    expect(refused.text).toContain(`There is no tool "${name}".`);
    expect(refused.code).toBe('unknown-tool');
  }
});

test('a command that does not exist is refused with where it was looked for', async () => {
  const of = world({ ghost: { command: 'no-such-program' }, path: { command: './no/such/program' } });
  const { agent } = await overStdio(of, ['--approve', 'all'], { PATH: '/searched/one:/searched/two' });
  const bare = await agent.call('mcp_activate', { name: 'ghost' });
  expect(bare.code).toBe('missing-runtime');
  expect(bare.text).toContain('no-such-program');
  expect(bare.text).toContain('/searched/two');
  expect((await agent.call('mcp_activate', { name: 'path' })).code).toBe('missing-runtime');
  expect((await agent.call('mcp_environment', { status: 'active' })).text).not.toContain('ghost');
});

test('a server that exits at once is refused with its exit code and last words, its secrets masked', async () => {
  const secret = ['hunter', 2, 'hunter', 2].join('');
  const code = 'console.error("boom with " + process.env.API_TOKEN); process.exit(3)';
  const of = world({ broken: script(code, { API_TOKEN: '${env:API_TOKEN}' }) });
  const { agent, stderr } = await overStdio(of, ['--approve', 'all'], { API_TOKEN: secret });
  const refused = await agent.call('mcp_activate', { name: 'broken' });
  expect(refused.code).toBe('start-failed');
  expect(refused.text).toContain('It exited with code 3. Last output: boom with •••');
  expect(refused.text + stderr()).not.toContain(secret);
  expect(await agent.toolNames()).not.toContain('broken__ping');
  expect((await agent.call('mcp_environment', { status: 'active' })).text).not.toContain('broken');
});

test('a tool that does not exist is refused with near names', async () => {
  const { agent } = await overStdio(world({ tiny }), ['--approve', 'all']);
  await agent.call('mcp_activate', { name: 'tiny' });
  const unknown = await agent.call('tiny__pong');
  expect([unknown.code, unknown.text]).toEqual([
    'unknown-tool',
    '"tiny" has no tool "pong". Did you mean "tiny__ping"? Call mcp_list_tools with server "tiny" to see its tools.',
  ]);
  expect((await agent.call('mcp_call_tool', { server: 'tiny', tool: 'pung' })).text).toContain(
    'Did you mean "ping"?',
  );
});

test('arguments against the schema are refused before anything is called', async () => {
  const of = world({ filesystem: realServer('filesystem', '${workspaceFolder}') });
  const { agent } = await overStdio(of, ['--approve', 'all']);
  await agent.call('mcp_activate', { name: 'filesystem' });
  const file = join(of.folder, 'workspace', 'hello.txt');
  const wrong = await agent.call('filesystem__write_file', { path: file, content: 7 });
  expect(wrong.code).toBe('invalid-arguments');
  expect(wrong.text).toContain('content must be string');
  expect((await agent.call('filesystem__write_file', { path: file })).code).toBe('invalid-arguments');
  expect(readFileSync(file, 'utf8')).toBe('Hello from a real file.\n');

  const own = await agent.call('mcp_activate', { nmae: 'filesystem' });
  expect(own.code).toBe('invalid-arguments');
  expect(own.text).toContain(
    'name: Invalid input: expected string, received undefined; Unrecognized key: "nmae"',
  );
});

test('names on the command line that no server has are warned of', async () => {
  const { stderr, agent } = await overStdio(world({ tiny }), [
    '--approve',
    'tinny,__proto__',
    '--core',
    'memry',
  ]);
  await agent.toolNames();
  expect(stderr()).toContain('--approve: no server is called "tinny". Did you mean "tiny"?');
  expect(stderr()).toContain('--approve: no server is called "__proto__".');
  expect(stderr()).toContain('--core: no server is called "memry". Did you mean "memory"?');
});
