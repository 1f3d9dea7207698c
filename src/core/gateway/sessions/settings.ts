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
  /** Estimated tokens of what is active in a session above which it is warned; 0 = never. */
  readonly warnAboveTokens: number;
  /** The same for the number of its tools. */
  readonly warnAboveTools: number;
  /** Catalog ids that are on in every session and that an agent cannot turn off. */
  readonly coreServers: readonly string[];
  /** Whether an agent may switch servers on by itself; people always may. */
  readonly mayAgentActivate: boolean;
  /** Milliseconds between two signs of life of a run that somebody watches. */
  readonly heartbeatIntervalMs: number;
}

/** The limits and defaults of the settings. */
export const DEFAULT_GATEWAY_SETTINGS: GatewaySettings = {
  maxPerMinute: 5,
  maxActive: 8,
  idleMinutes: 30,
  maxResultBytes: 65_536,
  // An eighth of a context of 128,000 tokens (chosen here).
  warnAboveTokens: 16_000,
  // VS Code sends at most 128 tools with a request to most models, and brings about 40 itself.
  warnAboveTools: 80,
  coreServers: [],
  mayAgentActivate: true,
  heartbeatIntervalMs: 2_000,
};
