import { expect, onTestFinished, test } from 'vitest';
import { OtlpReceiver } from '../support/otlpReceiver';
import { type Agent, overStdio, start } from './clients';
import { script, world } from './world';

/** A server whose tool answers with the metadata of its request, and one that fails. */
const MIRROR = `require('node:readline').createInterface({ input: process.stdin }).on('line', line => {
  const { id, method, params } = JSON.parse(line);
  const tool = name => ({ name, description: 'Looks', inputSchema: { type: 'object' }, annotations: { readOnlyHint: true } });
  const results = {
    initialize: { protocolVersion: params?.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'mirror', version: '1' } },
    'tools/list': { tools: [tool('look'), tool('fail')] },
    'tools/call': { content: [{ type: 'text', text: JSON.stringify(params?._meta ?? {}) }], isError: params?.name === 'fail' },
  };
  if (id !== undefined) console.log(JSON.stringify({ jsonrpc: '2.0', id, result: results[method] ?? {} }));
});`;

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const PARENT = '00f067aa0ba902b7';
const SECRET = 'SECRET-OF-THE-VENDOR';

async function receiver(): Promise<{ readonly collector: OtlpReceiver; readonly url: string }> {
  const collector = new OtlpReceiver();
  const url = await collector.open();
  onTestFinished(() => collector.close());
  return { collector, url };
}

async function ready(options: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const program = await overStdio(world({ mirror: script(MIRROR) }), ['--approve', 'all', ...options], env);
  await program.agent.call('mcp_activate', { name: 'mirror' });
  return program;
}

/** Calls a tool with metadata. @returns the metadata that the server got */
async function look(agent: Agent, meta: Readonly<Record<string, unknown>>): Promise<Record<string, unknown>> {
  const { content } = await agent.client.callTool({
    name: 'mirror__look',
    arguments: { q: 'ARGUMENT' },
    _meta: meta,
  });
  const [block] = content as readonly { readonly text?: string }[];
  return JSON.parse(block?.text ?? '{}') as Record<string, unknown>;
}

test('nothing is sent unless it was asked for, whatever the variables of OpenTelemetry say', async () => {
  const { collector, url } = await receiver();
  const { agent } = await ready([], { OTEL_EXPORTER_OTLP_ENDPOINT: url });
  const parent = `00-${TRACE}-${PARENT}-01`;
  expect(await look(agent, { traceparent: parent })).toMatchObject({ traceparent: parent });
  await agent.client.close();
  expect(collector.requests).toEqual([]);
});

test('a call joins the trace of its caller, and its server is told the place below it', async () => {
  const { collector, url } = await receiver();
  const { agent, stderr } = await ready(['--telemetry', 'env'], {
    OTEL_EXPORTER_OTLP_ENDPOINT: url,
    OTEL_EXPORTER_OTLP_HEADERS: `x-key=${SECRET}`,
  });
  const passed = await look(agent, {
    traceparent: `00-${TRACE}-${PARENT}-01`,
    tracestate: 'rojo=1',
    other: 'kept',
  });
  await agent.call('mirror__fail');
  await agent.client.close();
  await collector.until(({ spans, series }) => spans.length >= 5 && series.length > 0);

  const [outer] = collector.spans.filter(({ parentSpanId }) => parentSpanId === PARENT);
  const [inner] = collector.spans.filter(({ parentSpanId }) => parentSpanId === outer?.spanId);
  expect(outer).toMatchObject({
    traceId: TRACE,
    traceState: 'rojo=1',
    name: 'tools/call mirror__look',
    kind: 2,
    attributes: {
      'mcp.method.name': 'tools/call',
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': 'mirror__look',
      'switchyard.server.name': 'mirror',
      'mcp.session.id': expect.any(String),
    },
  });
  expect(inner).toMatchObject({
    traceId: TRACE,
    name: 'tools/call look',
    kind: 3,
    attributes: { 'gen_ai.tool.name': 'look', 'network.transport': 'pipe' },
  });
  expect(passed).toMatchObject({
    traceparent: `00-${TRACE}-${inner?.spanId}-01`,
    tracestate: 'rojo=1',
    other: 'kept',
  });
  const failed = collector.spans.filter(({ status }) => status.code === 2);
  expect(failed.map(({ kind, attributes }) => [kind, attributes['error.type']])).toEqual([
    [3, 'tool_error'],
    [2, 'tool_error'],
  ]);
  expect(collector.series).toContainEqual({
    name: 'mcp.client.operation.duration',
    unit: 's',
    count: 1,
    attributes: expect.objectContaining({ 'gen_ai.tool.name': 'fail', 'error.type': 'tool_error' }),
  });
  expect(collector.series.map(({ name }) => name)).toContain('mcp.server.operation.duration');
  // Nothing of what was asked or answered, and no key anywhere but where it belongs.
  expect(collector.headers[0]).toMatchObject({ 'x-key': SECRET });
  expect(collector.bodies.join('\n')).not.toMatch(/ARGUMENT|kept|SECRET/);
  expect(stderr()).not.toContain(SECRET);
});

test('arguments and results are sent where somebody asked for them', async () => {
  const { collector, url } = await receiver();
  const { agent } = await ready(['--telemetry', url, '--telemetry-content']);
  await look(agent, { other: 'kept' });
  await agent.client.close();
  await collector.until(({ spans }) => spans.some(({ name }) => name === 'tools/call look'));
  const [span] = collector.spans.filter(({ name }) => name === 'tools/call look');
  expect(span?.attributes['gen_ai.tool.call.arguments']).toBe('{"q":"ARGUMENT"}');
  expect(span?.attributes['gen_ai.tool.call.result']).toContain('kept');
});

test('a share of the traces is sent, and durations cover every call', async () => {
  const { collector, url } = await receiver();
  const { agent } = await ready(['--telemetry', url, '--telemetry-sample-percent', '0']);
  const { traceparent } = await look(agent, {});
  expect(traceparent).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-00$/);
  await agent.client.close();
  await collector.until(({ series }) => series.length > 0);
  expect(collector.spans).toEqual([]);
});

test('a plan’s calls are below the call that runs it', async () => {
  const { collector, url } = await receiver();
  const { agent } = await ready(['--telemetry', url, '--enable-bt']);
  const tree = { id: 'p', root: { type: 'task', tool: 'mirror__look' } };
  await agent.call('plan_run_bt', { tree });
  await agent.client.close();
  await collector.until(({ spans }) => spans.some(({ name }) => name === 'tools/call look'));
  const byName = new Map(collector.spans.map(span => [span.name, span]));
  expect(byName.get('tools/call mirror__look')?.parentSpanId).toBe(
    byName.get('tools/call plan_run_bt')?.spanId,
  );
});

test('a collector that is away disturbs nobody', async () => {
  const { agent, stderr } = await ready(['--telemetry', 'http://127.0.0.1:9']);
  for (let i = 0; i < 20; i++) expect((await agent.call('mirror__look')).isError).toBe(false);
  await agent.client.close();
  expect(stderr().match(/Telemetry/g)?.length ?? 0).toBeLessThanOrEqual(1);
});

test.each([
  [['--telemetry', 'http://collector.example'], 'needs https'],
  [['--telemetry', 'env'], 'OTEL_EXPORTER_OTLP_ENDPOINT'],
  [['--telemetry-content'], 'require --telemetry'],
])('%j is refused with what is missing', async (options, words) => {
  const program = start([...world({}).options, ...options]);
  expect(await program.exit).toBe(2);
  expect(program.stderr()).toContain(words);
});
