import { text } from 'node:stream/consumers';
import { type Answer, listen } from './httpListener';

/** A span as it arrived, with what a test looks at. */
export interface SeenSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly traceState?: string;
  readonly name: string;
  readonly kind: number;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly status: { readonly code?: number };
  readonly attributes: Readonly<Record<string, unknown>>;
}

/** A histogram's series as it arrived. */
export interface SeenSeries {
  readonly name: string;
  readonly unit: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly count: number;
}

type Pair = { readonly key: string; readonly value: Readonly<Record<string, unknown>> };
type Document = {
  readonly resourceSpans?: readonly {
    readonly scopeSpans: readonly {
      readonly spans: readonly (Omit<SeenSpan, 'attributes'> & { attributes: Pair[] })[];
    }[];
  }[];
  readonly resourceMetrics?: readonly {
    readonly scopeMetrics: readonly {
      readonly metrics: readonly {
        readonly name: string;
        readonly unit: string;
        readonly histogram: {
          readonly dataPoints: readonly { readonly attributes: Pair[]; readonly count: string }[];
        };
      }[];
    }[];
  }[];
};

/** A collector of OTLP over HTTP with JSON on loopback, which reads what it gets and can be told to fail. */
export class OtlpReceiver {
  readonly spans: SeenSpan[] = [];
  readonly series: SeenSeries[] = [];
  readonly bodies: string[] = [];
  readonly headers: Readonly<Record<string, unknown>>[] = [];
  readonly requests: string[] = [];
  /** What it answers with. */
  status = 200;
  #listening: Awaited<ReturnType<typeof listen>> | undefined;
  #waiting: (() => void)[] = [];

  /** @returns its base address */
  async open(): Promise<string> {
    this.#listening = await listen(this.#answer);
    return this.#listening.origin;
  }

  close(): void {
    this.#listening?.close();
  }

  /** Resolves when it holds what is asked for. */
  async until(holds: (receiver: this) => boolean): Promise<void> {
    while (!holds(this)) await new Promise<void>(resolve => void this.#waiting.push(resolve));
  }

  readonly #answer: Answer = (request, response) => {
    void text(request).then(body => {
      this.requests.push(String(request.url));
      if (this.status === 200) {
        this.bodies.push(body);
        this.headers.push(request.headers);
        this.#read(JSON.parse(body) as Document);
      }
      response.writeHead(this.status, { 'content-type': 'application/json' }).end('{}');
      for (const wake of this.#waiting.splice(0)) wake();
    });
  };

  #read({ resourceSpans = [], resourceMetrics = [] }: Document): void {
    for (const { spans } of resourceSpans.flatMap(({ scopeSpans }) => scopeSpans))
      this.spans.push(...spans.map(span => ({ ...span, attributes: readable(span.attributes) })));
    for (const { metrics } of resourceMetrics.flatMap(({ scopeMetrics }) => scopeMetrics))
      for (const { name, unit, histogram } of metrics)
        for (const { attributes, count } of histogram.dataPoints)
          this.series.push({ name, unit, attributes: readable(attributes), count: Number(count) });
  }
}

function readable(pairs: readonly Pair[]): Readonly<Record<string, unknown>> {
  return Object.fromEntries(pairs.map(({ key, value }) => [key, Object.values(value)[0]]));
}
