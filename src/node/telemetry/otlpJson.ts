/** The forms of OTLP/HTTP with JSON (opentelemetry-proto 1.x): ids as hex digits, 64-bit numbers as text. */

import type { DocumentFrame } from './spanQueue';

/** What is told of a span or a series. */
export type Attributes = Readonly<Record<string, string | number | boolean>>;

/** What tells a call that is over from others of its kind. Times are microseconds since 1970. */
export interface SpanRecord {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string | undefined;
  readonly traceState: string | undefined;
  readonly startUs: number;
  readonly endUs: number;
  /** `attributesText` of what is its own, which may be nothing. */
  readonly own: string;
}

/** What calls of one kind have in common. */
export interface SpanKind {
  readonly name: string;
  readonly side: 'server' | 'client';
  readonly attributes: Attributes;
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

/** What stands around the spans in the body of `POST /v1/traces`. */
export function tracesFrame(sender: Sender): DocumentFrame {
  const [resource, scope] = [resourceOf(sender), scopeOf(sender)].map(part => JSON.stringify(part));
  return {
    head: `{"resourceSpans":[{"resource":${resource},"scopeSpans":[{"scope":${scope},"spans":[`,
    tail: ']}]}]}',
  };
}

/** What spans of a kind have in common, as it is sent. Its list of attributes is left open for those of a call. */
export function kindText({ name, side, attributes, isError }: SpanKind): string {
  return (
    `"name":${JSON.stringify(name)},"kind":${KINDS[side]}` +
    `,"status":${isError ? `{"code":${STATUS_ERROR}}` : '{}'}` +
    `,"attributes":[${attributesText(attributes)}`
  );
}

/** A span as it is sent. Put together by hand: each call pays for it. `kind`: the `kindText` of its kind. */
export function spanText(span: SpanRecord, kind: string): string {
  const { parentSpanId, traceState, own } = span;
  return (
    `{"traceId":"${span.traceId}","spanId":"${span.spanId}"` +
    (parentSpanId === undefined ? '' : `,"parentSpanId":"${parentSpanId}"`) +
    (traceState === undefined ? '' : `,"traceState":${JSON.stringify(traceState)}`) +
    `,"startTimeUnixNano":"${nano(span.startUs)}","endTimeUnixNano":"${nano(span.endUs)}",${kind}` +
    (own === '' ? ']}' : `,${own}]}`)
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

const MICROSECONDS = 1_000_000;
/** Most spans end within the second of the one before, and digits of a large number are costly. */
let second = 0;
let secondText = '0';

/** Nanoseconds, which are too many for a number. */
function nano(microseconds: number): string {
  const now = Math.floor(microseconds / MICROSECONDS);
  if (now !== second) {
    second = now;
    secondText = String(now);
  }
  const rest = String(MICROSECONDS + (microseconds - now * MICROSECONDS)).slice(1);
  return `${secondText}${rest}000`;
}
