import type { ChildProcess } from 'node:child_process';
import type { Disposable } from '../../core/support/disposable';
import { signalGroup } from './processGroup';
import { endMarked } from './processMark';
import type { ServerProcesses, StdioLaunch } from './serverProcesses';

/** Grace after stdin is closed, then after SIGTERM, in milliseconds: VS Code gives 5 s for all. */
const EOF_GRACE_MS = 1_000;
const TERM_GRACE_MS = 1_000;

/** How long what a dead process wrote last may take to arrive: its pipes may be held open by somebody who left the group. */
const LAST_BYTES_MS = 500;

/** A process that is started with all that it starts itself, and ended with it. */
export class GroupProcess {
  readonly child: ChildProcess;
  /** Resolves when the process has ended and its output was read. Never rejects. */
  readonly gone: Promise<void>;
  /** When nothing of what it started is left. */
  #swept: Promise<unknown> = Promise.resolve();
  #ending = '';
  #isGone = false;

  /** @throws as `ServerProcesses.spawn` */
  constructor(processes: ServerProcesses, launch: StdioLaunch) {
    const { child, account, mark } = processes.spawn(launch);
    this.child = child;
    this.gone = this.#untilGone(account, mark);
  }

  /** How it ended, for people; empty while it runs. */
  get ending(): string {
    return this.#ending;
  }

  get isGone(): boolean {
    return this.#isGone;
  }

  /** Resolves when the system has started it. @throws the system's error when it can't be started */
  async started(): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      this.child.once('spawn', resolve);
      this.child.once('error', reject);
    });
  }

  /** Ends the process and all that it started: end of input, then SIGTERM, then SIGKILL. */
  async close(): Promise<void> {
    await this.#end();
    await this.#swept;
  }

  /** Ends them at once. `why` is what `ending` says. */
  kill(why: string): void {
    this.#ending ||= why;
    if (this.child.pid !== undefined) signalGroup(this.child.pid, 'SIGKILL');
  }

  /** Whether it has gone by then. */
  async isGoneWithin(withinMs: number): Promise<boolean> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<false>(resolve => {
      timer = setTimeout(() => resolve(false), withinMs);
    });
    const isGone = await Promise.race([this.gone.then(() => true), late]);
    clearTimeout(timer);
    return isGone;
  }

  /** The same for what has just closed its pipe: a moment later, it is seen to have ended. */
  async isEnding(): Promise<boolean> {
    return await this.isGoneWithin(LAST_BYTES_MS);
  }

  async #end(): Promise<void> {
    const { pid, stdin } = this.child;
    if (pid === undefined || this.#isGone) return;
    stdin?.end();
    if (await this.isGoneWithin(EOF_GRACE_MS)) return;
    signalGroup(pid, 'SIGTERM');
    if (await this.isGoneWithin(TERM_GRACE_MS)) return;
    signalGroup(pid, 'SIGKILL');
    await this.isGoneWithin(TERM_GRACE_MS);
  }

  async #untilGone(account: Disposable, mark: string | undefined): Promise<void> {
    const { child } = this;
    const closed = new Promise<void>(resolve => child.once('close', () => resolve()));
    // A command that can't be started tells `error` and then `close`, without `exit`.
    const ended = new Promise<void>(resolve => {
      child.once('exit', (code, signal) => {
        this.#ending ||= code === null ? `It was ended by ${signal}.` : `It exited with code ${code}.`;
        resolve();
      });
    });
    await Promise.race([ended, closed]);
    // Its input is closed by now, so whatever it started can't be spoken to any more: it goes too.
    if (child.pid !== undefined) signalGroup(child.pid, 'SIGKILL');
    // Whatever left the group as well; who waits for answers does not wait for that.
    this.#swept = endMarked(mark === undefined ? [] : [mark], 'SIGTERM').then(() => account.dispose());
    const timer = setTimeout(() => {
      for (const pipe of [child.stdin, child.stdout, child.stderr]) pipe?.destroy();
    }, LAST_BYTES_MS);
    await closed;
    clearTimeout(timer);
    this.#isGone = true;
  }
}
