import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

/** The built program. */
export const PROGRAM = fileURLToPath(new URL('../../dist/headless.js', import.meta.url));

/** An entry of a servers file for one of the real servers from npm. */
export function realServer(name: 'filesystem' | 'memory' | 'everything', ...args: readonly string[]) {
  const main = new URL(
    `../../node_modules/@modelcontextprotocol/server-${name}/dist/index.js`,
    import.meta.url,
  );
  return { command: process.execPath, args: [fileURLToPath(main), ...args] };
}

/** An entry for a program that runs this JavaScript. */
export function script(code: string, env: Readonly<Record<string, string>> = {}) {
  return { command: process.execPath, args: ['-e', code], env };
}

/** The smallest server there is: it has one tool, `ping`. */
export const TINY = `require('node:readline').createInterface({ input: process.stdin }).on('line', line => {
  const { id, method, params } = JSON.parse(line);
  const results = {
    initialize: { protocolVersion: params?.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'tiny', version: '1' } },
    'tools/list': { tools: [{ name: 'ping', description: 'Pings', inputSchema: { type: 'object' } }] },
    'tools/call': { content: [{ type: 'text', text: 'pong' }] },
  };
  if (id !== undefined) console.log(JSON.stringify({ jsonrpc: '2.0', id, result: results[method] ?? {} }));
});`;

/** A folder with a text file and a servers file, gone after the test. */
export interface World {
  readonly folder: string;
  readonly serversFile: string;
  /** The options that every start in this world has. */
  readonly options: readonly string[];
}

/** Makes a world whose servers file has these entries, or this text. */
export function world(servers: Readonly<Record<string, unknown>> | string): World {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'switchyard-headless-')));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  const workspace = join(folder, 'workspace');
  mkdirSync(workspace);
  writeFileSync(join(workspace, 'hello.txt'), 'Hello from a real file.\n');
  const serversFile = join(folder, 'servers.json');
  writeFileSync(serversFile, typeof servers === 'string' ? servers : JSON.stringify({ servers }, null, 2));
  const options = [
    ...['--workspace', workspace, '--state', join(folder, 'state'), '--servers', serversFile],
    ...journalOfRun(),
  ];
  return { folder, serversFile, options };
}

/** Whether it is in PostgreSQL in this run, and not in a file that a test can look into. */
export const isJournalShared = process.env['SWITCHYARD_TEST_JOURNAL_URL'] !== undefined;

/** Where the journal is in this run of the tests: nothing for the file of the state folder, which is usual (`test/headless/build.ts`). */
export function journalOfRun(): readonly string[] {
  const url = process.env['SWITCHYARD_TEST_JOURNAL_URL'];
  return url === undefined ? [] : ['--journal', url, '--workspace-id', randomUUID()];
}

/** Command lines of the processes that were started with something of this world. */
export function processesOf({ folder }: World): readonly string[] {
  const all = execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' });
  return all.split('\n').filter(line => line.includes(folder));
}
