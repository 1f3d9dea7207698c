import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { type Disposable, disposable } from '../../core/support/disposable';
import { SYSTEM_PATH } from './systemPath';
import type { ProcessAccount } from './processAccount';

/**
 * Reads which groups there are until we are gone: however we went, the system closes our end of the pipe. `expect MARK` comes
 * before a start, `watch PID` after it; where we ended in between, Linux finds the process by the mark in its environment. What is
 * left then has already seen the end of its input; after a second it gets SIGTERM, after another SIGKILL. A shell costs a
 * fraction of the memory of a second Node.
 */
const SCRIPT = `
trap '' HUP INT TERM
groups= mark=
while read -r what which; do
  others=
  for group in $groups; do [ "$group" = "$which" ] || others="$others $group"; done
  groups=$others
  case $what in
    expect) mark=$which ;;
    watch) mark= groups="$groups $which" ;;
  esac
done
[ -z "$mark" ] || for file in $(grep -ls "$mark" /proc/[0-9]*/environ); do
  file=\${file#/proc/}
  groups="$groups \${file%/environ}"
done
[ -n "$groups" ] || exit 0
for signal in TERM KILL; do
  sleep 1
  for group in $groups; do kill -s $signal -- "-$group"; done
done
`;

/** Variable of a server that says by which start it came; its value is no secret and means nothing to anybody else. */
const MARK = 'SWITCHYARD_START';

/**
 * One process beside us that ends the servers when we were killed and could not do it (security.md 0.5). It is started with
 * the first server. Not for Windows, which has no groups.
 */
export class Watchdog implements ProcessAccount, Disposable {
  readonly #pids = new Set<number>();
  #process: ChildProcess | undefined;

  /** Runs from here on: it could not be started fast enough for a server that is already there. */
  expecting(): Readonly<Record<string, string>> {
    if (!this.#process?.stdin?.writable) this.#start();
    if (process.platform !== 'linux') return {};
    const mark = randomUUID();
    this.#tell(`expect ${mark}`);
    return { [MARK]: mark };
  }

  started(pid: number): Disposable {
    this.#pids.add(pid);
    // Written at once into the pipe's buffer: from here on it holds, whatever becomes of us.
    this.#tell(`watch ${pid}`);
    return disposable(() => {
      this.#pids.delete(pid);
      this.#tell(`forget ${pid}`);
    });
  }

  #tell(line: string): void {
    if (this.#process?.stdin?.writable) this.#process.stdin.write(`${line}\n`);
  }

  /** Lets it do its work now: whatever still runs is ended. */
  dispose(): void {
    this.#process?.stdin?.end();
    this.#process = undefined;
  }

  #start(): void {
    const watchdog = spawn('/bin/sh', ['-c', SCRIPT], {
      // The PATH is for `sleep` and `grep`; our folder may have to be unmounted while it runs.
      env: { PATH: SYSTEM_PATH },
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
