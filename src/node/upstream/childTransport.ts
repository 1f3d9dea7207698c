import type { ChildProcess } from 'node:child_process';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
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
import { GroupProcess } from '../processes/groupProcess';
import { ServerInput } from './serverInput';
import { Redactor } from '../../core/support/redactor';
import type { ServerProcesses, StdioLaunch } from '../processes/serverProcesses';

/** What is taken of stderr in 100 ms, in bytes, and of noise on stdout, in lines. */
const STDERR_BYTES = 1_048_576;
const NOISE_LINES = 1_000;

const ENDLESS = `It wrote ${ENDLESS_LINE_BYTES / 1_048_576} MiB without a line break and was stopped.`;

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
  #process: GroupProcess | undefined;
  #input: ServerInput | undefined;
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
    const ending = this.#process?.ending ?? '';
    return words === '' ? ending : `${ending} Last output: ${words}`.trimStart();
  }

  /** What it said last on stderr, else what it wrote on stdout that was no message. */
  get lastWords(): string {
    return this.#lastWords.text || this.#noise.text;
  }

  /** Starts the process. @throws the system's error when it can't be started */
  async start(): Promise<void> {
    const started = new GroupProcess(this.#processes, this.#launch);
    this.#process = started;
    if (started.child.stdin) this.#input = new ServerInput(this.#server, started.child.stdin);
    this.#listen(started.child);
    await started.started();
    void started.gone.then(() => this.onclose?.()); // Never rejects.
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
      if (!Refusal.is(error)) await this.#process?.isEnding();
      throw error;
    }
  }

  /** Ends the process and all that it started: end of input, then SIGTERM, then SIGKILL. */
  async close(): Promise<void> {
    await this.#process?.close();
  }

  #listen(child: ChildProcess): void {
    const { stdin, stdout, stderr } = child;
    if (!stdin || !stdout || !stderr) return;
    const noise = new FlowLimit(stdout, NOISE_LINES);
    const words = new FlowLimit(stderr, STDERR_BYTES);
    const lines = new LineReader({
      onLine: line => this.#takeLine(line, noise),
      onDropped: (head, tail) => this.#takeDropped(head, tail),
      onEndless: () => this.#process?.kill(ENDLESS),
    });
    stdout.on('data', (chunk: Buffer) => lines.push(chunk)).on('end', () => lines.flush());
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
}
