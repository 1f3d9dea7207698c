import { ExpiryTimer } from '../../core/coordination/expiryTimer';
import { commitOnce, type Done, type Once, readShared } from '../../core/coordination/once';
import { tell } from '../../core/coordination/tell';
import type { Correlation } from '../../core/journal/event';
import type { ModuleParts } from '../../core/resources/joinedModule';
import { type Disposable, DisposableStore } from '../../core/support/disposable';
import { coordinationError } from '../../core/coordination/coordinationError';
import type { SessionId } from '../../shared/ids';
import { type AreaLease, type LeaseBeside, LeaseNews, leasesOf } from './areaLeases';
import { BoundsWatcher, type WatcherCounts } from './boundsWatcher';
import { netDomain } from './netDomain';
import type { AgentSpec, ManualBid, NetFact, NetWish } from './netFacts';
import {
  type Agent,
  type Bounds,
  type Call,
  type CallSpec,
  earliestDeadline,
  emptyNet,
  type Net,
} from './netState';

/** Who asks, and what makes the request a repeatable one. */
export interface Asked {
  readonly origin: Correlation;
  readonly once?: Once | undefined;
}

/** A call as it is after a change. */
export interface Changed {
  readonly call: Call;
  readonly isReplay: boolean;
}

/** The one door to the contract net: who is offered what, who bids, and who gets it. */
export class ContractNet implements Disposable {
  readonly #parts: ModuleParts;
  readonly #owned = new DisposableStore();
  readonly #expiry: ExpiryTimer;
  readonly watcher: BoundsWatcher;
  readonly #leaseNews = new LeaseNews();

  constructor(parts: ModuleParts) {
    this.#parts = parts;
    this.#expiry = this.#owned.add(
      new ExpiryTimer(parts, {
        earliest: () => earliestDeadline(this.net),
        expire: async () => void (await this.#commit({ verb: 'expire' }, { origin: {} })),
      }),
    );
    this.watcher = this.#owned.add(
      new BoundsWatcher({
        clock: parts.clock,
        bounds: () => this.bounds(),
        hasOpenCalls: () => [...this.net.calls.values()].some(({ status }) => status === 'open'),
        refresh: async bounds => await this.#refreshAll(bounds),
        told: counts => this.#told(counts),
      }),
    );
    this.#owned.add(
      parts.bus.subscribe(({ stream }) => {
        if (stream === netDomain.name) this.#expiry.follow();
        // Where nobody announces anything, nobody waits for it.
        else if (stream === 'stigmergy' && this.net.calls.size > 0) this.watcher.changed();
      }),
    );
  }

  /** What is kept. For looking only. */
  get net(): Net {
    return readShared({ ...this.#parts, domain: netDomain }, emptyNet);
  }

  /** Areas that agents have by their awards. */
  leases(): readonly AreaLease[] {
    return leasesOf(this.net, this.#parts.clock.now());
  }

  /** Others' leases in the areas of a session's tasks that it was not told of. */
  leaseNews(session: SessionId): readonly LeaseBeside[] {
    // Asked with every answer of the tracker.
    if (this.net.calls.size === 0) return [];
    return this.#leaseNews.take(session, this.#parts.workflows.running(), this.leases());
  }

  /** How strong the trails of the workspace are; null where there are none. */
  bounds(): Bounds | null {
    const { stigmergy } = this.#parts.doors();
    return stigmergy.size === 0 ? null : stigmergy.snapshot(0).bounds;
  }

  /** @throws {Refusal} E-CNP-NOTFOUND */
  find(id: string): Call {
    const call = this.net.calls.get(id);
    if (call !== undefined) return call;
    throw coordinationError('E-CNP-NOTFOUND', {
      message: 'No call has this ID.',
      hint: 'call cnp_list for the calls',
      details: { call_id: id },
    });
  }

  /** Lets an agent be given work, or says anew what it is. @throws {Refusal} E-CNP-LIMIT */
  async register(agent: AgentSpec, asked: Asked): Promise<Agent> {
    await this.#commit({ verb: 'register', agent }, asked);
    const known = this.net.agents.get(agent.id);
    if (known === undefined) throw new Error('Registering gave no agent.');
    return known;
  }

  /** Gives an agent no more work; what it has, it keeps. @throws {Refusal} E-CNP-NOTFOUND */
  async unregister(agent: string, asked: Asked): Promise<void> {
    await this.#commit({ verb: 'unregister', agent }, asked);
  }

  /** Offers a task, and awards it at once where that is wished. @throws {Refusal} E-CNP-NO-BIDS, E-CNP-LIMIT */
  async announce(
    call: Omit<CallSpec, 'id'>,
    bids: readonly ManualBid[],
    isAwarded: boolean,
    asked: Asked,
  ): Promise<Changed> {
    const id = `${call.task}:${this.#parts.ids.next()}`;
    const wish = { verb: 'announce', call: { ...call, id }, bids, bounds: this.bounds(), isAwarded } as const;
    const { facts, isReplay } = await this.#commit(wish, asked);
    const fact = facts.find(each => each.type === 'cnp_call_announced');
    return { call: this.find(fact?.spec.id ?? id), isReplay };
  }

  /** Changes a call. @throws {Refusal} as `decideNet` */
  async change(
    wish: Extract<NetWish, { verb: 'bid' | 'refuse' | 'award' | 'complete' | 'cancel' }>,
    asked: Asked,
  ): Promise<Changed> {
    const { isReplay } = await this.#commit(wish, asked);
    return { call: this.find(wish.call), isReplay };
  }

  /** Has one open call take bounds, and bids that are made here made anew. Gives whose bids were. @throws {Refusal} as `decideNet` */
  async refresh(
    id: string,
    how: { readonly bounds: Bounds | null; readonly rebids: boolean; readonly includesNew: boolean },
    asked: Asked,
  ): Promise<readonly string[]> {
    const { facts } = await this.#commit({ verb: 'refresh', call: id, ...how }, asked);
    return facts.flatMap(fact =>
      fact.type === 'cnp_bid_recorded' || fact.type === 'cnp_bid_updated' ? [fact.bid.agent] : [],
    );
  }

  dispose(): void {
    this.#owned.dispose();
  }

  async #refreshAll(bounds: Bounds | null): Promise<void> {
    try {
      await this.#commit({ verb: 'refresh', bounds, rebids: true, includesNew: true }, { origin: {} });
    } catch (error) {
      this.#parts.log.debug('Open calls could not be refreshed', { error: String(error) });
    }
  }

  #told({ lastBounds, ...counts }: WatcherCounts): void {
    const payload = { msg: 'cnp_watcher_telemetry', ...counts, lastBounds };
    tell(this.#parts, { cat: 'contract_net', kind: 'cnp_watcher_telemetry', level: 'debug', payload }, {});
  }

  async #commit(wish: NetWish, { origin, once }: Asked): Promise<Done<NetFact>> {
    const asked = once === undefined ? { wish } : { wish, once };
    return await commitOnce({ ...this.#parts, domain: netDomain }, asked, origin);
  }
}
