import { expect, test } from 'vitest';
import { type Agent, overHttp, overStdio } from './clients';
import { processesOf, realServer, script, TINY, world } from './world';

const servers = {
  filesystem: realServer('filesystem', '${workspaceFolder}'),
  memory: realServer('memory'),
  everything: realServer('everything'),
};

/** Discover, activate, use and deactivate, as an agent does within one turn. */
async function mainFlow(agent: Agent): Promise<void> {
  const before = await agent.toolNames();
  const found = await agent.call('mcp_discover', { intent: 'read a file in a folder' });
  expect(found.text).toContain('- filesystem (available)');

  const activated = await agent.call('mcp_activate', { name: 'filesystem' });
  expect(activated.structured).toMatchObject({
    server: 'filesystem',
    state: 'started',
    already_active: false,
  });
  const names = (activated.structured['tools'] as { readonly name: string }[]).map(({ name }) => name);
  expect(names).toContain('filesystem__read_text_file');
  await agent.listChangedTimes(1);
  expect((await agent.toolNames()).toSorted()).toEqual([...before, ...names].toSorted());

  const read = await agent.call('filesystem__read_text_file', { path: 'hello.txt' });
  expect([read.isError, read.text]).toEqual([false, 'Hello from a real file.\n']);
  const indirect = await agent.call('mcp_call_tool', {
    server: 'filesystem',
    tool: 'read_text_file',
    arguments: { path: 'hello.txt' },
  });
  expect(indirect.text).toBe(read.text);

  const off = await agent.call('mcp_deactivate', { name: 'filesystem' });
  expect(off.structured).toMatchObject({
    server: 'filesystem',
    tools_removed: names.length,
    still_active: [],
  });
  await agent.listChangedTimes(2);
  expect(await agent.toolNames()).toEqual(before);
  const late = await agent.call('filesystem__read_text_file', { path: 'hello.txt' });
  expect(late.code).toBe('not-active-here');
}

test('lists every server with its status, and tells a new client of them', async () => {
  const { agent } = await overStdio(world(servers));
  const { structured, text } = await agent.call('mcp_environment');
  expect(structured['total']).toBeGreaterThanOrEqual(52);
  expect(text).toContain('filesystem');
  const statuses = (structured['servers'] as { readonly status: string }[]).map(({ status }) => status);
  expect(new Set(statuses)).toEqual(new Set(['active', 'available', 'missing-credentials', 'disabled']));
  expect(agent.client.getInstructions()).toContain('mcp_discover');
});

test('finds the servers for a job', async () => {
  const { agent } = await overStdio(world(servers), ['--approve', 'all']);
  const { structured } = await agent.call('mcp_discover', { intent: 'deploy' });
  const names = (structured['matches'] as { readonly name: string }[]).map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['vercel', 'railway', 'cloudflare']));
  expect(structured['message']).toContain('tell the user what blocks');

  const usable = await agent.call('mcp_discover', { intent: 'lire un fichier dans un dossier' });
  expect(usable.text).toContain('- filesystem (available)');
  expect(usable.text).toContain('Call mcp_activate {"name":"filesystem"}.');
  await agent.call('mcp_activate', { name: 'memory' });
  const active = await agent.call('mcp_discover', { intent: 'remember what I told you', limit: 1 });
  expect(active.text).toContain('"memory" is active: call its tools');
  expect(active.structured['matches']).toMatchObject([{ name: 'memory', status: 'active' }]);
});

test.each([
  ['100,000 characters', 'x'.repeat(100_000)],
  ['pictures', '🚀💳'],
  ['the other direction', 'نشر التطبيق'],
  ['a name of the language', '__proto__'],
])('answers a search of %s with what to do next', async (_what, intent) => {
  const { agent } = await overStdio(world(servers));
  const { isError, text } = await agent.call('mcp_discover', { intent });
  expect(isError).toBe(false);
  expect(text).toContain('No server matches');
  expect(text).toContain('Call mcp_environment with one of these categories');
  expect(text.length).toBeLessThan(2_500);
});

test('over stdio, an agent finds, switches on, uses and switches off a real server', async () => {
  const { agent } = await overStdio(world(servers), ['--approve', 'filesystem']);
  await mainFlow(agent);
});

test('over HTTP, an agent finds, switches on, uses and switches off a real server', async () => {
  const { agent: connect } = await overHttp(world(servers), ['--approve', 'filesystem']);
  const { agent } = await connect();
  await mainFlow(agent);
});

test('says that the tools changed before it answers the call that changed them', async () => {
  const { agent } = await overStdio(world(servers), ['--approve', 'all']);
  await agent.call('mcp_activate', { name: 'everything' });
  expect(agent.listChanges).toBe(1);
  await agent.call('mcp_deactivate', { name: 'everything' });
  expect(agent.listChanges).toBe(2);
});

test('hands on what a tool gives, and its progress while it works', async () => {
  const { agent } = await overStdio(world(servers), ['--approve', 'all']);
  await agent.call('mcp_activate', { name: 'everything' });
  expect((await agent.call('everything__echo', { message: 'hi' })).text).toBe('Echo: hi');
  const heard: number[] = [];
  const name = 'everything__trigger-long-running-operation';
  await agent.client.callTool({ name, arguments: { duration: 0.2, steps: 2 } }, undefined, {
    onprogress: ({ progress }) => heard.push(progress),
  });
  // The SDK's client drops progress that comes in one read with the answer, so the last step may be missing.
  expect(heard[0]).toBe(1);
});

test('names the credentials that are missing', async () => {
  const { agent } = await overStdio(world(servers), ['--approve', 'all']);
  const refused = await agent.call('mcp_activate', { name: 'tavily' });
  expect(refused.code).toBe('missing-credentials');
  expect(refused.text).toContain('Missing TAVILY_API_KEY');
});

