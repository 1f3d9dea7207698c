import { CHOICE_SETTINGS, NUMBER_SETTINGS, OTHER_SETTINGS } from '../../../shared/settings';

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

/** What holds where nothing is set. */
export const DEFAULT_GATEWAY_SETTINGS: GatewaySettings = {
  maxPerMinute: NUMBER_SETTINGS['activation.maxPerMinute'].default,
  maxActive: NUMBER_SETTINGS['activation.maxActive'].default,
  idleMinutes: NUMBER_SETTINGS['activation.idleMinutes'].default,
  maxResultBytes: 1_024 * NUMBER_SETTINGS['results.maxTextKiB'].default,
  warnAboveTokens: NUMBER_SETTINGS['tokens.warnAbove'].default,
  warnAboveTools: NUMBER_SETTINGS['tools.warnAbove'].default,
  coreServers: OTHER_SETTINGS['catalog.coreServers'],
  mayAgentActivate: CHOICE_SETTINGS['activation.allowAgent'][0] === 'ask',
  heartbeatIntervalMs: NUMBER_SETTINGS['events.heartbeatIntervalMs'].default,
};
