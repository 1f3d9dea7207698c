import type { Clock } from '../../core/support/clock';
import type { Disposable } from '../../core/support/disposable';
import type { Log } from '../../core/support/log';
import type { Redactor } from '../../core/support/redactor';
import type { Trace, TracedCall, Tracer } from '../../core/support/tracer';
import type { TelemetryPlan, Tracing } from './tracing';

interface TelemetryParts {
  readonly clock: Clock;
  readonly log: Log;
  readonly redactor: Redactor;
  readonly version: string;
}

/** Telemetry that is off until somebody asks for it: the code that measures and sends is not even loaded before. */
export class Telemetry implements Tracer, Disposable {
  readonly #parts: TelemetryParts;
  #tracing: Tracing | undefined;
  /** The newest wish: loading takes a moment. */
  #wanted: TelemetryPlan | undefined;

  constructor(parts: TelemetryParts) {
    this.#parts = parts;
  }

  /** Measures by this plan from now on; undefined: not at all. What was measured before is sent where it was meant to go. */
  async use(plan: TelemetryPlan | undefined): Promise<void> {
    this.#wanted = plan;
    const before = this.#tracing;
    this.#tracing = undefined;
    const closing = before?.close();
    if (plan !== undefined) {
      const { Tracing } = await import('./tracing');
      if (this.#wanted === plan) this.#tracing = new Tracing(plan, this.#parts);
    }
    await closing;
  }

  begin(call: TracedCall): Trace | undefined {
    return this.#tracing?.begin(call);
  }

  /** Sends what is left, for a moment at most. */
  async close(): Promise<void> {
    await this.use(undefined);
  }

  dispose(): void {
    this.#tracing?.dispose();
    this.#tracing = undefined;
  }
}
