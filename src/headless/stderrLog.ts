import type { Log, LogFields } from '../core/support/log';

/** A log on stderr, where it disturbs no protocol. Debug lines only when SWITCHYARD_DEBUG is set. */
export function stderrLog(isVerbose: boolean): Log {
  const write =
    (level: string) =>
    (message: string, fields: LogFields = {}): void => {
      const rest = Object.entries(fields).map(([name, value]) => ` ${name}=${JSON.stringify(value)}`);
      process.stderr.write(`${new Date().toISOString()} ${level} ${message}${rest.join('')}\n`);
    };
  return {
    debug: isVerbose ? write('debug') : () => undefined,
    info: write('info'),
    warn: write('warn'),
    error: write('error'),
  };
}
