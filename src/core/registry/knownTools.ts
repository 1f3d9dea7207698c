import type { ServerId } from '../../shared/ids';
import type { Instant } from '../support/clock';
import { isRecord } from '../support/json';
import type { Domain } from '../journal/domain';
import type { ToolDefinition } from './tool';

/** What a server told of itself when it was last asked: the tool cache that survives restarts. */
export interface KnownServer {
  readonly server: ServerId;
  /** Fingerprint of the launch that listed these tools: another launch may list others. */
  readonly launchHash: string;
  readonly serverName: string;
  readonly serverVersion: string;
  readonly tools: readonly ToolDefinition[];
  readonly listedAt: Instant;
}

export type KnownToolsFact = { readonly type: 'toolsListed' } & Omit<KnownServer, 'listedAt'>;

export type KnownToolsWish = { readonly verb: 'remember' } & Omit<KnownServer, 'listedAt'>;

type Known = Map<ServerId, KnownServer>;

/** The tools each server listed last. Durable, so that an agent sees them at once after a restart. */
export const knownTools: Domain<Known, KnownToolsWish, KnownToolsFact> = {
  name: 'knownTools',
  version: 1,
  durability: 'normal',

  create: () => new Map(),

  decide(_known, { verb: _verb, ...listing }) {
    return [{ type: 'toolsListed', ...listing }];
  },

  evolve(known, { type: _type, ...listing }, at) {
    known.set(listing.server, { ...listing, listedAt: at });
  },

  save: known => [...known.values()],

  load(saved) {
    const known: Known = new Map();
    // What this domain saved itself, in this version: only the outline is checked.
    for (const row of Array.isArray(saved) ? saved : []) {
      if (isRecord(row)) known.set(row['server'] as ServerId, row as unknown as KnownServer);
    }
    return known;
  },
};
