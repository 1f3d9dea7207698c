import { randomUUID } from 'node:crypto';
import type { Clock } from '../../core/support/clock';
import type { Disposable } from '../../core/support/disposable';
import type { Log } from '../../core/support/log';
import type { Redactor } from '../../core/support/redactor';
import type { Trace, TracedCall, Tracer } from '../../core/support/tracer';
import { Collector, type CollectorPlace } from './collector';
import { Durations, type Kind } from './durations';
import { type Attributes, metricsBody, type Sender, spanBytes, tracesBody } from './otlpJson';
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

/** Spans that are kept (chosen here, near what OpenTelemetry's own SDKs do): about 2.5 MB while a collector is away. */
const MAX_QUEUE = 4_096;
/** Spans that are kept unwritten at most, and how long nobody must have called until they are written. */
const MAX_ENDED = MAX_QUEUE / 2;
const QUIET_MS = 50;
const BATCH = 512;
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
  /** Calls that are over, whose spans are not written yet: that is done between calls, so that none pays for another one's. */
  #ended: Ended[] = [];
  #isWaiting = false;
  /** As they are sent. */
  readonly #spans: Buffer[] = [];
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
    this.#sender = { version, instance: randomUUID() };
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
        const isLast = this.#ended.length + 1 >= MAX_ENDED;
        const { side, tool, server, transport, session } = call;
        const told = { side, tool, server, transport, session };
        const content = this.#plan.includesContent ? { input: call.input, result } : undefined;
        this.#ended.push({
          call: told,
          context,
          parent,
          startMs,
          endMs: clock.monotonicMs(),
          error,
          content,
        });
        if (isLast) this.#writeAndSend();
        // Arguments and results may be large: they are not kept until nobody calls.
        else if (content !== undefined) this.#writeSoon();
        else if (!this.#isWaiting) this.#awaitQuiet();
      },
    };
  }

  /** Sends what is left, for a moment at most. */
  async close(): Promise<void> {
    this.dispose();
    this.#writeEnded();
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

  /** Counts the calls that are over, and writes their spans. */
  #writeEnded(): void {
    const over = this.#ended;
    this.#ended = [];
    for (const ended of over) {
      const seconds = (ended.endMs - ended.startMs) / 1_000;
      const common = this.#durations.record(kindOf(ended.call, ended.error), seconds);
      if (ended.context.isSampled) this.#keep(ended, common);
    }
  }

  /** Writes once the answers are on their way. */
  #writeSoon(): void {
    if (this.#ended.length === 1) setImmediate(() => this.#writeAndSend());
  }

  /** Writes when nobody has called for a moment. One timer at a time: calls come by the thousand. */
  #awaitQuiet(ms = QUIET_MS): void {
    this.#isWaiting = true;
    this.#timers.set(
      'quiet',
      this.#parts.clock.after(ms, () => {
        const quietMs = this.#parts.clock.monotonicMs() - (this.#ended.at(-1)?.endMs ?? 0);
        if (quietMs < QUIET_MS) {
          this.#awaitQuiet(QUIET_MS - quietMs);
          return;
        }
        this.#isWaiting = false;
        this.#writeAndSend();
      }),
    );
  }

  #writeAndSend(): void {
    this.#writeEnded();
    if (this.#spans.length >= BATCH && this.#sending === undefined && !this.#collector.isResting)
      void this.#sendSpans();
  }

  /** `common`: its attributes that others of its kind have too, as they are sent. */
  #keep({ call, context, parent, startMs, endMs, error, content }: Ended, common: string): void {
    if (this.#spans.length >= MAX_QUEUE) {
      this.#dropped++;
      return;
    }
    const span = spanBytes({
      traceId: context.traceId,
      spanId: context.spanId,
      parentSpanId: parent?.spanId,
      traceState: context.state,
      name: `tools/call ${call.tool}`,
      side: call.side,
      startUs: this.#microseconds(startMs),
      endUs: this.#microseconds(endMs),
      common,
      own: {
        ...(call.session === undefined ? {} : { 'mcp.session.id': call.session }),
        ...(content === undefined ? {} : this.#contentOf(content)),
      },
      isError: error !== undefined,
    });
    this.#spans.push(span);
  }

  #contentOf({ input, result }: Content): Attributes {
    const { redactor } = this.#parts;
    const textOf = (value: unknown): string =>
      redactor.text(JSON.stringify(value) ?? '').slice(0, MAX_CONTENT);
    return {
      'gen_ai.tool.call.arguments': textOf(input),
      ...(result === undefined ? {} : { 'gen_ai.tool.call.result': textOf(result) }),
    };
  }

  /** One at a time: a slow collector is never asked twice. */
  async #sendSpans(signal?: AbortSignal): Promise<void> {
    this.#writeEnded();
    this.#sending ??= this.#sendBatches(signal).finally(() => {
      this.#sending = undefined;
    });
    await this.#sending;
  }

  /** Sends what there is now. Of what comes meanwhile, whole batches: the rest waits for others. */
  async #sendBatches(signal?: AbortSignal): Promise<void> {
    let due = this.#spans.length;
    for (let next = this.#nextBatch(signal); next !== undefined; next = this.#nextBatch(signal)) {
      const body = tracesBody(next, this.#sender);
      const delivery = await this.#collector.send('/v1/traces', body, this.#farewell.signal);
      if (delivery === 'kept') return;
      this.#spans.splice(0, next.length);
      if (delivery === 'taken') this.#tellDropped();
      due -= next.length;
      if (due <= 0 && this.#spans.length < BATCH) return;
    }
  }

  /** Undefined where there is none, or a collector that failed is left alone; at the end it is asked once more. */
  #nextBatch(signal: AbortSignal | undefined): readonly Buffer[] | undefined {
    const isLeftAlone = signal === undefined && this.#collector.isResting;
    return isLeftAlone || this.#spans.length === 0 ? undefined : this.#spans.slice(0, BATCH);
  }

  async #sendMetrics(signal?: AbortSignal): Promise<void> {
    this.#writeEnded();
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

/** What is sent of a call only where the user asks for it. */
interface Content {
  readonly input: unknown;
  readonly result: unknown;
}

/** What a span tells of its call: not what may be large. */
type ToldCall = Omit<TracedCall, 'meta' | 'input'>;

/** A call that is over. */
interface Ended {
  readonly call: ToldCall;
  readonly context: TraceContext;
  readonly parent: TraceContext | undefined;
  readonly startMs: number;
  readonly endMs: number;
  readonly error: string | undefined;
  readonly content: Content | undefined;
}

/** Few of them: they make the series of the metrics too. */
function kindOf({ side, tool, server, transport }: ToldCall, error: string | undefined): Kind {
  return {
    name: `mcp.${side}.operation.duration`,
    key: [side, server, tool, transport, error].join('\n'),
    attributes: () => ({
      'mcp.method.name': 'tools/call',
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': tool,
      ...(server === undefined ? {} : { 'switchyard.server.name': server }),
      ...(transport === undefined ? {} : { 'network.transport': transport }),
      ...(error === undefined ? {} : { 'error.type': error }),
    }),
  };
}
