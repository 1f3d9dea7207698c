import type { GatewaySettings } from '../../core/gateway/sessions/settings';
import { Refusal } from '../../core/support/refusal';
import { NUMBER_SETTINGS, type NumberKey } from '../../shared/settings';

/** The gateway's limits that a command line sets. */
export type Limits = Pick<
  GatewaySettings,
  | 'maxPerMinute'
  | 'maxActive'
  | 'idleMinutes'
  | 'maxResultBytes'
  | 'warnAboveTokens'
  | 'warnAboveTools'
  | 'heartbeatIntervalMs'
>;

type FlagKey = {
  [Key in NumberKey]: (typeof NUMBER_SETTINGS)[Key]['flag'] extends string ? Key : never;
}[NumberKey];
type FlagName = (typeof NUMBER_SETTINGS)[FlagKey]['flag'];
type Given = Readonly<Partial<Record<FlagName, string | undefined>>>;

/** The flags as the command line's parser takes them. */
export const LIMIT_OPTIONS = Object.fromEntries(
  Object.values(NUMBER_SETTINGS).flatMap(({ flag }) => (flag === null ? [] : [[flag, { type: 'string' }]])),
) as Readonly<Record<FlagName, { readonly type: 'string' }>>;

/** What `--help` says of them. */
export const LIMITS_HELP = `  --max-per-minute N maximum number of times servers are turned on per session in 60 s (default ${shown('activation.maxPerMinute')})
  --max-active N     maximum active servers per session (default ${shown('activation.maxActive')})
  --idle-minutes N   minutes without a call before a server is turned off (default ${shown('activation.idleMinutes')}; 0: never)
  --max-text-kib N   maximum text of a tool result sent to the agent, in KiB; the rest is kept (default ${shown('results.maxTextKiB')}; 0: no limit)
  --warn-tokens N    warn the agent above this many estimated tokens of active tools (default ${shown('tokens.warnAbove')}; 0: never)
  --warn-tools N     warn the agent above this many active tools (default ${shown('tools.warnAbove')}; 0: never)
  --heartbeat-interval-ms N
                     interval between HEARTBEAT events of a watched run: at least ${NUMBER_SETTINGS['events.heartbeatIntervalMs'].least} (default ${shown('events.heartbeatIntervalMs')})
  --registry-port N  serve your own servers as a read-only MCP registry on this machine, without keys (default ${shown('mcpRegistry.servePort')}: off);
                     its address is written to registry-address in the state folder
  --retention-days N days to keep the events of tasks (default ${shown('journal.retentionDays')}); workflows, tasks, and shared state are kept`;

/** The gateway's limits: what was given, else the defaults. @throws {Refusal} bad-arguments */
export function limitsOf(given: Given): Limits {
  return {
    maxPerMinute: numberOf('activation.maxPerMinute', given),
    maxActive: numberOf('activation.maxActive', given),
    idleMinutes: numberOf('activation.idleMinutes', given),
    maxResultBytes: 1_024 * numberOf('results.maxTextKiB', given),
    warnAboveTokens: numberOf('tokens.warnAbove', given),
    warnAboveTools: numberOf('tools.warnAbove', given),
    heartbeatIntervalMs: numberOf('events.heartbeatIntervalMs', given),
  };
}

/** A setting as its flag gives it, else its default. @throws {Refusal} bad-arguments */
export function numberOf(key: FlagKey, given: Given): number {
  const { flag, least, most, default: fallback } = NUMBER_SETTINGS[key];
  const text = given[flag];
  if (text === undefined) return fallback;
  const number = /^\d{1,9}$/.test(text) ? Number(text) : -1;
  if (number >= least && number <= most) return number;
  throw new Refusal(
    'bad-arguments',
    `--${flag} takes a whole number from ${least} to ${most}. Run switchyard --help to see the options.`,
  );
}

function shown(key: FlagKey): number {
  return NUMBER_SETTINGS[key].default;
}
