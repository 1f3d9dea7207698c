import type * as vscode from 'vscode';
import { type Log, logLine } from '../../core/support/log';

/** The output channel as core's log. */
export function outputLog(channel: Pick<vscode.LogOutputChannel, 'debug' | 'info' | 'warn' | 'error'>): Log {
  return {
    debug: (message, fields) => channel.debug(logLine(message, fields)),
    info: (message, fields) => channel.info(logLine(message, fields)),
    warn: (message, fields) => channel.warn(logLine(message, fields)),
    error: (message, fields) => channel.error(logLine(message, fields)),
  };
}
