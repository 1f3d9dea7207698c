import type {
  AgentAccess,
  AgentEvents,
  AgentLaunch,
  AgentLink,
  AgentLinks,
  AgentMessage,
  AgentProtocol,
  AgentStream,
  GroupUse,
} from '../../src/core/agents/agentLink';
import { coordinationError } from '../../src/core/coordination/coordinationError';

/** A program that the test plays. */
export class FakeAgent implements AgentLink {
  readonly pid: number;
  readonly name: string;
  readonly protocol: AgentProtocol;
  readonly launch: AgentLaunch;
  readonly access: AgentAccess | undefined;
  readonly events: AgentEvents;
  readonly sent: unknown[] = [];
  readonly isBusy = false;
  interrupts = 0;
  isRunning = true;
  /** Ends it when it is asked to stop; false for one that does not listen. By `signal`: as the system ends what has no handler. */
  stopsOnInterrupt: boolean | 'signal' = false;
  readonly #ready = Promise.withResolvers<AgentMessage>();

  constructor(
    pid: number,
    given: readonly [string, AgentProtocol, AgentLaunch, AgentAccess | undefined, AgentEvents],
    isReady: boolean,
  ) {
    this.pid = pid;
    [this.name, this.protocol, this.launch, this.access, this.events] = given;
    this.#ready.promise.catch(() => undefined);
    if (isReady) this.getReady();
  }

  get ready(): Promise<AgentMessage> {
    return this.#ready.promise;
  }

  getReady(): void {
    this.#ready.resolve({ type: 'ready' });
  }

  async send(payload: unknown): Promise<void> {
    this.sent.push(payload);
  }

  /** Writes a message, or a line that is none. */
  say(said: AgentMessage | string, stream: AgentStream = 'stdout'): void {
    const text = typeof said === 'string' ? said : JSON.stringify(said);
    this.events.received(text.length + 1);
    this.events.wrote(stream, text, typeof said === 'string' ? undefined : said);
  }

  exit(code: number | null, how = code === null ? 'It was killed.' : `It exited with code ${code}.`): void {
    if (!this.isRunning) return;
    this.isRunning = false;
    this.events.ended(how, code);
  }

  interrupt(): void {
    this.interrupts += 1;
    if (this.stopsOnInterrupt === 'signal') this.exit(null, 'It was ended by SIGINT.');
    else if (this.stopsOnInterrupt) this.exit(0);
  }

  async close(): Promise<void> {
    this.exit(0);
  }

  kill(): void {
    this.exit(null);
  }
}

/** Starts programs that the test plays. */
export class FakeAgents implements AgentLinks {
  readonly started: FakeAgent[] = [];
  /** Whether programs are ready at once. */
  areReady = true;
  /** Commands that the system does not start. */
  readonly missing = new Set<string>();
  /** What their process groups use; undefined as on a system that does not say. */
  use: ReadonlyMap<number, GroupUse> | undefined;

  async start(
    ...given: readonly [string, AgentProtocol, AgentLaunch, AgentAccess | undefined, AgentEvents]
  ): Promise<AgentLink> {
    const [, , { command }] = given;
    if (this.missing.has(command)) {
      // A process that could not be started is seen to be gone, too.
      queueMicrotask(() => given[4].ended('', null));
      throw coordinationError('E-CHILD-START', { message: `command not found: ${command}` });
    }
    const agent = new FakeAgent(1_000 + this.started.length, given, this.areReady);
    this.started.push(agent);
    return agent;
  }

  async folder(path: string | undefined): Promise<string> {
    return path === undefined ? '/work' : `/work/${path}`;
  }

  async useOf(): Promise<ReadonlyMap<number, GroupUse> | undefined> {
    return this.use;
  }

  /** The one that was started last. */
  get last(): FakeAgent {
    const agent = this.started.at(-1);
    if (agent === undefined) throw new Error('No program was started.');
    return agent;
  }
}
