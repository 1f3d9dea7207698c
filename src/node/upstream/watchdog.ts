import { type ChildProcess, spawn } from 'node:child_process';
import { type Disposable, disposable } from '../../core/support/disposable';
import type { ProcessAccount } from './processAccount';

/**
 * Reads which groups there are, one `watch PID` or `forget PID` a line, until we are gone: however we went, the system closes
 * our end of the pipe. What is left then has already seen the end of its input; after a second it gets SIGTERM, after another
 * SIGKILL. A shell costs a fiftieth of the memory of a second Node.
 */
const SCRIPT = `
trap '' HUP INT TERM
groups=
while read -r what pid; do
  others=
  for group in $groups; do [ "$group" = "$pid" ] || others="$others $group"; done
  groups=$others
  [ "$what" = watch ] && groups="$groups $pid"
done
[ -n "$groups" ] || exit 0
for signal in TERM KILL; do
  sleep 1
  for group in $groups; do kill -s $signal -- "-$group"; done
done
`;

/**
 * One process beside us that ends the servers when we were killed and could not do it (security.md 0.5). It is started with
 * the first server. Not for Windows, which has no groups.
 */
export class Watchdog implements ProcessAccount, Disposable {
  readonly #pids = new Set<number>();
  #process: ChildProcess | undefined;

  started(pid: number): Disposable {
    this.#pids.add(pid);
    // Written at once into the pipe's buffer: from here on it holds, whatever becomes of us.
    if (this.#process?.stdin?.writable) this.#process.stdin.write(`watch ${pid}\n`);
    else this.#start();
    return disposable(() => {
      this.#pids.delete(pid);
      if (this.#process?.stdin?.writable) this.#process.stdin.write(`forget ${pid}\n`);
    });
  }

  /** Lets it do its work now: whatever still runs is ended. */
  dispose(): void {
    this.#process?.stdin?.end();
    this.#process = undefined;
  }

  #start(): void {
    const watchdog = spawn('/bin/sh', ['-c', SCRIPT], {
      // The PATH is for `sleep`; our folder may have to be unmounted while it runs.
      env: { PATH: process.env['PATH'] ?? '/usr/bin:/bin' },
      cwd: '/',
      stdio: ['pipe', 'ignore', 'ignore'],
      // A session of its own: what ends our group, like Ctrl+C in a terminal, leaves it alone.
      detached: true,
    });
    // Where it can't be started, or was killed, the next server tries again; meanwhile the records of a next start help.
    watchdog.once('error', () => this.#lost(watchdog));
    watchdog.once('exit', () => this.#lost(watchdog));
    watchdog.stdin.on('error', () => this.#lost(watchdog));
    watchdog.unref();
    for (const pid of this.#pids) watchdog.stdin.write(`watch ${pid}\n`);
    this.#process = watchdog;
  }

  #lost(watchdog: ChildProcess): void {
    if (this.#process === watchdog) this.#process = undefined;
  }
}
