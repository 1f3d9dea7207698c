// A tiny MCP server for tests, spoken by hand so that it can misbehave. Its first argument says how.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

const [how = 'good'] = process.argv.slice(2);
/** This process and what it started. */
const pids = [process.pid];
const send = message => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);

if (how === 'dies') {
  process.stderr.write(`cannot open the database with ${process.env.API_KEY}\n`);
  process.exit(3);
}
// A launcher starts the server on its own pipes and goes away.
if (how === 'launcher') {
  spawn(process.execPath, [process.argv[1], 'launched'], { stdio: 'inherit' });
  setTimeout(() => process.exit(0), 200);
} else if (how === 'launched') setInterval(() => {}, 1_000);
if (how === 'noisy') process.stdout.write('\u001b[32mWelcome!\u001b[0m\nnull\n42\n{"half":\n[]\n');
// A stubborn server ignores the end of its input and SIGTERM, and so does the child it started.
if (how === 'stubborn') {
  process.on('SIGTERM', () => {});
  setInterval(() => {}, 1_000);
  const script = "process.on('SIGTERM', () => {}); setInterval(() => {}, 1000)";
  pids.push(spawn(process.execPath, ['-e', script], { stdio: 'ignore' }).pid);
}

const answers = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion,
    capabilities: { tools: { listChanged: true } },
    serverInfo: { name: 'fixture', version: '1.2.3' },
  }),
  'tools/list': ({ cursor }) =>
    how === 'listless'
      ? process.exit(9)
      : how === 'endless'
        ? { tools: [tool(`tool-${cursor ?? 0}`)], nextCursor: String(Number(cursor ?? 0) + 1) }
        : { tools: [tool('echo'), tool('big'), tool('exit'), tool('wait'), { noName: true }] },
  'tools/call': ({ name, arguments: input }) => {
    if (name === 'exit') process.exit(7);
    if (name === 'big') return text('x'.repeat(input.size));
    if (name === 'wait') return undefined;
    if (name === 'pids') return text(JSON.stringify(pids));
    return text(
      `${JSON.stringify(input)} in ${process.cwd()} with ${Object.keys(process.env).sort().join(',')}`,
    );
  },
};

createInterface({ input: process.stdin }).on('line', line => {
  const { id, method, params = {} } = JSON.parse(line);
  const result = id === undefined ? undefined : answers[method]?.(params);
  if (result !== undefined) send({ id, result });
});

function tool(name) {
  return { name, description: `Does ${name}`, inputSchema: { type: 'object' } };
}

function text(value) {
  return { content: [{ type: 'text', text: value }] };
}
