import { type ChildProcess, spawn } from 'node:child_process';
import { type Disposable, disposable } from '../../core/support/disposable';
import { SYSTEM_PATH } from './systemPath';
import type { ProcessAccount } from './processAccount';
import { MARK_VARIABLE } from './processMark';

/**
 * Reads which servers there are until we are gone: however we went, the system closes our end of the pipe. `expect - MARK` comes
 * before a start, `watch PID MARK` after it, `forget PID` when its group and all that carry its mark are gone; without marks where
 * the system shows nobody an environment. What is left then has already seen the end of its input; after a second the groups and
 * whoever carries a mark get SIGTERM, after another SIGKILL, and so does once more what was started meanwhile. A shell costs a
 * fraction of the memory of a second Node.
 */
const SCRIPT = `
trap '' HUP INT TERM
servers= expected=
while read -r what pid mark; do
  others=
  for server in $servers; do [ "\${server%%:*}" = "$pid" ] || others="$others $server"; done
  servers=$others
  case $what in
    expect) expected=$mark ;;
    watch) expected= servers="$servers $pid:$mark" ;;
  esac
done
[ -n "$servers$expected" ] || exit 0
marks=
for mark in $expected $servers; do
  mark=\${mark#*:}
  [ -z "$mark" ] || marks="$marks -e ${MARK_VARIABLE}=$mark"
done
for signal in TERM KILL KILL; do
  sleep 1
  for server in $servers; do kill -s $signal -- "-\${server%%:*}"; done
  [ -z "$marks" ] || for file in $(grep -lsF $marks /proc/[0-9]*/environ); do
    file=\${file#/proc/}
    kill -s $signal "\${file%/environ}"
  done
done
`;

/**
 * One process beside us that ends the servers when we were killed and could not do it. It is started with
 * the first server. Not for Windows, which has no groups.
 */
export class Watchdog implements ProcessAccount, Disposable {
  /** Marks of the servers by their pids. */
  readonly #servers = new Map<number, string>();
  #process: ChildProcess | undefined;

  prepare(): void {
    if (!this.#process?.stdin?.writable) this.#start();
  }

  /** Runs from here on: it could not be started fast enough for a server that is already there. */
  expecting(mark: string | undefined): void {
    this.prepare();
    if (mark !== undefined) this.#tell(`expect - ${mark}`);
  }

  started(pid: number, mark = ''): Disposable {
    this.#servers.set(pid, mark);
    // Written at once into the pipe's buffer: from here on it holds, whatever becomes of us.
    this.#tell(`watch ${pid} ${mark}`);
    return disposable(() => {
      this.#servers.delete(pid);
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
    for (const [pid, mark] of this.#servers) watchdog.stdin.write(`watch ${pid} ${mark}\n`);
    this.#process = watchdog;
  }

  #lost(watchdog: ChildProcess): void {
    if (this.#process === watchdog) this.#process = undefined;
  }
}
