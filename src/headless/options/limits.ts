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
export const LIMITS_HELP = `  --max-per-minute N activations that a session may ask for in 60 s (default ${shown('activation.maxPerMinute')})
  --max-active N     servers that may be active at once in a session (default ${shown('activation.maxActive')})
  --idle-minutes N   minutes without a call after which an activation ends (default ${shown('activation.idleMinutes')}; 0: never)
  --max-text-kib N   KiB of one result's text that an agent gets; the rest is kept for it (default ${shown('results.maxTextKiB')}; 0: all of it)
  --warn-tokens N    estimated tokens of what is active above which an agent is warned (default ${shown('tokens.warnAbove')}; 0: never)
  --warn-tools N     the same for the number of tools (default ${shown('tools.warnAbove')}; 0: never)
  --heartbeat-interval-ms N
                     time between two HEARTBEAT events of a run that somebody watches: at least ${NUMBER_SETTINGS['events.heartbeatIntervalMs'].least} (default ${shown('events.heartbeatIntervalMs')})
  --retention-days N days for which the events of tasks are kept (default ${shown('journal.retentionDays')}); workflows, tasks and what agents share stay`;

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
    `--${flag} takes a whole number from ${least} to ${most}. Run switchyard --help to see what there is.`,
  );
}

function shown(key: FlagKey): number {
  return NUMBER_SETTINGS[key].default;
}
