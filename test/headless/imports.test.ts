import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { textBelow } from '../support/filesOnDisk';
import { plantedKey } from '../support/otherTools';
import { overStdio, start } from './clients';
import { script, type World, world } from './world';

/** A server that tells whether its key is the one whose hash it was given, and is bad at keeping it. */
const KEYED = `require('node:readline').createInterface({ input: process.stdin }).on('line', line => {
  const { id, method, params } = JSON.parse(line);
  const results = {
    initialize: { protocolVersion: params?.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'keyed', version: '1' } },
    'tools/list': { tools: [{ name: 'whisper', description: 'Says the key', inputSchema: { type: 'object' } }] },
    'tools/call': { content: [{ type: 'text', text: String(process.env.SERVICE_TOKEN).length + ' characters' }] },
  };
  console.error('my key is ' + process.env.SERVICE_TOKEN);
  if (id !== undefined) console.log(JSON.stringify({ jsonrpc: '2.0', id, result: results[method] ?? {} }));
});`;

/** A world with a home of its own, in which these files stand. */
function homeWorld(files: Readonly<Record<string, string>>, own: Readonly<Record<string, unknown>> = {}) {
  const of = world(own);
  const home = join(of.folder, 'home');
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(home, path)), { recursive: true });
    writeFileSync(join(home, path), text);
  }
  return { of, home, env: { HOME: home, USERPROFILE: home } };
}

function mcpServers(servers: Readonly<Record<string, unknown>>): string {
  return JSON.stringify({ mcpServers: servers });
}

/** All that a world's program wrote to its state folder. */
function stateOf({ folder }: World): string {
  return textBelow(join(folder, 'state'));
}

test('takes nothing over unasked, and with --import a server runs with the key of its file, which is kept nowhere', async () => {
  const key = plantedKey();
  const files = { '.cursor/mcp.json': mcpServers({ keyed: script(KEYED, { SERVICE_TOKEN: key }) }) };
  const { of, env } = homeWorld(files);
  const without = await overStdio(of, ['--approve', 'all'], env);
  expect((await without.agent.call('mcp_activate', { name: 'keyed' })).code).toBe('unknown-server');
  await without.agent.client.close();

  const { agent, stderr } = await overStdio(of, ['--approve', 'all', '--import', 'cursor'], env);
  await agent.call('mcp_activate', { name: 'keyed' });
  const answer = await agent.call('keyed__whisper');
  expect(answer.text).toBe(`${key.length} characters`);
  const environment = await agent.call('mcp_environment', { detail: true });
  await agent.client.close();
  for (const text of [stateOf(of), stderr(), JSON.stringify(environment)]) expect(text).not.toContain(key);
});

test('takes from the tools that were named only, and puts own servers first', async () => {
  const files = {
    '.cursor/mcp.json': mcpServers({ mine: { command: 'theirs' }, cursors: { command: 'a' } }),
    '.codex/config.toml': '[mcp_servers.codexs]\ncommand = "b"\n',
    '.gemini/settings.json': mcpServers({ geminis: { command: 'c' } }),
  };
  const { of, env } = homeWorld(files, { mine: script(KEYED) });
  const { agent } = await overStdio(of, ['--import', 'codex,cursor', '--approve', 'all'], env);
  expect((await agent.call('mcp_activate', { name: 'mine' })).code).toBeUndefined();
  // Known, but there is no such program here.
  for (const name of ['cursors', 'codexs']) {
    expect((await agent.call('mcp_activate', { name })).code).not.toBe('unknown-server');
  }
  expect((await agent.call('mcp_activate', { name: 'geminis' })).code).toBe('unknown-server');
});

test('says which file is broken and where, and goes on with the others', async () => {
  const key = plantedKey();
  const { of, home, env } = homeWorld({
    '.codex/config.toml': `[mcp_servers.a]\nenv = { K = "${key}" `,
    '.gemini/settings.json': mcpServers({ good: { command: 'c' } }),
  });
  const { agent, stderr } = await overStdio(of, ['--import', 'all'], env);
  expect((await agent.call('mcp_activate', { name: 'good' })).code).not.toBe('unknown-server');
  expect(stderr()).toContain(`${join(home, '.codex/config.toml')}:2:`);
  expect(stderr()).toContain('Syntax error at line 2, column ');
  expect(stderr()).toContain('Imported from Gemini CLI');
  // Of a tool that isn't there, "all" says nothing.
  expect(stderr()).not.toContain('Imported from Cursor');
  expect(stderr()).not.toContain(key);
});

test('keeps to what it took over while it runs, and says that a file changed', async () => {
  const { of, home, env } = homeWorld({ '.cursor/mcp.json': mcpServers({ keyed: script(KEYED) }) });
  const { agent, stderr } = await overStdio(of, ['--import', 'cursor', '--approve', 'all'], env);
  writeFileSync(join(home, '.cursor/mcp.json'), mcpServers({ keyed: { command: 'something-else' } }));
  await expect.poll(stderr).toContain('The server "keyed" is changed in');
  expect((await agent.call('mcp_activate', { name: 'keyed' })).code).toBeUndefined();
  rmSync(join(home, '.cursor/mcp.json'));
  await expect.poll(stderr).toContain('The server "keyed" is gone in');
});

test('refuses a tool that it does not know, and names those that it does', async () => {
  const { exit, stderr } = start(['--import', 'emacs']);
  expect(await exit).not.toBe(0);
  expect(stderr()).toContain(`--import doesn't support "emacs": use all, vscode, mcp-json, claude-code,`);
});
