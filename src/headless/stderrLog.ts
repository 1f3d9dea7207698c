import { type Log, type LogFields, logLine } from '../core/support/log';

/** A log on stderr, where it disturbs no protocol. Debug lines only when SWITCHYARD_DEBUG is set. */
export function stderrLog(isVerbose: boolean): Log {
  const write =
    (level: string) =>
    (message: string, fields?: LogFields): void => {
      process.stderr.write(`${new Date().toISOString()} ${level} ${logLine(message, fields)}\n`);
    };
  return {
    debug: isVerbose ? write('debug') : () => undefined,
    info: write('info'),
    warn: write('warn'),
    error: write('error'),
  };
}
