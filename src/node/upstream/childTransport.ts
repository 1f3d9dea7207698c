import type { ChildProcess } from 'node:child_process';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import type { Disposable } from '../../core/support/disposable';
import type { Log } from '../../core/support/log';
import { Refusal } from '../../core/support/refusal';
import { FlowLimit } from './flowLimit';
import { LastWords } from './lastWords';
import { ENDLESS_LINE_BYTES, LineReader } from '../lines/lineReader';
import { hasShortAnswer, MAX_LIST_BYTES } from './listBounds';
import {
  ANSWER_MALFORMED,
  ANSWER_TOO_LARGE,
  failedAnswer,
  type Reading,
  readLine,
  requestOf,
} from '../lines/messageLine';
import { Noise } from './noise';
import { signalGroup } from '../processes/processGroup';
import { endMarked } from '../processes/processMark';
import { ServerInput } from './serverInput';
import { Redactor } from '../../core/support/redactor';
import type { ServerProcesses, StdioLaunch } from '../processes/serverProcesses';

/** Grace after stdin is closed, then after SIGTERM, in milliseconds: VS Code gives 5 s for all. */
const EOF_GRACE_MS = 1_000;
const TERM_GRACE_MS = 1_000;

/** How long what a dead process wrote last may take to arrive: its pipes may be held open by somebody who left the group. */
const LAST_BYTES_MS = 500;

/** What is taken of stderr in 100 ms, in bytes, and of noise on stdout, in lines. */
const STDERR_BYTES = 1_048_576;
const NOISE_LINES = 1_000;

/** Characters of either end of a line in which it is seen whose answer it is. */
const EDGE_CHARACTERS = 2_048;

/**
 * Speaks to a server over its stdin and stdout. Unlike the SDK's transport it keeps the server's process group
 * together, so that a package runner's child goes with it, and knows how the process ended.
 */
