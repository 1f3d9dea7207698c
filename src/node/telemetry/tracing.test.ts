import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { Redactor } from '../../core/support/redactor';
import type { TracedCall } from '../../core/support/tracer';
import { KeptLog } from '../../../test/support/keptLog';
import { OtlpReceiver } from '../../../test/support/otlpReceiver';
import { StoppedClock } from '../../../test/support/stoppedClock';
import { systemClock } from '../machine/systemClock';
import { telemetryHeaders } from './telemetryHeaders';
import { Tracing } from './tracing';

const CALL: TracedCall = { side: 'server', tool: 'files__read', meta: undefined, input: {} };

async function world(includesContent = false) {
  const collector = new OtlpReceiver();
  const url = `${await collector.open()}/`;
  const [clock, log, redactor] = [new StoppedClock(), new KeptLog(), new Redactor()];
  const tracing = new Tracing(
    { url, headers: {}, sampleRatio: 1, includesContent },
    { clock, log, redactor, version: '1' },
  );
  onTestFinished(() => {
    tracing.dispose();
    collector.close();
  });
  const call = (ms = 0, result?: unknown): void => {
    const trace = tracing.begin(CALL);
    clock.advance(ms);
    trace.end(undefined, result);
  };
  return { collector, clock, log, redactor, tracing, call, url };
}

test('sends spans every five seconds and durations every minute, with true times', async () => {
  const { collector, clock, call } = await world();
  const startMs = clock.now();
  call(250);
  clock.advance(5_000);
  await collector.until(({ spans }) => spans.length === 1);
  expect(collector.spans[0]).toMatchObject({
    startTimeUnixNano: `${startMs}000000`,
    endTimeUnixNano: `${startMs + 250}000000`,
  });
  expect(collector.requests).toEqual(['/v1/traces']);
  clock.advance(60_000);
  await collector.until(({ series }) => series.length === 1);
  expect(collector.series[0]).toMatchObject({ name: 'mcp.server.operation.duration', count: 1 });
});

test('keeps what a collector can’t take now, says so once, and says once that it can again', async () => {
  const { collector, clock, log, call } = await world();
  collector.status = 503;
  call();
  const tries = (): number => {
    clock.advance(5_000);
    return collector.requests.length;
  };
  await expect.poll(tries).toBeGreaterThanOrEqual(5);
  expect(log.lines.filter(line => line.startsWith('warn'))).toHaveLength(1);
  collector.status = 200;
  await expect.poll(() => [tries() > 0, collector.spans.length]).toEqual([true, 1]);
  await expect
    .poll(() => log.lines)
    .toEqual([
      expect.stringMatching(/^warn Telemetry can’t be sent/),
      'info The telemetry collector takes data again',
    ]);
});

test('drops what a collector refuses, and what its queue can’t hold, and says how much', async () => {
  const { collector, clock, log, call } = await world();
  collector.status = 400;
  call();
  clock.advance(5_000);
  await collector.until(({ requests }) => requests.length === 1);
  await expect.poll(() => log.lines).toHaveLength(1);
  for (let i = 0; i < 6_000; i++) call();
  collector.status = 200;
  clock.advance(5_000);
  await collector.until(({ spans }) => spans.length === 4_096);
  const told = (): number => log.lines.filter(line => line.includes('Telemetry was dropped')).length;
  await expect.poll(told).toBe(1);
  // A collector that is always too slow fills no log.
  for (let i = 0; i < 6_000; i++) call();
  clock.advance(5_000);
  await collector.until(({ spans }) => spans.length >= 7_000);
  expect(told()).toBe(1);
});

test('sends many spans as soon as nobody calls, and not between calls that follow each other', async () => {
  const { collector, clock, call, url } = await world();
  for (let i = 0; i < 600; i++) {
    call();
    clock.advance(i < 400 ? 1 : 0);
  }
  clock.advance(49);
  // What was sent before the second of two requests has arrived by then.
  for (const _ of [1, 2]) await fetch(url, { method: 'POST', body: '{}' });
  expect(collector.requests).toEqual(['/', '/']);
  clock.advance(1);
  await collector.until(({ spans }) => spans.length === 600);
  // What is less than a batch waits for the others.
  call();
  clock.advance(1_000);
  await fetch(url, { method: 'POST', body: '{}' });
  expect(collector.spans).toHaveLength(600);
});

test('does not keep arguments and results until nobody calls', async () => {
  const { collector, call } = await world(true);
  for (let i = 0; i < 600; i++) call(1, { text: 'long' });
  await collector.until(({ spans }) => spans.length === 600);
});

test('counts without bound on names in a bounded number of series', async () => {
  const { collector, clock, tracing } = await world();
  for (let i = 0; i < 5_000; i++) tracing.begin({ ...CALL, tool: `tool${i}` }).end(undefined);
  clock.advance(60_000);
  await collector.until(({ series }) => series.length > 0);
  expect(collector.series.length).toBe(2_001);
  expect(collector.series.at(-1)).toMatchObject({
    attributes: { 'otel.metric.overflow': true },
    count: 3_000,
  });
});

test('content is masked and cut where it is sent at all', async () => {
  const { collector, clock, redactor, call } = await world(true);
  redactor.add('a-secret-of-the-user');
  call(0, { content: [{ type: 'text', text: `a-secret-of-the-user ${'x'.repeat(100_000)}` }] });
  clock.advance(5_000);
  await collector.until(({ spans }) => spans.length === 1);
  const result = String(collector.spans[0]?.attributes['gen_ai.tool.call.result']);
  expect(result.length).toBe(16_384);
  expect(result).not.toContain('a-secret');
});

test('reads headers as OpenTelemetry writes them', () => {
  const headers = (text: string) => telemetryHeaders({ OTEL_EXPORTER_OTLP_HEADERS: text });
  expect(headers('X-Key=a%20b, second = 100% ,=no,bad name=1')).toEqual({ 'x-key': 'a b', second: '100%' });
  expect(telemetryHeaders({})).toEqual({});
});

test('the end waits a moment only for a collector that takes a delivery and does not answer', async () => {
  const silent = createServer(() => undefined).listen(0, '127.0.0.1');
  onTestFinished(() => {
    silent.closeAllConnections();
    silent.close();
  });
  const request = once(silent, 'request');
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo;
  const tracing = new Tracing(
    { url: `http://127.0.0.1:${port}/`, headers: {}, sampleRatio: 1, includesContent: false },
    { clock: systemClock, log: new KeptLog(), redactor: new Redactor(), version: '1' },
  );
  // More than one batch: it is sent at once.
  for (let call = 0; call < 600; call += 1) tracing.begin(CALL).end(undefined);
  await request;
  const endingMs = performance.now();
  await tracing.close();
  // Its own patience is 10 s.
  expect(performance.now() - endingMs).toBeLessThan(8_000);
});
