import { DEFAULT_GATEWAY_SETTINGS, type GatewaySettings } from '../../core/gateway/sessions/settings';
import { Refusal } from '../../core/support/refusal';

/** The gateway's limits that a command line sets. */
export type Limits = Pick<
  GatewaySettings,
  'maxPerMinute' | 'maxActive' | 'idleMinutes' | 'maxResultBytes' | 'warnAboveTokens' | 'warnAboveTools'
>;

interface LimitFlag {
  readonly setting: keyof Limits;
  readonly least: number;
  readonly most: number;
  /** What one of the flag's is in the setting's measure. */
  readonly unit: number;
}

/** The flags, each with what it sets and what it takes. The least is the one that VS Code's setting has. */
const FLAGS = {
  'max-per-minute': { setting: 'maxPerMinute', least: 1, most: 1_000, unit: 1 },
  'max-active': { setting: 'maxActive', least: 1, most: 1_000, unit: 1 },
  'idle-minutes': { setting: 'idleMinutes', least: 0, most: 10_080, unit: 1 },
  'max-text-kib': { setting: 'maxResultBytes', least: 0, most: 1_048_576, unit: 1_024 },
  'warn-tokens': { setting: 'warnAboveTokens', least: 0, most: 100_000_000, unit: 1 },
  'warn-tools': { setting: 'warnAboveTools', least: 0, most: 100_000, unit: 1 },
} as const satisfies Readonly<Record<string, LimitFlag>>;

type FlagName = keyof typeof FLAGS;

/** The flags as the command line's parser takes them. */
export const LIMIT_OPTIONS: Readonly<Record<FlagName, { readonly type: 'string' }>> = {
  'max-per-minute': { type: 'string' },
  'max-active': { type: 'string' },
  'idle-minutes': { type: 'string' },
  'max-text-kib': { type: 'string' },
  'warn-tokens': { type: 'string' },
  'warn-tools': { type: 'string' },
};

/** What `--help` says of them. */
export const LIMITS_HELP = `  --max-per-minute N activations that a session may ask for in 60 s (default ${shown('max-per-minute')})
  --max-active N     servers that may be active at once in a session (default ${shown('max-active')})
  --idle-minutes N   minutes without a call after which an activation ends (default ${shown('idle-minutes')}; 0: never)
  --max-text-kib N   KiB of one result's text that an agent gets; the rest is kept for it (default ${shown('max-text-kib')}; 0: all of it)
  --warn-tokens N    estimated tokens of what is active above which an agent is warned (default ${shown('warn-tokens')}; 0: never)
  --warn-tools N     the same for the number of tools (default ${shown('warn-tools')}; 0: never)`;

/** The limits in force: what was given, else the defaults. @throws {Refusal} bad-arguments */
export function limitsOf(given: Readonly<Partial<Record<FlagName, string | undefined>>>): Limits {
  const read = (flag: FlagName): number => {
    const { least, most, unit, setting } = FLAGS[flag];
    const text = given[flag];
    if (text === undefined) return DEFAULT_GATEWAY_SETTINGS[setting];
    const number = /^\d{1,9}$/.test(text) ? Number(text) : -1;
    if (number >= least && number <= most) return number * unit;
    throw new Refusal(
      'bad-arguments',
      `--${flag} takes a whole number from ${least} to ${most}. Run switchyard --help to see what there is.`,
    );
  };
  return {
    maxPerMinute: read('max-per-minute'),
    maxActive: read('max-active'),
    idleMinutes: read('idle-minutes'),
    maxResultBytes: read('max-text-kib'),
    warnAboveTokens: read('warn-tokens'),
    warnAboveTools: read('warn-tools'),
  };
}

function shown(flag: FlagName): number {
  const { setting, unit } = FLAGS[flag];
  return DEFAULT_GATEWAY_SETTINGS[setting] / unit;
}