export class ChildTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  /** Hears what it writes on stderr, as it comes. */
  onWords?: (text: string) => void;
  readonly #launch: StdioLaunch;
  readonly #log: Log;
  readonly #server: string;
  readonly #processes: ServerProcesses;
  readonly #lastWords: LastWords;
  readonly #noise: Noise;
  #child: ChildProcess | undefined;
  #input: ServerInput | undefined;
  #gone: Promise<void> = Promise.resolve();
  /** When nothing of what it started is left. */
  #swept: Promise<unknown> = Promise.resolve();
  #ending = '';
  #isGone = false;
  #heard = 0;
  /** Requests that wait for a short answer. */
  readonly #short = new Set<number>();

  constructor(server: string, launch: StdioLaunch, processes: ServerProcesses, log: Log) {
    this.#server = server;
    this.#launch = launch;
    this.#processes = processes;
    this.#log = log;
    const secrets = Redactor.of(Object.values(launch.env));
    this.#lastWords = new LastWords(secrets);
    this.#noise = new Noise(server, secrets, log);
  }

  /** How many messages it has sent: a server that talks is alive, whatever it leaves unanswered. */
  get heard(): number {
    return this.#heard;
  }

  /** How it ended and what it said last, for people; empty while it runs and has said nothing. */
  get ending(): string {
    const words = this.lastWords;
    return words === '' ? this.#ending : `${this.#ending} Its last words: ${words}`.trimStart();
  }

  /** What it said last on stderr, else what it wrote on stdout that was no message. */
  get lastWords(): string {
    return this.#lastWords.text || this.#noise.text;
  }

  /** Starts the process. @throws the system's error when it can't be started */
  async start(): Promise<void> {
    const { child, account, mark } = this.#processes.spawn(this.#launch);
    this.#child = child;
    if (child.stdin) this.#input = new ServerInput(this.#server, child.stdin);
    this.#gone = this.#untilGone(child, account, mark);
    this.#listen(child);
    await new Promise<void>((resolve, reject) => {
      child.once('spawn', resolve);
      child.once('error', reject);
    });
    // Never rejects.
    void this.#gone.then(() => {
      this.#isGone = true;
      this.onclose?.();
    });
  }

  /** @throws {Refusal} upstream-stuck when the server does not read */
  async send(message: JSONRPCMessage): Promise<void> {
    if (this.#input === undefined) throw new Error('The server was not started.');
    if (
      'method' in message &&
      'id' in message &&
      typeof message.id === 'number' &&
      hasShortAnswer(message.method)
    )
      this.#short.add(message.id);
    try {
      await this.#input.write(`${JSON.stringify(message)}\n`);
    } catch (error) {
      // A pipe breaks a moment before its process is seen to have ended: how it ended says more.
      if (!Refusal.is(error)) await this.#isGoneWithin(LAST_BYTES_MS);
      throw error;
    }
  }

  /** Ends the process and all that it started: end of input, then SIGTERM, then SIGKILL. */
  async close(): Promise<void> {
    await this.#end();
    await this.#swept;
  }

  async #end(): Promise<void> {
    const child = this.#child;
    if (!child?.pid || this.#isGone) return;
    child.stdin?.end();
    if (await this.#isGoneWithin(EOF_GRACE_MS)) return;
    signalGroup(child.pid, 'SIGTERM');
    if (await this.#isGoneWithin(TERM_GRACE_MS)) return;
    signalGroup(child.pid, 'SIGKILL');
    await this.#isGoneWithin(TERM_GRACE_MS);
  }

  #listen(child: ChildProcess): void {
    const { stdin, stdout, stderr } = child;
    if (!stdin || !stdout || !stderr) return;
    const noise = new FlowLimit(stdout, NOISE_LINES);
    const words = new FlowLimit(stderr, STDERR_BYTES);
    const lines = new LineReader({
      onLine: line => this.#takeLine(line, noise),
      onDropped: (head, tail) => this.#takeDropped(head, tail),
      onEndless: () => this.#endFaulty(),
    });
    stdout.on('data', (chunk: Buffer) => lines.push(chunk));
    stderr.setEncoding('utf8').on('data', (text: string) => {
      this.#lastWords.push(text);
      this.onWords?.(text);
      words.take(text.length);
    });
    stdin.on('error', error => this.onerror?.(error));
  }

  #takeLine(line: string, noise: FlowLimit): void {
    const tooLong = this.#tooLong(line);
    for (const reading of tooLong ? [tooLong] : readLine(line)) this.#take(reading, line, noise);
  }

  #take(reading: Reading, line: string, noise: FlowLimit): void {
    switch (reading.type) {
      case 'message':
        this.#heard++;
        if ('id' in reading.message && !('method' in reading.message))
          this.#short.delete(Number(reading.message.id));
        this.onmessage?.(reading.message);
        return;
      case 'bad-answer':
        this.onmessage?.(failedAnswer(reading.id, ANSWER_MALFORMED));
        return;
      case 'noise':
        this.#noise.push(line);
        noise.take(1);
    }
  }

  /** What stands for a long answer where a short one was asked for: parsing it may cost many times its size. */
  #tooLong(line: string): Reading | undefined {
    if (this.#short.size === 0 || line.length <= MAX_LIST_BYTES) return undefined;
    const id = requestOf(line.slice(0, EDGE_CHARACTERS), line.slice(-EDGE_CHARACTERS));
    if (id === undefined || !this.#short.has(id)) return undefined;
    return { type: 'message', message: failedAnswer(id, ANSWER_TOO_LARGE) };
  }

  /** Only the call whose answer it was fails. Where that can't be seen, its time limit ends it. */
  #takeDropped(head: string, tail: string): void {
    this.#log.warn('A server wrote a line that is too long', { server: this.#server });
    const id = requestOf(head, tail);
    if (id !== undefined) this.onmessage?.(failedAnswer(id, ANSWER_TOO_LARGE));
  }

  #endFaulty(): void {
    this.#ending = `It wrote ${ENDLESS_LINE_BYTES / 1_048_576} MiB without a line break and was stopped.`;
    if (this.#child?.pid !== undefined) signalGroup(this.#child.pid, 'SIGKILL');
  }

  /** Resolves when the process has ended and its output was read. */
  async #untilGone(child: ChildProcess, account: Disposable, mark: string | undefined): Promise<void> {
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
  }

  async #isGoneWithin(withinMs: number): Promise<boolean> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<false>(resolve => {
      timer = setTimeout(() => resolve(false), withinMs);
    });
    const isGone = await Promise.race([this.#gone.then(() => true), late]);
    clearTimeout(timer);
    return isGone;
  }
}
