import { type ChildProcess, spawn } from 'node:child_process';
import { getDefaultEnvironment } from '@modelcontextprotocol/sdk/client/stdio.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { type JSONRPCMessage, JSONRPCMessageSchema } from '@modelcontextprotocol/sdk/types.js';
import type { ResolvedLaunch } from '../../core/catalog/entry';
import type { Log } from '../../core/support/log';
import { LastWords } from './lastWords';
import { LineReader } from './lineReader';

type StdioLaunch = Extract<ResolvedLaunch, { type: 'stdio' }>;

/** Grace after stdin is closed, then after SIGTERM, in milliseconds: VS Code gives 5 s for all (security.md 0.3). */
const EOF_GRACE_MS = 1_000;
const TERM_GRACE_MS = 1_000;

/**
 * Speaks to a server over its stdin and stdout. Unlike the SDK's transport it keeps the server's process group
 * together, so that a package runner's child goes with it, and knows how the process ended (decision D10).
 */
export class ChildTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  readonly #launch: StdioLaunch;
  readonly #log: Log;
  readonly #server: string;
  readonly #lastWords: LastWords;
  #child: ChildProcess | undefined;
  #exit: Promise<void> = Promise.resolve();
  #ending = '';
  #isGone = false;

  constructor(server: string, launch: StdioLaunch, log: Log) {
    this.#server = server;
    this.#launch = launch;
    this.#log = log;
    this.#lastWords = new LastWords(Object.values(launch.env));
  }

  /** How it ended and what it said last, for people; empty while it runs. */
  get ending(): string {
    const words = this.#lastWords.text;
    return words === '' ? this.#ending : `${this.#ending} Its last words: ${words}`;
  }

  /** Starts the process. @throws the system's error when it can't be started */
  async start(): Promise<void> {
    const { command, args, env, cwd } = this.#launch;
    const child = spawn(command, [...args], {
      env: { ...getDefaultEnvironment(), ...env },
      cwd,
      stdio: ['pipe', 'pipe', 'pipe'],
      // A group of its own, to be ended as one; on Windows that would open a console window.
      detached: process.platform !== 'win32',
      windowsHide: true,
    });
    this.#child = child;
    await new Promise<void>((resolve, reject) => {
      child.once('spawn', resolve);
      child.once('error', reject);
    });
    this.#exit = new Promise(resolve => child.once('close', () => resolve()));
    child.once('exit', (code, signal) => {
      this.#ending = code === null ? `It was ended by ${signal}.` : `It exited with code ${code}.`;
      // Node closes our end of its input now, so whatever it started can't be spoken to any more: it goes too.
      if (child.pid !== undefined) signalGroup(child.pid, 'SIGKILL');
    });
    // Never rejects.
    void this.#exit.then(() => {
      this.#isGone = true;
      this.onclose?.();
    });
    const lines = new LineReader(
      line => this.#takeLine(line),
      () => this.#log.warn('A server wrote a line that is too long', { server: this.#server }),
    );
    child.stdout?.on('data', (chunk: Buffer) => lines.push(chunk));
    child.stderr?.setEncoding('utf8').on('data', (text: string) => this.#lastWords.push(text));
    child.stdin?.on('error', error => this.onerror?.(error));
  }

  async send(message: JSONRPCMessage): Promise<void> {
    const stdin = this.#child?.stdin;
    if (!stdin?.writable) throw new Error('The server no longer reads.');
    if (stdin.write(`${JSON.stringify(message)}\n`)) return;
    await new Promise<void>(resolve => {
      stdin.once('drain', resolve);
      stdin.once('close', resolve);
    });
  }

  /** Ends the process and all that it started: end of input, then SIGTERM, then SIGKILL. */
  async close(): Promise<void> {
    const child = this.#child;
    if (!child?.pid || this.#isGone) return;
    child.stdin?.end();
    if (!(await this.#hasEnded(EOF_GRACE_MS))) {
      signalGroup(child.pid, 'SIGTERM');
      if (!(await this.#hasEnded(TERM_GRACE_MS))) {
        signalGroup(child.pid, 'SIGKILL');
        // Someone who left the group may hold the pipes for ever: they are let go of then.
        if (!(await this.#hasEnded(TERM_GRACE_MS))) {
          for (const pipe of [child.stdin, child.stdout, child.stderr]) pipe?.destroy();
        }
      }
    }
    // What a package runner left behind goes too: it is in the same group.
    signalGroup(child.pid, 'SIGKILL');
  }

  #takeLine(line: string): void {
    let json: unknown;
    try {
      json = JSON.parse(line);
    } catch {
      // Noise on stdout is common and harmless (gateway.md): a banner, a log line.
      this.#log.debug('A server wrote something that is no message', { server: this.#server });
      return;
    }
    const message = JSONRPCMessageSchema.safeParse(json);
    if (message.success) this.onmessage?.(message.data);
    else this.#log.debug('A server wrote JSON that is no message', { server: this.#server });
  }

  async #hasEnded(withinMs: number): Promise<boolean> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<false>(resolve => {
      timer = setTimeout(() => resolve(false), withinMs);
    });
    const hasEnded = await Promise.race([this.#exit.then(() => true), late]);
    clearTimeout(timer);
    return hasEnded;
  }
}

function signalGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    if (process.platform === 'win32')
      spawn('taskkill', ['/pid', String(pid), '/T', '/F'], { windowsHide: true });
    else process.kill(-pid, signal);
  } catch {
    // ESRCH: nobody of the group is left, which is what we want.
  }
}
