import { Refusal } from '../../core/support/refusal';
import { ENDLESS_LINE_BYTES, LineReader } from '../lines/lineReader';
import { GroupProcess } from '../processes/groupProcess';
import { signalGroup } from '../processes/processGroup';
import type { ServerProcesses, StdioLaunch } from '../processes/serverProcesses';
import { FlowLimit } from '../upstream/flowLimit';
import { ServerInput } from '../upstream/serverInput';

/** What is taken of an agent's output in 100 ms, in bytes: 40 MB/s. A writer that is faster waits (chosen here). */
const BYTES_IN_PERIOD = 4 * 1_048_576;

/** Longest line on stderr that is kept together, in characters. */
const MAX_WORDS_LINE = 16_384;

const ENDLESS = `It wrote ${ENDLESS_LINE_BYTES / 1_048_576} MiB without a line break and was stopped.`;

/** What becomes of what a program writes. */
export interface OutputEvents {
  line(text: string): void;
  words(text: string): void;
  received(bytes: number): void;
}

/** A child program with its lines in and out. */
export class AgentProcess {
  readonly #process: GroupProcess;
  readonly #input: ServerInput | undefined;
  /** Resolves when it has ended and its output was read. Never rejects. */
  readonly gone: Promise<void>;

  /** @throws as `ServerProcesses.spawn` */
  constructor(name: string, processes: ServerProcesses, launch: StdioLaunch, events: OutputEvents) {
    this.#process = new GroupProcess(processes, launch);
    this.gone = this.#process.gone;
    const { stdin, stdout, stderr } = this.#process.child;
    if (stdin === null || stdout === null || stderr === null) return;
    this.#input = new ServerInput(name, stdin);
    stdin.on('error', () => undefined); // Who writes is told; that it has ended is seen.
    const flow = new FlowLimit(stdout, BYTES_IN_PERIOD);
    const lines = new LineReader({
      onLine: line => events.line(line),
      onDropped: head => events.line(head),
      onEndless: () => this.#process.kill(ENDLESS),
    });
    stdout.on('data', (chunk: Buffer) => {
      events.received(chunk.length);
      flow.take(chunk.length);
      lines.push(chunk);
    });
    stdout.on('end', () => lines.flush());
    const noise = new FlowLimit(stderr, BYTES_IN_PERIOD);
    const words = new WordLines(text => events.words(text));
    stderr.setEncoding('utf8').on('data', (text: string) => {
      events.received(Buffer.byteLength(text));
      noise.take(text.length);
      words.push(text);
    });
    stderr.on('end', () => words.end());
  }

  get pid(): number | undefined {
    return this.#process.child.pid;
  }

  get ending(): string {
    return this.#process.ending;
  }

  /** Its exit code; null while it runs, and where a signal ended it. */
  get code(): number | null {
    return this.#process.child.exitCode;
  }

  /** @throws the system's error when it can't be started */
  async started(): Promise<void> {
    await this.#process.started();
  }

  /** @throws {Refusal} upstream-stuck @throws the system's error when nobody can read it */
  async write(line: string): Promise<void> {
    if (this.#input === undefined) throw new Error('The program was not started.');
    try {
      await this.#input.write(`${line}\n`);
    } catch (error) {
      // A pipe breaks a moment before its process is seen to have ended: how it ended says more.
      if (!Refusal.is(error)) await this.#process.isEnding();
      throw error;
    }
  }

  /** Asks the whole group to stop what it does. */
  interrupt(): void {
    if (this.pid !== undefined && !this.#process.isGone) signalGroup(this.pid, 'SIGINT');
  }

  async close(): Promise<void> {
    await this.#process.close();
  }

  kill(): void {
    this.#process.kill('It was killed.');
  }
}

/** Cuts text for people into lines; a line that is too long is told in parts. */
class WordLines {
  readonly #tell: (line: string) => void;
  #rest = '';

  constructor(tell: (line: string) => void) {
    this.#tell = tell;
  }

  push(text: string): void {
    const lines = (this.#rest + text).split('\n');
    this.#rest = lines.pop() ?? '';
    for (const line of lines) this.#line(line);
    if (this.#rest.length > MAX_WORDS_LINE) this.end();
  }

  end(): void {
    this.#line(this.#rest);
    this.#rest = '';
  }

  #line(line: string): void {
    const text = line.trimEnd();
    if (text !== '') this.#tell(text);
  }
}
