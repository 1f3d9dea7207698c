/**
 * Every setting, once: what holds where nothing is set, and what can be set. `package.json` says the same to VS Code and the
 * command line of headless takes the same flags; tests compare them. Keys are without `switchyard.`.
 */

interface NumberSetting {
  /** In the measure that the key names. */
  readonly default: number;
  readonly least: number;
  readonly most: number;
  /** The option of headless; null where a program without windows has no use for it. */
  readonly flag: string | null;
}

/** The settings that are numbers. */
export const NUMBER_SETTINGS = {
  'activation.maxPerMinute': { default: 5, least: 1, most: 1_000, flag: 'max-per-minute' },
  'activation.maxActive': { default: 8, least: 1, most: 1_000, flag: 'max-active' },
  'activation.idleMinutes': { default: 30, least: 0, most: 10_080, flag: 'idle-minutes' },
  'results.maxTextKiB': { default: 64, least: 0, most: 1_048_576, flag: 'max-text-kib' },
  // An eighth of a context of 128,000 tokens (chosen here).
  'tokens.warnAbove': { default: 16_000, least: 0, most: 100_000_000, flag: 'warn-tokens' },
  // From here on VS Code hides some: it sends 88 at most, its own of about 40 first (docs/dev/vscode-tools.md).
  'tools.warnAbove': { default: 48, least: 0, most: 100_000, flag: 'warn-tools' },
  'events.heartbeatIntervalMs': {
    default: 2_000,
    least: 250,
    most: 3_600_000,
    flag: 'heartbeat-interval-ms',
  },
  'journal.retentionDays': { default: 90, least: 1, most: 3_650, flag: 'retention-days' },
  'telemetry.samplePercent': { default: 100, least: 0, most: 100, flag: 'telemetry-sample-percent' },
  // 0: off.
  'mcpRegistry.servePort': { default: 0, least: 0, most: 65_535, flag: 'registry-port' },
  'workflows.recentDays': { default: 7, least: 0, most: 36_500, flag: null },
} as const satisfies Readonly<Record<string, NumberSetting>>;

/** The settings that are one of a few words; the first is the default. */
export const CHOICE_SETTINGS = {
  'activation.allowAgent': ['ask', 'never'],
  'notifications.reviewNeeded': ['badge', 'notify', 'off'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** The other settings, with what holds where nothing is set. */
export const OTHER_SETTINGS = {
  servers: {},
  'catalog.coreServers': [],
  'catalog.sources': ['builtin', 'imported', 'workspace'],
  'journal.url': '',
  'mcpRegistry.url': 'https://registry.modelcontextprotocol.io',
  'statusBar.visible': true,
  'workflows.taskBlame': false,
  'search.embeddingsUrl': '',
  'search.embeddingsModel': '',
  'telemetry.endpoint': '',
  'telemetry.includeContent': false,
} as const satisfies Readonly<Record<string, unknown>>;

export type NumberKey = keyof typeof NUMBER_SETTINGS;
export type ChoiceKey = keyof typeof CHOICE_SETTINGS;
export type Choice<Key extends ChoiceKey> = (typeof CHOICE_SETTINGS)[Key][number];
