#!/usr/bin/env node
import { LogTail } from '../core/support/logTail';
import { Redactor } from '../core/support/redactor';
import { Refusal } from '../core/support/refusal';
import { systemClock } from '../node/machine/systemClock';
import { HELP, readArguments } from './arguments';
import { requireNode } from './nodeVersion';
import { stderrLog } from './stderrLog';

declare const SWITCHYARD_VERSION: string;

async function main(): Promise<void> {
  requireNode(process.versions.node);
  const invocation = readArguments(process.argv.slice(2));
  const redactor = new Redactor();
  const logTail = new LogTail(stderrLog(process.env['SWITCHYARD_DEBUG'] !== undefined), systemClock);
  const log = redactor.log(logTail);
  switch (invocation.type) {
    case 'help':
      process.stdout.write(`${HELP}\n`);
      return;
    case 'version':
      process.stdout.write(`${SWITCHYARD_VERSION}\n`);
      return;
    case 'approve':
    case 'revoke':
    case 'show-launches': {
      const ended = new AbortController();
      process.once('SIGINT', () => ended.abort());
      const { approveOrShow } = await import('./approve');
      await approveOrShow(invocation, { log, redactor, version: SWITCHYARD_VERSION }, ended.signal);
      return;
    }
    case 'sign-in':
    case 'sign-out': {
      const ended = new AbortController();
      process.once('SIGINT', () => ended.abort());
      const { signInOrOut } = await import('./signIn');
      await signInOrOut(invocation, { log, redactor, version: SWITCHYARD_VERSION }, ended.signal);
      return;
    }
    case 'serve': {
      const ended = new AbortController();
      for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
        process.once(signal, () => ended.abort());
      // A client that was killed makes writing to it fail: the same as any other end.
      process.stdout.on('error', () => ended.abort());
      process.stderr.on('error', () => undefined); // Nobody reads the log any more: that ends nothing.
      // Loaded only now: an older Node lacks modules that it imports, and would fail before it could say why.
      const { serve } = await import('./serve');
      await serve(invocation, SWITCHYARD_VERSION, { log, redactor, logTail }, ended.signal);
      return;
    }
  }
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    // The edge of the program: a refusal is told in its words, anything else is a bug with its trace.
    const text = Refusal.is(error)
      ? error.message
      : error instanceof Error
        ? (error.stack ?? error.message)
        : 'failed';
    process.stderr.write(`${text}\n`);
    process.exit(Refusal.is(error) ? 2 : 1);
  },
);
