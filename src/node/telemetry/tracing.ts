import { randomUUID } from 'node:crypto';
import type { Clock } from '../../core/support/clock';
import type { Disposable } from '../../core/support/disposable';
import type { Log } from '../../core/support/log';
import type { Redactor } from '../../core/support/redactor';
import type { Trace, TracedCall, Tracer } from '../../core/support/tracer';
import { Collector, type CollectorPlace } from './collector';
import { Durations, type Kind } from './durations';
import { attributesText, metricsBody, type Sender, type SpanRecord, spanText, tracesFrame } from './otlpJson';
import { ENOUGH, MAX_QUEUE, SpanQueue } from './spanQueue';
import { contextBelow, contextIn, metaWith, type TraceContext } from './traceContext';

/** What is measured, and where it goes. */
export interface TelemetryPlan extends CollectorPlace {
  /** Share of the traces that begin here, from 0 to 1; a caller's own choice counts for its traces. */
  readonly sampleRatio: number;
  /** Whether arguments and results are sent too. */
  readonly includesContent: boolean;
}

interface TracingParts {
  readonly clock: Clock;
  readonly log: Log;
  readonly redactor: Redactor;
  readonly version: string;
}

/** How long nobody must have called until spans are sent: none of them is in the way of a call. */
const QUIET_MS = 50;
const SPANS_EVERY_MS = 5_000;
const METRICS_EVERY_MS = 60_000;
/** What is dropped is told at most so often. */
const TOLD_EVERY_MS = 60_000;
/** How long the end of the program may wait for a collector. */
const FAREWELL_MS = 1_000;
/** Longest arguments or result that are sent, in characters. */
const MAX_CONTENT = 16_384;

/**
 * Measures calls, and tells a collector of them in the background: spans and durations by OpenTelemetry's conventions for MCP and
 * generative AI. What does not fit into its queue is dropped and counted; no call ever waits.
 */
export class Tracing implements Tracer, Disposable {
  readonly #plan: TelemetryPlan;
  readonly #parts: TracingParts;
  readonly #collector: Collector;
  readonly #durations: Durations;
  readonly #sender: Sender;
  /** Wall-clock time of the monotonic clock's zero: spans of one trace stay in order though the clock is set. */
  readonly #zeroMs: number;
  readonly #timers = new Map<string, Disposable>();
  readonly #spans: SpanQueue;
  /** Spans that are sent though somebody calls: arguments and results may be large. */
  readonly #many: number;
  /** Calls that are over, whose arguments and results are not masked yet. */
  readonly #unnoted: (() => void)[] = [];
  #isWaiting = false;
  #lastEndMs = 0;
  #session: { readonly id: string; readonly text: string } | undefined;
  #dropped = 0;
  #silentUntilMs = 0;
  #sending: Promise<void> | undefined;
  /** Ends what is being sent when the program has waited long enough. */
  readonly #farewell = new AbortController();

  constructor(plan: TelemetryPlan, parts: TracingParts) {
    const { clock, version } = parts;
    this.#plan = plan;
    this.#parts = parts;
    this.#collector = new Collector(plan, parts);
    this.#many = plan.includesContent ? ENOUGH : MAX_QUEUE / 2;
    this.#sender = { version, instance: randomUUID() };
    this.#spans = new SpanQueue(tracesFrame(this.#sender));
    this.#zeroMs = clock.now() - clock.monotonicMs();
    this.#durations = new Durations(this.#microseconds(clock.monotonicMs()));
    this.#every('spans', SPANS_EVERY_MS, () => this.#sendSpans());
    this.#every('metrics', METRICS_EVERY_MS, () => this.#sendMetrics());
  }

