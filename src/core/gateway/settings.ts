/** What the user may set about the gateway. Read at each use, so that a change counts at once. */
export interface GatewaySettings {
  /** Activations allowed in any 60 s of a session. */
  readonly maxPerMinute: number;
  /** Servers active at once in a session. */
  readonly maxActive: number;
  /** Minutes without a call after which an activation ends; 0 = never. */
  readonly idleMinutes: number;
  /** Text of one result that a model gets, in bytes; the rest is kept for its chat. 0 = all of it. */
  readonly maxResultBytes: number;
  /** Catalog ids that are on in every session and that an agent cannot turn off. */
  readonly coreServers: readonly string[];
}

/** Seed 0's limits, and the settings' defaults of explorer.md (i). */
export const DEFAULT_GATEWAY_SETTINGS: GatewaySettings = {
  maxPerMinute: 5,
  maxActive: 8,
  idleMinutes: 30,
  maxResultBytes: 65_536,
  coreServers: [],
};
