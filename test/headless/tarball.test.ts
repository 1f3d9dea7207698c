import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StdioClientTransport as ModernStdio } from '@modelcontextprotocol/client/stdio';
import { ModernAgent } from './modernClients';
import { realServer, world } from './world';

const ROOT = join(import.meta.dirname, '../..');
const MANIFEST = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { readonly version: string };
const FILES = [`switchyard-${MANIFEST.version}.vsix`, `switchyard-${MANIFEST.version}.tgz`];

let folder = '';
let program = '';

/** Packs what is built. @returns the checksum of each package */
function packed(name: string, env: Readonly<Record<string, string>> = {}): readonly string[] {
  const out = join(folder, name);
  execFileSync(process.execPath, ['scripts/package.mjs', '--built', '--out', out], {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return FILES.map(file =>
    createHash('sha256')
      .update(readFileSync(join(out, file)))
      .digest('hex'),
  );
}

interface Installer {
  installTarball(tarball: string, folder: string): Promise<string>;
}

// npm takes its time on a busy machine.
beforeAll(async () => {
  const { installTarball } = (await import(join(ROOT, 'scripts/installTarball.mjs'))) as Installer;
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'switchyard-tarball-')));
  packed('first');
  program = await installTarball(join(folder, 'first', FILES[1] ?? ''), join(folder, 'installed'));
}, 180_000);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('two packages of one state are the same bytes, in another time zone and language and with files touched', () => {
  const first = packed('again');
  // As after a fresh checkout.
  utimesSync(join(ROOT, 'LICENSE'), new Date(), new Date());
  const mask = process.umask(0o077);
  const second = packed('elsewhere', { TZ: 'Asia/Tokyo', LC_ALL: 'fr_FR.UTF-8' });
  process.umask(mask);
  expect(second).toEqual(first);
});

test('the tarball brings the program whole: one package, no other, and a command', () => {
  const modules = join(folder, 'installed', 'node_modules');
  expect(readdirSync(modules).filter(name => !name.startsWith('.'))).toEqual(['switchyard']);
  const command = join(modules, '.bin', 'switchyard');
  expect(execFileSync(command, ['--version'], { encoding: 'utf8' })).toBe(`${MANIFEST.version}\n`);
});

test('the tarball says nothing of the checkout: no scripts, no tools, no folder of ours', () => {
  const text = readFileSync(join(program, '..', '..', 'package.json'), 'utf8');
  expect(JSON.parse(text)).not.toHaveProperty('devDependencies');
  expect(JSON.parse(text)).not.toHaveProperty('scripts');
  expect(text).not.toContain('%');
  expect(text).not.toContain(ROOT);
});

test('a client that starts the installed program finds, switches on and uses a server, and reaches what is loaded later', async () => {
  const { options } = world({ filesystem: realServer('filesystem', '${workspaceFolder}') });
  const client = new Client({ name: 'tarball-test', version: '1' });
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [program, ...options, '--approve', 'all', '--enable-bt', '--enable-supervisor'],
    }),
  );
  const call = async (name: string, input: Readonly<Record<string, unknown>>) => {
    const { content } = await client.callTool({ name, arguments: { ...input } });
    return (content as readonly { readonly text?: string }[]).map(({ text }) => text).join('\n');
  };
  expect(await call('mcp_discover', { intent: 'read a file in a folder' })).toContain('- filesystem');
  await call('mcp_activate', { name: 'filesystem' });
  expect(await call('filesystem__read_text_file', { path: 'hello.txt' })).toContain(
    'Hello from a real file.',
  );
  const tree = { id: 'p', root: { type: 'task', id: 'ask', tool: 'filesystem__list_allowed_directories' } };
  expect(await call('plan_compile_bt', { tree, export: 'xml' })).toContain('BehaviorTree');
  expect(JSON.parse(await call('child_status', {}))).toMatchObject({ result: { children: [] } });
  await client.close();
});

test('a client of the newer protocol finds its way in the installed program too', async () => {
  const agent = await new ModernAgent().connect(
    new ModernStdio({ command: process.execPath, args: [program, ...world({}).options] }),
  );
  expect(await agent.toolNames()).toContain('mcp_discover');
});

test('every file that the installed program loads later is there', () => {
  const scripts = join(program, '..');
  const there = readdirSync(scripts);
  for (const script of there.filter(name => name.endsWith('.js'))) {
    const loads = readFileSync(join(scripts, script), 'utf8').matchAll(/require\("\.\/(\w+\.js)"\)/g);
    expect(there, script).toEqual(expect.arrayContaining([...loads].map(([, name]) => name)));
  }
});
