import type { Attributes, HistogramRecord } from './otlpJson';

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

type DurationName = keyof typeof DESCRIPTIONS;

interface Series {
  readonly name: DurationName;
  readonly attributes: Attributes;
  count: number;
  sum: number;
  readonly buckets: number[];
}

/** How long calls took, by what they were: bounded, whatever comes. */
export class Durations {
  readonly #series = new Map<string, Series>();
  readonly #startNano: bigint;

  constructor(startNano: bigint) {
    this.#startNano = startNano;
  }

  get isEmpty(): boolean {
    return this.#series.size === 0;
  }

  /** Counts one call. */
  record(name: DurationName, seconds: number, attributes: Attributes): void {
    const series = this.#seriesOf(name, attributes);
    const above = BOUNDS.findIndex(bound => seconds <= bound);
    const bucket = above === -1 ? BOUNDS.length : above;
    series.buckets[bucket] = (series.buckets[bucket] ?? 0) + 1;
    series.count++;
    series.sum += seconds;
  }

  /** All that was counted until now. */
  records(timeNano: bigint): readonly HistogramRecord[] {
    return [...this.#series.values()].map(series => ({
      ...series,
      description: DESCRIPTIONS[series.name],
      startNano: this.#startNano,
      timeNano,
      bounds: BOUNDS,
    }));
  }

  #seriesOf(name: DurationName, attributes: Attributes): Series {
    const key = `${name}\n${JSON.stringify(attributes)}`;
    const known = this.#series.get(key);
    if (known !== undefined) return known;
    // The specification's own way to say that there were too many.
    const isOverflow = this.#series.size >= MAX_SERIES && attributes['otel.metric.overflow'] !== true;
    if (isOverflow) return this.#seriesOf(name, { 'otel.metric.overflow': true });
    const buckets = Array.from({ length: BOUNDS.length + 1 }, () => 0);
    const made: Series = { name, attributes, count: 0, sum: 0, buckets };
    this.#series.set(key, made);
    return made;
  }
}
