// An agent that speaks the Agent Client Protocol, version 1, by hand: what a paid one would do is in the prompt, as JSON.
//
//   {"write": [[path, text]], "plan": [steps], "say": text, "permission": title, "call": [tool, arguments], "wait": ms,
//    "exit": code, "hang": true}
//
// node acpAgent.mjs [--version N] [--no-http] [--mute] [--auth]
import { appendFileSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { spawn } from 'node:child_process';

const flags = process.argv.slice(2);
const version = flags.includes('--version') ? Number(flags[flags.indexOf('--version') + 1]) : 1;
const open = new Map();
let lastId = 0;
let cwd = process.cwd();
let server;
let cancelled = () => undefined;

const write = message => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
const update = given => write({ method: 'session/update', params: { sessionId: 's1', update: given } });
const ask = (method, params) =>
  new Promise(resolve => {
    lastId += 1;
    open.set(lastId, resolve);
    write({ id: lastId, method, params });
  });

/** Calls a tool of the MCP server that the session was given, over HTTP or stdio. */
async function callTool(name, args) {
  if (server === undefined) return { isError: true, content: [{ type: 'text', text: 'no server' }] };
  const speak = 'url' in server ? overHttp(server) : overStdio(server);
  await speak('initialize', {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'scripted', version: '1' },
  });
  const listed = await speak('tools/list', {});
  const result = await speak('tools/call', { name, arguments: args });
  return { ...result, listed: listed.tools.map(tool => tool.name) };
}

function overHttp({ url, headers }) {
  let session;
  let id = 0;
  return async (method, params) => {
    id += 1;
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...Object.fromEntries(headers.map(({ name, value }) => [name, value])),
        ...(session === undefined ? {} : { 'mcp-session-id': session }),
      },
      // A child that names another chat is still itself.
      body: JSON.stringify({
        jsonrpc: '2.0',
        id,
        method,
        params: { ...params, _meta: { 'vscode.conversationId': 'somebody-else' } },
      }),
    });
    session ??= response.headers.get('mcp-session-id') ?? undefined;
    const text = await response.text();
    const json = text.startsWith('{') ? text : (/^data: (\{.*)$/m.exec(text)?.[1] ?? '{}');
    const { result, error } = JSON.parse(json);
    if (error) return { isError: true, content: [{ type: 'text', text: error.message }] };
    return result;
  };
}

function overStdio({ command, args, env }) {
  const own = Object.fromEntries(env.map(({ name, value }) => [name, value]));
  const child = spawn(command, args, {
    env: { ...process.env, ...own },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const waiting = new Map();
  createInterface({ input: child.stdout }).on('line', line => {
    const { id, result, error } = JSON.parse(line);
    waiting.get(id)?.(error ? { isError: true, content: [{ type: 'text', text: error.message }] } : result);
  });
  let id = 0;
  return (method, params) =>
    new Promise(resolve => {
      id += 1;
      waiting.set(id, resolve);
      child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
    });
}

async function turn({ write: files = [], plan = [], say = 'Done.', permission, call, wait, exit, hang }) {
  const isCancelled = new Promise(resolve => {
    cancelled = () => resolve('cancelled');
  });
  const told = plan.map(content => ({ content, priority: 'medium', status: 'pending' }));
  if (plan.length > 0) update({ sessionUpdate: 'plan', entries: told });
  if (told[0]) {
    told[0].status = 'in_progress';
    update({ sessionUpdate: 'plan', entries: told });
  }
  let answer = say;
  if (permission !== undefined) {
    const { outcome } = await ask('session/request_permission', {
      sessionId: 's1',
      toolCall: { toolCallId: 'p1', title: permission, kind: 'execute', rawInput: { command: permission } },
      options: [
        { optionId: 'yes', name: 'Allow', kind: 'allow_once' },
        { optionId: 'no', name: 'Reject', kind: 'reject_once' },
      ],
    });
    answer = outcome.outcome === 'selected' ? `chose ${outcome.optionId}` : outcome.outcome;
  }
  for (const [path, text] of files) {
    update({
      sessionUpdate: 'tool_call',
      toolCallId: path,
      title: `Write ${path}`,
      kind: 'edit',
      status: 'pending',
    });
    const place = join(cwd, path);
    mkdirSync(dirname(place), { recursive: true });
    appendFileSync(place, text);
    update({ sessionUpdate: 'tool_call_update', toolCallId: path, status: 'completed' });
  }
  if (call !== undefined) {
    const { isError, content, listed } = await callTool(...call);
    answer = JSON.stringify({ isError: isError ?? false, text: content?.[0]?.text ?? '', listed });
  }
  if (told[0]) {
    told[0].status = 'completed';
    update({ sessionUpdate: 'plan', entries: told });
  }
  if (exit !== undefined) process.exit(exit);
  for (const part of answer.match(/.{1,7}/gsu) ?? [])
    update({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: part } });
  if (hang) return await isCancelled;
  if (wait !== undefined)
    return await Promise.race([
      isCancelled,
      new Promise(resolve => setTimeout(() => resolve('end_turn'), wait)),
    ]);
  return 'end_turn';
}

function workIn(prompt) {
  const text = prompt.map(block => block.text ?? '').join('');
  return text.startsWith('{') ? JSON.parse(text) : { say: `You said: ${text}` };
}

const HANDLERS = {
  initialize: () => ({
    protocolVersion: version,
    agentCapabilities: { mcpCapabilities: { http: !flags.includes('--no-http') } },
    agentInfo: { name: 'scripted', version: '1.0.0' },
  }),
  'session/new': params => {
    if (flags.includes('--auth')) throw new Error('Authentication required');
    cwd = params.cwd;
    [server] = params.mcpServers;
    return { sessionId: 's1' };
  },
  'session/prompt': async ({ prompt }) => ({ stopReason: await turn(workIn(prompt)) }),
};

if (!flags.includes('--mute')) {
  createInterface({ input: process.stdin }).on('line', line => void take(JSON.parse(line)));
}

async function take({ id, method, params, result }) {
  if (method === undefined) return open.get(id)?.(result);
  if (method === 'session/cancel') return cancelled();
  try {
    write({ id, result: await HANDLERS[method](params) });
  } catch (error) {
    write({ id, error: { code: -32_000, message: error.message } });
  }
}

// It ends with its input.
process.stdin.on('end', () => process.exit(0)).resume();
