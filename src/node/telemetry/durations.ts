import { type Attributes, type HistogramRecord, kindText, type SpanKind } from './otlpJson';

/** Seconds, as the conventions for MCP advise. */
const BOUNDS = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 60, 120, 300] as const;
/** Series that are kept; what comes above is counted in one that names nothing (chosen here). */
const MAX_SERIES = 2_000;
const DESCRIPTIONS = {
  'mcp.server.operation.duration':
    'Duration of the MCP request as observed on the receiver from the time it was received until the result is sent.',
  'mcp.client.operation.duration':
    'Duration of the MCP request as observed on the sender from the time it was sent until the response is received.',
} as const;

/** The specification's own way to say that there were too many. */
const OVERFLOW: Attributes = { 'otel.metric.overflow': true };

type DurationName = keyof typeof DESCRIPTIONS;

interface Series {
  readonly name: DurationName;
  readonly attributes: Attributes;
  /** What its spans have in common, as it is sent. */
  readonly text: string;
  count: number;
  sum: number;
  readonly buckets: number[];
}

/** Calls that have their attributes in common. */
export interface Kind {
  readonly name: DurationName;
  /** Tells it from others; cheaper to make than what it stands for. */
  readonly key: string;
  readonly span: () => SpanKind;
}

/** How long calls took, by what they were: bounded, whatever comes. */
export class Durations {
  readonly #series = new Map<string, Series>();
  readonly #startUs: number;

  constructor(startUs: number) {
    this.#startUs = startUs;
  }

  get isEmpty(): boolean {
    return this.#series.size === 0;
  }

  /** Counts one call. @returns what spans of its kind have in common, as it is sent */
  record(kind: Kind, seconds: number): string {
    const series = this.#seriesOf(kind);
    const above = BOUNDS.findIndex(bound => seconds <= bound);
    const bucket = above === -1 ? BOUNDS.length : above;
    series.buckets[bucket] = (series.buckets[bucket] ?? 0) + 1;
    series.count++;
    series.sum += seconds;
    return series.attributes === OVERFLOW ? kindText(kind.span()) : series.text;
  }

  /** All that was counted until now. */
  records(timeUs: number): readonly HistogramRecord[] {
    return [...this.#series.values()].map(series => ({
      ...series,
      description: DESCRIPTIONS[series.name],
      startUs: this.#startUs,
      timeUs,
      bounds: BOUNDS,
    }));
  }

  #seriesOf({ name, key, span }: Kind): Series {
    const known = this.#series.get(key);
    if (known !== undefined) return known;
    if (this.#series.size < MAX_SERIES) {
      const kind = span();
      return this.#begin(key, name, kind.attributes, kindText(kind));
    }
    const last = `${name} and more`;
    return this.#series.get(last) ?? this.#begin(last, name, OVERFLOW, '');
  }

  #begin(key: string, name: DurationName, attributes: Attributes, text: string): Series {
    const buckets = Array.from({ length: BOUNDS.length + 1 }, () => 0);
    const series: Series = { name, attributes, text, count: 0, sum: 0, buckets };
    this.#series.set(key, series);
    return series;
  }
}