test('protects core servers, ours and the ones chosen on the command line', async () => {
  const { agent } = await overStdio(world(servers), ['--approve', 'all', '--core', 'memory']);
  for (const name of ['orchestrator', 'memory']) {
    const refused = await agent.call('mcp_deactivate', { name });
    expect(refused.text).toBe(`Can't deactivate "${name}": it is a core server.`);
  }
  expect((await agent.call('mcp_list_tools', { server: 'memory', detail: 'names' })).text).toContain(
    'read_graph',
  );
  expect(await agent.toolNames()).toContain('memory__read_graph');
  expect((await agent.call('memory__read_graph')).isError).toBe(false);
});

test('refuses the 6th quick activation and says how many seconds to wait', async () => {
  const { agent } = await overStdio(world({ tiny: script(TINY) }), ['--approve', 'all']);
  for (let n = 1; n <= 5; n++) {
    expect((await agent.call('mcp_activate', { name: 'tiny' })).isError).toBe(false);
    await agent.call('mcp_deactivate', { name: 'tiny' });
  }
  const refused = await agent.call('mcp_activate', { name: 'tiny' });
  expect(refused.code).toBe('rate-limited');
  expect(refused.text).toMatch(/^Rate limit exceeded: 5 activations per 60 s\. Try again in \d+ s\.$/);
});

test('starts nothing that was not approved, and says how to allow it', async () => {
  const of = world(servers);
  const { agent } = await overStdio(of);
  const refused = await agent.call('mcp_activate', { name: 'filesystem' });
  expect(refused.code).toBe('launch-not-approved');
  expect(refused.text).toContain('--approve');
  expect(processesOf(of).filter(line => line.includes('server-filesystem'))).toEqual([]);
});

test('keeps two HTTP clients apart: what one switched on the other neither lists nor calls', async () => {
  const { agent: connect } = await overHttp(world({ tiny: script(TINY) }), ['--approve', 'all']);
  const [{ agent: one }, { agent: two }] = [await connect(), await connect()];
  await one.call('mcp_activate', { name: 'tiny' });

  expect(await one.toolNames()).toContain('tiny__ping');
  expect(await two.toolNames()).not.toContain('tiny__ping');
  expect((await two.call('tiny__ping')).text).toContain('Call mcp_activate with name "tiny" first.');
  await two.call('mcp_activate', { name: 'tiny' });
  await two.call('mcp_deactivate', { name: 'tiny' });
  expect((await one.call('tiny__ping')).text).toBe('pong');
});

test('knows an HTTP client no more after it has ended its session', async () => {
  const { agent: connect, url, token } = await overHttp(world({}));
  const { agent, transport } = await connect();
  const session = transport.sessionId ?? '';
  await transport.terminateSession();

  const answer = await fetch(url, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'mcp-session-id': session,
    },
    body: '{"jsonrpc":"2.0","id":1,"method":"ping"}',
  });
  expect([answer.status, await answer.text()]).toEqual([404, '']);
  expect(agent.client.transport).toBeDefined();
});

test('tells what it is, in the shapes that clients of the coordination API expect', async () => {
  const { agent } = await overStdio(world({}));
  expect((await agent.call('mcp_info')).structured).toEqual({
    server: {
      name: 'switchyard',
      version: expect.stringMatching(/^\d+\.\d+\.\d+/),
      mcpVersion: '2025-11-25',
    },
    transports: {
      stdio: { enabled: true },
      http: { enabled: false, host: null, port: null, path: null, enableJson: true, stateless: false },
    },
    servers: { running: 0, failed: [] },
    features: {
      enableAssist: false,
      enableBT: false,
      enableBlackboard: false,
      enableBulk: false,
      enableCNP: false,
      enableCancellation: false,
      enableChildOpsFine: false,
      enableConsensus: false,
      enableDiffPatch: false,
      enableEventsBus: false,
      enableIdempotency: true,
      enableKnowledge: false,
      enableLocks: false,
      enableMcpIntrospection: true,
      enablePlanLifecycle: false,
      enableReactiveScheduler: false,
      enableResources: false,
      enableStigmergy: false,
      enableSupervisor: false,
      enableTx: false,
      enableValueGuard: false,
      enableValuesExplain: false,
    },
    timings: { defaultTimeoutMs: 60_000, heartbeatIntervalMs: 2_000 },
    safety: {
      maxActiveServers: 8,
      activationsPerMinute: 5,
      maxChildren: 16,
      memoryLimitMb: 2_048,
      cpuLimitSeconds: 86_400,
    },
    limits: { maxInputBytes: 1_048_576, defaultTimeoutMs: 60_000, maxEventHistory: 1_000 },
  });
  const { structured } = await agent.call('mcp_capabilities');
  expect(structured).toMatchObject({
    namespaces: [
      { name: 'orchestrator', description: expect.any(String) },
      { name: 'workflow', description: expect.any(String) },
      { name: 'introspection', description: expect.any(String) },
    ],
    schemas: { mcp_info: { namespace: 'introspection', summary: expect.any(String) } },
    limits: { maxEventHistory: 1_000 },
  });
  expect(Object.keys(structured['schemas'] as object).toSorted()).toEqual(
    (await agent.toolNames()).toSorted(),
  );
});

test.each(['filesystem', 'memory', 'everything'])(
  'answers the activation of %s in so few characters that VS Code hands them to the model, not to a file',
  async name => {
    const { agent } = await overStdio(world(servers), ['--approve', 'all']);
    const { structured } = await agent.call('mcp_activate', { name });
    expect(structured['already_active']).toBe(false);
    expect(JSON.stringify(structured).length).toBeLessThan(8_192);
  },
);
