import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The built program over stdio, in a folder with these servers: all of them may be started. */
export function startProgram(folder, servers, options) {
  const workspace = join(folder, 'workspace');
  mkdirSync(workspace, { recursive: true });
  const serversFile = join(folder, 'servers.json');
  writeFileSync(serversFile, JSON.stringify({ servers: Object.fromEntries(servers) }));
  const places = ['--workspace', workspace, '--state', join(folder, 'state'), '--servers', serversFile];
  const program = startServer([join(root, 'dist/headless.js'), ...places, '--approve', 'all', ...options]);
  return {
    ...program,
    /** `module`: one of ours to switch on. */
    async initialize(module) {
      await program.initialize();
      await program.call('mcp_activate', { name: module });
    },
  };
}

/** An MCP server over stdio, run by Node with these arguments, and the smallest client there is. */
export function startServer(args) {
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'ignore'] });
  // Killed while something is written to it.
  child.stdin.on('error', () => undefined);
  const write = message => void child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  const waiting = new Map();
  createInterface({ input: child.stdout }).on('line', line => {
    const { id, method, result: given, error } = JSON.parse(line);
    if (method === 'elicitation/create') return write({ id, result: { action: 'accept', content: {} } });
    waiting.get(id)?.(given ?? { isError: true, content: [{ text: JSON.stringify(error) }] });
  });
  let lastId = 0;
  // An answer that never comes, because the program was killed, is waited for by nobody.
  const request = (method, params) =>
    new Promise(resolve => {
      waiting.set(++lastId, resolve);
      write({ id: lastId, method, params });
    });
  const result = (name, input) => request('tools/call', { name, arguments: input });
  return {
    child,
    /** The structured content of an answer. @throws {Error} what the tool says, where it fails */
    async call(name, input) {
      const answer = await result(name, input);
      if (answer.isError) throw new Error(`${name}: ${answer.content[0].text}`);
      return answer.structuredContent;
    },
    /** The whole answer. */
    result,
    async initialize() {
      await request('initialize', {
        protocolVersion: '2025-11-25',
        // The person at this client agrees to everything.
        capabilities: { elicitation: {} },
        clientInfo: { name: 'crash', version: '1' },
      });
      write({ method: 'notifications/initialized' });
    },
    async kill() {
      const exited = once(child, 'exit');
      child.kill('SIGKILL');
      await exited;
    },
  };
}
