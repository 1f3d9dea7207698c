import type { AgentEvents, AgentLink, AgentMessage } from '../../core/agents/agentLink';
import type { ServerProcesses, StdioLaunch } from '../processes/serverProcesses';
import { AgentProcess } from './agentProcess';
import { messageIn } from './messageIn';

/** JSON allows these two as they are; programs that read lines, such as Node's `readline`, end a line at them. */
function escaped(separator: string): string {
  return `\\u${separator.charCodeAt(0).toString(16)}`;
}

/** A program that reads and writes one JSON value a line. It may be sent messages as soon as it runs. */
export class JsonLinesLink implements AgentLink {
  readonly #process: AgentProcess;
  readonly ready: Promise<AgentMessage> = Promise.resolve({ type: 'started' });
  readonly isBusy = false;

  /** @throws as `ServerProcesses.spawn` */
  constructor(name: string, processes: ServerProcesses, launch: StdioLaunch, events: AgentEvents) {
    this.#process = new AgentProcess(name, processes, launch, {
      line: line => events.wrote('stdout', line, messageIn(line)),
      words: line => events.wrote('stderr', line, undefined),
      received: bytes => events.received(bytes),
    });
    void this.#process.gone.then(() => events.ended(this.#process.ending, this.#process.code));
  }

  get pid(): number | undefined {
    return this.#process.pid;
  }

  async started(): Promise<void> {
    await this.#process.started();
  }

  async send(payload: unknown): Promise<void> {
    await this.#process.write(JSON.stringify(payload).replace(/[\u2028\u2029]/g, escaped));
  }

  interrupt(): void {
    this.#process.interrupt();
  }

  async close(): Promise<void> {
    await this.#process.close();
  }

  kill(): void {
    this.#process.kill();
  }
}
