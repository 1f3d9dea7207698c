/** What git may learn of our environment; everything else, all `GIT_*` included, stays out. */
const ALLOWED = new Set([
  'PATH',
  'PATHEXT',
  'HOME',
  'HOMEDRIVE',
  'HOMEPATH',
  'USERPROFILE',
  'USER',
  'USERNAME',
  'LOGNAME',
  'TMPDIR',
  'TMP',
  'TEMP',
  'XDG_CONFIG_HOME',
  'SYSTEMROOT',
  'WINDIR',
  'PROGRAMDATA',
  'APPDATA',
  'LOCALAPPDATA',
]);

/** Set for every git that we start: it asks nobody, fetches nothing and takes no lock that it can do without. */
const ALWAYS = {
  GIT_TERMINAL_PROMPT: '0',
  GIT_OPTIONAL_LOCKS: '0',
  GIT_NO_LAZY_FETCH: '1',
  GIT_ASKPASS: '',
  // Messages that we recognise are then in one language.
  LC_ALL: 'C',
};

/**
 * Given to every git before its command: nothing of the repository's configuration runs a program, and what is written is on the disk
 * when git ends. By itself git leaves objects and refs to the next flush, and a power cut leaves empty files of them.
 */
export const HARDENING = [
  'core.fsync=committed,reference',
  // One flush for all objects of a command instead of one each.
  'core.fsyncMethod=batch',
  'core.hooksPath=/dev/null',
  'core.fsmonitor=false',
  'core.quotepath=off',
  'core.askPass=',
  'core.untrackedCache=false',
  'gc.auto=0',
  'maintenance.auto=false',
  'protocol.allow=never',
  'safe.bareRepository=explicit',
  'diff.external=',
].flatMap(setting => ['-c', setting]);

/** The environment of every git that we start: what is allowed of ours, and what is always set. */
export function gitEnvironment(ours: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const env: Record<string, string> = {};
  for (const [name, value] of Object.entries(ours)) {
    if (value !== undefined && ALLOWED.has(name.toUpperCase())) env[name] = value;
  }
  return { ...env, ...ALWAYS };
}

/** Switches the filter drivers of these names off. By variables, because a driver's name may hold `=`. */
export function withoutFilters(drivers: readonly string[]): Record<string, string> {
  const settings = drivers.flatMap(driver => [
    [`filter.${driver}.clean`, ''],
    [`filter.${driver}.smudge`, ''],
    [`filter.${driver}.process`, ''],
    [`filter.${driver}.required`, 'false'],
  ]);
  return Object.fromEntries([
    ['GIT_CONFIG_COUNT', String(settings.length)],
    ...settings.flatMap(([key, value], i) => [
      [`GIT_CONFIG_KEY_${i}`, key],
      [`GIT_CONFIG_VALUE_${i}`, value],
    ]),
  ]);
}
