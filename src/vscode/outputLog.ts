import type * as vscode from 'vscode';
import type { Log, LogFields } from '../core/support/log';

/** Fields whose values are never written, whoever logs them by mistake. */
const MASKED = new Set([
  'token',
  'authorization',
  'password',
  'secret',
  'value',
  'headers',
  'env',
  'args',
  'arguments',
  'prompt',
  'content',
]);

/** The output channel as core's log. */
export function outputLog(channel: Pick<vscode.LogOutputChannel, 'debug' | 'info' | 'warn' | 'error'>): Log {
  const line = (message: string, fields: LogFields = {}): string => {
    const rest = Object.entries(fields).map(
      ([name, value]) => ` ${name}=${MASKED.has(name.toLowerCase()) ? '•••' : JSON.stringify(value)}`,
    );
    return message + rest.join('');
  };
  return {
    debug: (message, fields) => channel.debug(line(message, fields)),
    info: (message, fields) => channel.info(line(message, fields)),
    warn: (message, fields) => channel.warn(line(message, fields)),
    error: (message, fields) => channel.error(line(message, fields)),
  };
}
