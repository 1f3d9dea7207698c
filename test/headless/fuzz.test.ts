import { readFileSync } from 'node:fs';
import { Agent as HttpAgent, request } from 'node:http';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { overHttp } from './clients';
import { script, TINY, world } from './world';

/** Rounds; more of them with SWITCHYARD_RUNS. */
const RUNS = Number(process.env['SWITCHYARD_RUNS'] ?? 1_000);

/**
 * Growth that is no leak, in MiB: V8 takes what it may before it collects. Measured: 105 after 10,000 messages, 159 after
 * 25,000, 164 after 60,000.
 */
const GROWTH_MIB = 256;

const METHODS = [
  'initialize',
  'ping',
  'tools/list',
  'tools/call',
  'resources/list',
  'resources/read',
  'resources/subscribe',
  'resources/unsubscribe',
  'resources/templates/list',
  'prompts/list',
  'prompts/get',
  'completion/complete',
  'logging/setLevel',
  'tasks/get',
  'tasks/result',
  'tasks/list',
  'tasks/cancel',
  'notifications/initialized',
  'notifications/cancelled',
  'notifications/progress',
  'notifications/roots/list_changed',
  '__proto__',
];

const TOOL_NAMES = [
  'mcp_discover',
  'mcp_list_tools',
  'mcp_call_tool',
  'get_context',
  'tiny__ping',
  'constructor',
];

const anything = fc.anything({ maxDepth: 3, withNullPrototype: true });
const id = fc.oneof(fc.nat(50), fc.string({ maxLength: 8 }), fc.constant(null), fc.double(), fc.boolean());
const params = fc.oneof(
  anything,
  fc.record(
    {
      name: fc.oneof(fc.constantFrom(...TOOL_NAMES), fc.string()),
      arguments: fc.oneof(fc.dictionary(fc.string(), anything), anything),
      uri: fc.oneof(fc.webUrl(), fc.constantFrom('sc://workflows/x', 'sc://results/x'), fc.string()),
      cursor: fc.string(),
      requestId: id,
      taskId: fc.string(),
      task: fc.oneof(anything, fc.record({ ttl: fc.oneof(fc.double(), fc.integer()) })),
      ref: anything,
      _meta: fc.oneof(anything, fc.record({ progressToken: id, 'vscode.conversationId': anything })),
    },
    { requiredKeys: [] },
  ),
);
const message = fc.record(
  {
    jsonrpc: fc.oneof({ weight: 9, arbitrary: fc.constant('2.0') }, { weight: 1, arbitrary: anything }),
    id,
    method: fc.oneof(
      { weight: 9, arbitrary: fc.constantFrom(...METHODS) },
      { weight: 1, arbitrary: fc.string() },
    ),
    params,
    result: anything,
  },
  { requiredKeys: ['jsonrpc'] },
);
const body = fc.oneof(
  { weight: 8, arbitrary: message.map(asJson) },
  { weight: 1, arbitrary: fc.array(message, { maxLength: 3 }).map(asJson) },
  { weight: 1, arbitrary: fc.string() },
);

/** What JSON cannot say becomes a text. */
function asJson(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) => (typeof part === 'bigint' ? String(part) : part)) ?? '';
}

test('random messages at the door crash nothing, hang nothing and leave nothing behind', async () => {
  const program = await overHttp(world({ tiny: script(TINY) }), ['--approve', 'all']);
  const { agent } = await program.agent();
  const { pid } = program.started.child;
  const connections = new HttpAgent({ keepAlive: true });
  const session = await opened(program, connections);
  const post = (text: string) => exchange(program, connections, session, text);
  await agent.call('mcp_activate', { name: 'tiny' });
  for (let i = 0; i < 100; i += 1) await agent.toolNames(); // Warm.
  const before = residentMiB(pid);

  await fc.assert(
    fc.asyncProperty(body, async text => {
      expect([200, 202, 400, 404, 406, 413, 503]).toContain(await post(text));
    }),
    { numRuns: RUNS },
  );

  expect(program.started.child.exitCode).toBeNull();
  expect((await agent.call('tiny__ping')).text).toBe('pong');
  expect(residentMiB(pid) - before).toBeLessThan(GROWTH_MIB);
  connections.destroy();
});

interface Door {
  readonly url: string;
  readonly token: string;
}

/** The id of a connection of our own, initialized by hand. */
async function opened(door: Door, agent: HttpAgent): Promise<string> {
  const hello = {
    jsonrpc: '2.0',
    id: 'first',
    method: 'initialize',
    params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'fuzz', version: '1' } },
  };
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const sent = request(door.url, { method: 'POST', agent, headers: headersOf(door) }, answer => {
    answer.resume();
    resolve(String(answer.headers['mcp-session-id']));
  });
  sent.on('error', reject).end(JSON.stringify(hello));
  return await promise;
}

/** The status of the answer, once it is whole. A stream is left when it has begun: it may stay open for long. */
async function exchange(door: Door, agent: HttpAgent, session: string, text: string): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const headers = { ...headersOf(door), 'mcp-session-id': session };
  const sent = request(door.url, { method: 'POST', agent, headers }, answer => {
    const isStream = answer.headers['content-type'] === 'text/event-stream';
    answer.resume().on('close', () => resolve(answer.statusCode ?? 0));
    if (isStream) answer.destroy();
  });
  sent.on('error', error => {
    // A server may close a connection that rested, just when somebody wants it again: HTTP says to ask anew.
    if (sent.reusedSocket) resolve(exchange(door, agent, session, text));
    else reject(error);
  });
  sent.end(text);
  return await promise;
}

function headersOf({ token }: Door): Record<string, string> {
  return {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
  };
}

/** What the process holds of the memory. */
function residentMiB(pid: number | undefined): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1_024;
}
