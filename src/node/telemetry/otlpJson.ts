/** The forms of OTLP/HTTP with JSON (opentelemetry-proto 1.x): ids as hex digits, 64-bit numbers as text. */

/** What is told of a span or a series. */
export type Attributes = Readonly<Record<string, string | number | boolean>>;

/** A call that is over. Times are microseconds since 1970. */
export interface SpanRecord {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string | undefined;
  readonly traceState: string | undefined;
  readonly name: string;
  readonly side: 'server' | 'client';
  readonly startUs: number;
  readonly endUs: number;
  /** `attributesText` of what it has in common with others. */
  readonly common: string;
  /** What is its own. */
  readonly own: Attributes;
  readonly isError: boolean;
}

/** How long calls of one kind took, all since `startUs`. */
export interface HistogramRecord {
  readonly name: string;
  readonly description: string;
  readonly attributes: Attributes;
  readonly startUs: number;
  readonly timeUs: number;
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
const SPACE = 0x20;

/** The body of `POST /v1/traces`. `spans`: as `spanBytes` writes them, one at least. */
export function tracesBody(spans: readonly Buffer[], sender: Sender): Buffer {
  const [resource, scope] = [resourceOf(sender), scopeOf(sender)].map(part => JSON.stringify(part));
  const start = `{"resourceSpans":[{"resource":${resource},"scopeSpans":[{"scope":${scope},"spans":[`;
  const body = Buffer.concat([Buffer.from(start), ...spans, Buffer.from(']}]}]}')]);
  // The first one needs no comma before it, and JSON takes a space there.
  body[Buffer.byteLength(start)] = SPACE;
  return body;
}

/**
 * A span as it is sent, behind a comma. Put together by hand: most of it is the same for all calls of a tool, and each call pays for the rest.
 * As bytes, and at once: texts that are joined later cost five times as much (measured).
 */
export function spanBytes(span: SpanRecord): Buffer {
  const { parentSpanId, traceState, own, common } = span;
  const attributes = [common, attributesText(own)].filter(text => text !== '').join(',');
  return Buffer.from(
    `,{"traceId":"${span.traceId}","spanId":"${span.spanId}"` +
      (parentSpanId === undefined ? '' : `,"parentSpanId":"${parentSpanId}"`) +
      (traceState === undefined ? '' : `,"traceState":${JSON.stringify(traceState)}`) +
      `,"name":${JSON.stringify(span.name)},"kind":${KINDS[span.side]}` +
      `,"startTimeUnixNano":"${nano(span.startUs)}","endTimeUnixNano":"${nano(span.endUs)}"` +
      `,"attributes":[${attributes}],"status":${span.isError ? `{"code":${STATUS_ERROR}}` : '{}'}}`,
  );
}

/** Attributes as they are sent, without the brackets around them. */
export function attributesText(attributes: Attributes): string {
  return JSON.stringify(listOf(attributes)).slice(1, -1);
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

function pointOf(histogram: HistogramRecord) {
  return {
    attributes: listOf(histogram.attributes),
    startTimeUnixNano: nano(histogram.startUs),
    timeUnixNano: nano(histogram.timeUs),
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

/** Nanoseconds, which are too many for a number. */
function nano(microseconds: number): string {
  return `${microseconds}000`;
}
