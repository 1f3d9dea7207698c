/** The forms of OTLP/HTTP with JSON (opentelemetry-proto 1.x): ids as hex digits, 64-bit numbers as text. */

/** What is told of a span or a series. */
export type Attributes = Readonly<Record<string, string | number | boolean>>;

/** A call that is over. */
export interface SpanRecord {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string | undefined;
  readonly traceState: string | undefined;
  readonly name: string;
  readonly side: 'server' | 'client';
  readonly startNano: bigint;
  readonly endNano: bigint;
  readonly attributes: Attributes;
  readonly isError: boolean;
}

/** How long calls of one kind took, all since `startNano`. */
export interface HistogramRecord {
  readonly name: string;
  readonly description: string;
  readonly attributes: Attributes;
  readonly startNano: bigint;
  readonly timeNano: bigint;
  readonly count: number;
  readonly sum: number;
  readonly bounds: readonly number[];
  readonly buckets: readonly number[];
}

/** Who sends. */
export interface Sender {
  readonly version: string;
  /** Of this run of the program. */
  readonly instance: string;
}

const KINDS = { server: 2, client: 3 } as const;
const STATUS_ERROR = 2;
const CUMULATIVE = 2;

/** The body of `POST /v1/traces`. */
export function tracesBody(spans: readonly SpanRecord[], sender: Sender): string {
  return JSON.stringify({
    resourceSpans: [
      { resource: resourceOf(sender), scopeSpans: [{ scope: scopeOf(sender), spans: spans.map(spanOf) }] },
    ],
  });
}

/** The body of `POST /v1/metrics`. */
export function metricsBody(histograms: readonly HistogramRecord[], sender: Sender): string {
  const names = [...new Set(histograms.map(({ name }) => name))];
  const metrics = names.map(name => {
    const series = histograms.filter(histogram => histogram.name === name);
    return {
      name,
      description: series[0]?.description ?? '',
      unit: 's',
      histogram: { aggregationTemporality: CUMULATIVE, dataPoints: series.map(pointOf) },
    };
  });
  return JSON.stringify({
    resourceMetrics: [{ resource: resourceOf(sender), scopeMetrics: [{ scope: scopeOf(sender), metrics }] }],
  });
}

function spanOf(span: SpanRecord) {
  return {
    traceId: span.traceId,
    spanId: span.spanId,
    ...(span.parentSpanId === undefined ? {} : { parentSpanId: span.parentSpanId }),
    ...(span.traceState === undefined ? {} : { traceState: span.traceState }),
    name: span.name,
    kind: KINDS[span.side],
    startTimeUnixNano: String(span.startNano),
    endTimeUnixNano: String(span.endNano),
    attributes: listOf(span.attributes),
    status: span.isError ? { code: STATUS_ERROR } : {},
  };
}

function pointOf(histogram: HistogramRecord) {
  return {
    attributes: listOf(histogram.attributes),
    startTimeUnixNano: String(histogram.startNano),
    timeUnixNano: String(histogram.timeNano),
    count: String(histogram.count),
    sum: histogram.sum,
    bucketCounts: histogram.buckets.map(String),
    explicitBounds: histogram.bounds,
  };
}

function resourceOf({ version, instance }: Sender) {
  return {
    attributes: listOf({
      'service.name': 'switchyard',
      'service.version': version,
      'service.instance.id': instance,
    }),
  };
}

function scopeOf({ version }: Sender) {
  return { name: 'switchyard', version };
}

function listOf(attributes: Attributes) {
  return Object.entries(attributes).map(([key, value]) => ({ key, value: valueOf(value) }));
}

function valueOf(value: string | number | boolean) {
  if (typeof value === 'string') return { stringValue: value };
  return typeof value === 'boolean' ? { boolValue: value } : { doubleValue: value };
}