  begin(call: TracedCall): Trace {
    const { clock } = this.#parts;
    const parent = contextIn(call.meta);
    const context = contextBelow(parent, this.#plan.sampleRatio);
    const startMs = clock.monotonicMs();
    return {
      meta: metaWith(call.meta, context),
      end: (error, result) => {
        const endMs = clock.monotonicMs();
        const ended = { call, context, parent, startMs, endMs, error };
        this.#lastEndMs = endMs;
        if (this.#plan.includesContent) {
          this.#noteSoon(() => this.#note(ended, this.#contentOf(call.input, result)));
          return;
        }
        this.#note(ended, '');
        this.#sendInTime();
      },
    };
  }

  /** Sends what is left, for a moment at most. */
  async close(): Promise<void> {
    this.dispose();
    this.#noteAll();
    const limit = this.#farewell.signal;
    const timer = setTimeout(() => this.#farewell.abort(), FAREWELL_MS);
    await this.#sending;
    if (this.#spans.length > 0) await this.#sendSpans(limit);
    await this.#sendMetrics(limit);
    clearTimeout(timer);
  }

  dispose(): void {
    for (const timer of this.#timers.values()) timer.dispose();
    this.#timers.clear();
  }

  /** Masking takes a while: the answer goes first. */
  #noteSoon(note: () => void): void {
    this.#unnoted.push(note);
    if (this.#unnoted.length === 1)
      setImmediate(() => {
        if (this.#unnoted.length === 0) return;
        this.#noteAll();
        this.#sendInTime();
      });
  }

  #noteAll(): void {
    for (const note of this.#unnoted.splice(0)) note();
  }

  /** Counts a call that is over, and writes its span. */
  #note(ended: Ended, content: string): void {
    const seconds = (ended.endMs - ended.startMs) / 1_000;
    const kind = this.#durations.record(kindOf(ended.call, ended.error), seconds);
    if (ended.context.isSampled && !this.#spans.add(spanText(this.#recordOf(ended, content), kind)))
      this.#dropped++;
  }

  #sendInTime(): void {
    if (this.#spans.length >= this.#many) this.#sendMany();
    else if (!this.#isWaiting) this.#awaitQuiet();
  }

  /** Sends when nobody has called for a moment. One timer at a time: calls come by the thousand. */
  #awaitQuiet(ms = QUIET_MS): void {
    this.#isWaiting = true;
    this.#timers.set(
      'quiet',
      this.#parts.clock.after(ms, () => {
        const quietMs = this.#parts.clock.monotonicMs() - this.#lastEndMs;
        if (quietMs < QUIET_MS) {
          this.#awaitQuiet(QUIET_MS - quietMs);
          return;
        }
        this.#isWaiting = false;
        this.#sendMany();
      }),
    );
  }

  #sendMany(): void {
    if (this.#spans.length >= ENOUGH && this.#sending === undefined && !this.#collector.isResting)
      void this.#sendSpans();
  }

  #recordOf({ call, context, parent, startMs, endMs }: Ended, content: string): SpanRecord {
    const session = call.session === undefined ? '' : this.#sessionText(call.session);
    return {
      traceId: context.traceId,
      spanId: context.spanId,
      parentSpanId: parent?.spanId,
      traceState: context.state,
      startUs: this.#microseconds(startMs),
      endUs: this.#microseconds(endMs),
      own: session === '' || content === '' ? session + content : `${session},${content}`,
    };
  }

  /** Most calls are of the session that called last. */
  #sessionText(session: string): string {
    if (this.#session?.id !== session)
      this.#session = { id: session, text: attributesText({ 'mcp.session.id': session }) };
    return this.#session.text;
  }

  #contentOf(input: unknown, result: unknown): string {
    const { redactor } = this.#parts;
    const textOf = (value: unknown): string =>
      redactor.text(JSON.stringify(value) ?? '').slice(0, MAX_CONTENT);
    return attributesText({
      'gen_ai.tool.call.arguments': textOf(input),
      ...(result === undefined ? {} : { 'gen_ai.tool.call.result': textOf(result) }),
    });
  }

  /** One at a time: a slow collector is never asked twice. */
  async #sendSpans(signal?: AbortSignal): Promise<void> {
    this.#noteAll();
    this.#sending ??= this.#sendBatches(signal).finally(() => {
      this.#sending = undefined;
    });
    await this.#sending;
  }

  /** Sends what there is now. Of what comes meanwhile, whole batches: the rest waits for others. */
  async #sendBatches(signal?: AbortSignal): Promise<void> {
    let due = this.#spans.length;
    while (due > 0 || this.#spans.length >= ENOUGH) {
      // At the end, a collector that failed is asked once more.
      if (signal === undefined && this.#collector.isResting) return;
      const body = this.#spans.first();
      if (body === undefined) return;
      const delivery = await this.#collector.send('/v1/traces', body, this.#farewell.signal);
      if (delivery === 'kept') return;
      due -= this.#spans.shift();
      if (delivery === 'taken') this.#tellDropped();
    }
  }

  async #sendMetrics(signal?: AbortSignal): Promise<void> {
    this.#noteAll();
    if (this.#durations.isEmpty || (signal === undefined && this.#collector.isResting)) return;
    const records = this.#durations.records(this.#microseconds(this.#parts.clock.monotonicMs()));
    await this.#collector.send('/v1/metrics', metricsBody(records, this.#sender), signal);
  }

  #tellDropped(): void {
    const nowMs = this.#parts.clock.monotonicMs();
    if (this.#dropped === 0 || nowMs < this.#silentUntilMs) return;
    this.#silentUntilMs = nowMs + TOLD_EVERY_MS;
    this.#parts.log.warn('Telemetry was dropped while its collector was away or too slow', {
      spans: this.#dropped,
    });
    this.#dropped = 0;
  }

  #every(name: string, ms: number, run: () => Promise<void>): void {
    const next = (): void => {
      this.#timers.set(
        name,
        this.#parts.clock.after(ms, () => {
          void run(); // Never rejects: a collector that fails is an answer.
          next();
        }),
      );
    };
    next();
  }

  #microseconds(monotonicMs: number): number {
    return Math.round((this.#zeroMs + monotonicMs) * 1_000);
  }
}

/** A call that is over. */
interface Ended {
  readonly call: TracedCall;
  readonly context: TraceContext;
  readonly parent: TraceContext | undefined;
  readonly startMs: number;
  readonly endMs: number;
  readonly error: string | undefined;
}

/** Few of them: they make the series of the metrics too. */
function kindOf({ side, tool, server, transport }: TracedCall, error: string | undefined): Kind {
  return {
    name: `mcp.${side}.operation.duration`,
    key: `${side}\n${server}\n${tool}\n${transport}\n${error}`,
    span: () => ({
      name: `tools/call ${tool}`,
      side,
      isError: error !== undefined,
      attributes: {
        'mcp.method.name': 'tools/call',
        'gen_ai.operation.name': 'execute_tool',
        'gen_ai.tool.name': tool,
        ...(server === undefined ? {} : { 'switchyard.server.name': server }),
        ...(transport === undefined ? {} : { 'network.transport': transport }),
        ...(error === undefined ? {} : { 'error.type': error }),
      },
    }),
  };
}
