import type { Instant } from '../../../core/support/clock';

/** Something that gives a reactive run a tick. */
export type SchedulerEvent =
  | {
      readonly type: 'taskReady';
      readonly node: string;
      readonly criticality?: number;
      readonly pheromone?: number;
    }
  | {
      readonly type: 'taskDone';
      readonly node: string;
      readonly isSuccess: boolean;
      readonly durationMs: number;
    }
  | { readonly type: 'blackboardChanged'; readonly key: string; readonly importance?: number }
  | { readonly type: 'stigmergyChanged'; readonly node: string; readonly intensity: number };

/** An event that waits for its tick. */
export interface Queued {
  readonly event: SchedulerEvent;
  /** Before it is aged. */
  readonly base: number;
  readonly enqueuedAt: Instant;
  readonly sequence: number;
}

/** What is told of an event that came, or was taken: no values, only how the queue stands. */
export interface SchedulerNews {
  readonly event_type: SchedulerEvent['type'];
  readonly msg: string;
  readonly pending_before: number;
  readonly pending: number;
  readonly pending_after: number;
  readonly base_priority: number;
  readonly priority: number;
  readonly enqueued_at: Instant;
  readonly sequence: number;
  readonly ticks: number;
}

const BASE = { taskReady: 100, taskDone: 70, blackboardChanged: 55, stigmergyChanged: 45 } as const;
/** What an event gains with each millisecond. */
const AGE_PER_MS = 0.01;
/** And what it gains at first, and less and less later: so that none waits for ever. */
const AGE_FACTOR = 35;
const AGE_SPAN_MS = 3_000;
/** Most that waits; of the rest, the least important goes (chosen here). */
const MAX_PENDING = 1_000;

/** How important an event is when it comes. */
export function basePriority(event: SchedulerEvent): number {
  const base = BASE[event.type];
  switch (event.type) {
    case 'taskReady':
      return base + (event.criticality ?? 0) * 10 + (event.pheromone ?? 0);
    case 'taskDone':
      return base + (event.isSuccess ? 0 : 20) + Math.max(0, 10 - Math.floor(event.durationMs / 100));
    case 'blackboardChanged':
      return base + (event.importance ?? 0) * 5;
    case 'stigmergyChanged':
      return base + event.intensity;
  }
}

/** How important it is after waiting so long, in milliseconds. */
export function agedPriority(base: number, ageMs: number): number {
  return base + ageMs * AGE_PER_MS + AGE_FACTOR * Math.log(1 + ageMs / AGE_SPAN_MS);
}

/** Events of a reactive run in the order of their importance. Of equal ones, the older goes first. */
export class Scheduler {
  #queue: Queued[] = [];
  #sequence = 0;

  get pending(): number {
    return this.#queue.length;
  }

  add(event: SchedulerEvent, now: Instant): Queued {
    if (event.type === 'stigmergyChanged') this.#reprice(event.node, event.intensity);
    this.#sequence += 1;
    const queued = { event, base: basePriority(event), enqueuedAt: now, sequence: this.#sequence };
    this.#queue.push(queued);
    if (this.#queue.length > MAX_PENDING) {
      const least = this.#queue.reduce((a, b) => (b.base <= a.base ? b : a));
      this.#queue = this.#queue.filter(other => other !== least);
    }
    return queued;
  }

  /** Takes the most important event, with its priority now. */
  next(now: Instant): { readonly queued: Queued; readonly priority: number } | undefined {
    let best: { readonly queued: Queued; readonly priority: number } | undefined;
    for (const queued of this.#queue) {
      const priority = agedPriority(queued.base, Math.max(0, now - queued.enqueuedAt));
      if (best === undefined || priority > best.priority) best = { queued, priority };
    }
    if (best !== undefined) this.#queue = this.#queue.filter(other => other !== best?.queued);
    return best;
  }

  /** What waits for a node is as attractive as the node is now. */
  #reprice(node: string, pheromone: number): void {
    this.#queue = this.#queue.map(queued => {
      const { event } = queued;
      if (event.type !== 'taskReady' || event.node !== node) return queued;
      const repriced = { ...event, pheromone };
      return { ...queued, event: repriced, base: basePriority(repriced) };
    });
  }
}
