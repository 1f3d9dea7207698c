#!/usr/bin/env node
import { Refusal } from '../core/support/refusal';
import { HELP, readArguments } from './arguments';
import { serve } from './serve';
import { stderrLog } from './stderrLog';

declare const SWITCHYARD_VERSION: string;

async function main(): Promise<number> {
  const invocation = readArguments(process.argv.slice(2));
  switch (invocation.type) {
    case 'help':
      process.stdout.write(`${HELP}\n`);
      return 0;
    case 'version':
      process.stdout.write(`${SWITCHYARD_VERSION}\n`);
      return 0;
    case 'serve': {
      const ended = new AbortController();
      for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => ended.abort());
      const log = stderrLog(process.env['SWITCHYARD_DEBUG'] !== undefined);
      await serve(invocation, SWITCHYARD_VERSION, log, ended.signal);
      return 0;
    }
  }
}

main().then(
  code => process.exit(code),
  (error: unknown) => {
    // The edge of the program: a refusal is told in its words, anything else is a bug with its trace.
    const text = Refusal.is(error) ? error.message : error instanceof Error ? (error.stack ?? error.message) : 'failed';
    process.stderr.write(`${text}\n`);
    process.exit(Refusal.is(error) ? 2 : 1);
  },
);
