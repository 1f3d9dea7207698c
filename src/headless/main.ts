import { LogTail } from '../core/support/logTail';
import { Redactor } from '../core/support/redactor';
import { Refusal } from '../core/support/refusal';
import { systemClock } from '../node/machine/systemClock';
import { networkSecrets } from '../node/net/networkVariables';
import { CLIENT_GONE, Ending } from './ending';
import { stderrLog } from './stderrLog';

declare const SWITCHYARD_VERSION: string;

async function obey(redactor: Redactor, ending: Ending): Promise<void> {
  const { readArguments } = await import('./options/arguments');
  const invocation = readArguments(process.argv.slice(2));
  const logTail = new LogTail(stderrLog(process.env['SWITCHYARD_DEBUG'] !== undefined), systemClock);
  const log = redactor.log(logTail);
  switch (invocation.type) {
    case 'help':
      process.stdout.write(`${invocation.text}\n`);
      return;
    case 'version':
      process.stdout.write(`${SWITCHYARD_VERSION}\n`);
      return;
    case 'approve':
    case 'revoke':
    case 'show-launches': {
      ending.serves();
      const { approveOrShow } = await import('./commands/approve');
      await approveOrShow(invocation, { log, redactor }, ending.signal);
      return;
    }
    case 'accept': {
      ending.serves();
      const { acceptTools } = await import('./commands/acceptTools');
      await acceptTools(invocation, { log, redactor }, ending.signal);
      return;
    }
    case 'registry': {
      ending.serves();
      const { syncOrClear } = await import('./commands/registry');
      await syncOrClear(invocation, log, ending.signal);
      return;
    }
    case 'sign-in':
    case 'sign-out': {
      ending.serves();
      const { signInOrOut } = await import('./commands/signIn');
      await signInOrOut(invocation, { log, redactor }, ending.signal);
      return;
    }
    case 'connect': {
      ending.serves();
      const { connect } = await import('./commands/connect');
      await connect(log, ending.signal);
      return;
    }
    case 'serve': {
      // A client that was killed makes writing to it fail: the same as any other end.
      process.stdout.on('error', () => ending.begin(CLIENT_GONE));
      const { serve } = await import('./serve');
      await serve(invocation, SWITCHYARD_VERSION, { log, redactor, logTail }, ending);
      return;
    }
  }
}

/** Does what the command line says. Ends the process when it is done. */
export function main(): void {
  const redactor = Redactor.of(networkSecrets(process.env));
  const ending = new Ending(redactor);
  obey(redactor, ending).then(
    () => ending.done(),
    (error: unknown) => {
      // The edge of the program: a refusal is told in its words, anything else is a bug.
      if (Refusal.is(error)) ending.now(2, error.message);
      ending.failed(error);
    },
  );
}
