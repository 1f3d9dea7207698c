import type { Instant } from '../../core/support/clock';
import type { Task } from '../../core/workflow/model/state';
import { meetingAreas } from '../../core/workflow/verification/areasMeet';
import type { SessionId } from '../../shared/ids';
import type { Call, Net } from './netState';

/** Leases and tasks that are remembered as told; older ones may be told once more (chosen here). */
const MAX_TOLD = 2_000;

/** Areas that an awarded call gives its agent, until it is over. */
export interface AreaLease {
  readonly call: string;
  readonly task: string;
  readonly agent: string;
  readonly areas: readonly string[];
  readonly since: Instant;
  /** When it ends by itself; null: with the call. */
  readonly until: Instant | null;
}

/** Somebody else's lease that meets the areas of one's own task. */
export interface LeaseBeside {
  readonly own: Task;
  readonly lease: AreaLease;
  /** Areas of the own task in which both may change files. */
  readonly areas: readonly string[];
}

/** The leases that hold now, in the order of their calls. */
export function leasesOf({ calls }: Net, at: Instant): readonly AreaLease[] {
  return [...calls.values()].flatMap(call => leaseOf(call, at) ?? []);
}

function leaseOf({ id, task, status, award, areas = [], leaseMs = null }: Call, at: Instant) {
  if (status !== 'awarded' || award === null || areas.length === 0) return undefined;
  const until = leaseMs === null ? null : ((award.at + leaseMs) as Instant);
  if (until !== null && until <= at) return undefined;
  return { call: id, task, agent: award.agent, areas, since: award.at, until };
}

/** Whether a task is that of an agent: of its chat, or of a child by its name. */
export function isOf(agent: string, { session, caller }: Pick<Task, 'session' | 'caller'>): boolean {
  return agent === session || agent === caller?.name;
}

/** Tells agents of leases in the areas of their tasks, each once in this program. */
export class LeaseNews {
  readonly #told = new Set<string>();

  /** What a session was not told yet. `running`: all tasks that are worked on. */
  take(session: SessionId, running: readonly Task[], leases: readonly AreaLease[]): readonly LeaseBeside[] {
    if (leases.length === 0) return [];
    return running
      .filter(task => task.session === session)
      .flatMap(own =>
        leases.flatMap(lease => {
          const areas = isOf(lease.agent, own) ? [] : meetingAreas(own.areas, lease.areas);
          return areas.length > 0 && this.#isNew(`${own.id} ${lease.call}`) ? [{ own, lease, areas }] : [];
        }),
      );
  }

  #isNew(pair: string): boolean {
    if (this.#told.has(pair)) return false;
    this.#told.add(pair);
    const [oldest] = this.#told;
    if (this.#told.size > MAX_TOLD && oldest !== undefined) this.#told.delete(oldest);
    return true;
  }
}
