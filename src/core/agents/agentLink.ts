import type { ServerId } from '../../shared/ids';

/** How a child program speaks: one JSON value a line, or the Agent Client Protocol, version 1. */
export type AgentProtocol = 'jsonl' | 'acp';

/** Where a line comes from; `meta` is what we have to say of it. */
export type AgentStream = 'stdout' | 'stderr' | 'meta';

/** A JSON object that an agent wrote, or that stands for what it did. */
export type AgentMessage = Readonly<Record<string, unknown>> & { readonly type: string };

/** What is started: the exact command that was approved. */
export interface AgentLaunch {
  readonly command: string;
  readonly args: readonly string[];
  /** Added to what every program gets. */
  readonly env: Readonly<Record<string, string>>;
  /** Where it works: an absolute path. */
  readonly cwd: string;
  /** It is told where to work, and started in a folder of its own of this name: what it is fetched with finds nothing of a repository there. */
  readonly startsApart?: ServerId;
  /** How much of our own environment it gets: see docs/dev/children.md. */
  readonly sandbox: Sandbox;
}

/** `strict`: PATH and a home folder of its own; `standard`: what servers get; `permissive`: all but what is ours. */
export type Sandbox = 'strict' | 'standard' | 'permissive';

/** How an agent reaches us over MCP: with a key that is its own. */
export interface AgentAccess {
  readonly url: string;
  readonly token: string;
}

/** A tool that an agent wants to use, of which a person has a say. */
export interface PermissionAsk {
  /** What it is about, in the agent's words. */
  readonly title: string;
  /** The arguments, as far as it tells them. */
  readonly input: Readonly<Record<string, unknown>>;
  readonly options: readonly PermissionOption[];
}

/** One of the answers that an agent takes. */
export interface PermissionOption {
  readonly id: string;
  readonly name: string;
  readonly kind: string;
}

/** What becomes of what an agent says. */
export interface AgentEvents {
  /** A line, whole or cut (`text`), with the object that it is where it is one. */
  wrote(stream: AgentStream, text: string, message: AgentMessage | undefined): void;
  /** Bytes that it wrote, whether lines are made of them or not. */
  received(bytes: number): void;
  /** Gives the id of the option that the person chose; undefined where nobody did. */
  permission(asked: PermissionAsk, signal: AbortSignal): Promise<string | undefined>;
  /** It has ended, and all that it started. Told once, after its last line; `code` is null where a signal ended it. */
  ended(how: string, code: number | null): void;
}

/** A started agent. */
export interface AgentLink {
  /** Of the process; undefined where it could not be started. */
  readonly pid: number | undefined;
  /** Resolves when messages may be sent, with what it said of itself. @throws {Refusal} why it can't be spoken to */
  readonly ready: Promise<AgentMessage>;
  /** Whether it runs a turn now and takes another message after it. */
  readonly isBusy: boolean;
  /** Sends a message. @throws {Refusal} upstream-stuck, E-CHILD-INVALID-INPUT */
  send(payload: unknown): Promise<void>;
  /** Asks it to stop what it does, and go on living where its protocol can say that. */
  interrupt(): void;
  /** Ends it and all that it started: end of input, SIGTERM, SIGKILL. */
  close(): Promise<void>;
  /** Ends them at once. */
  kill(): void;
}

/** What a process group uses. */
export interface GroupUse {
  readonly memoryBytes: number;
  /** CPU time of its processes since their start, and of those that ended and were waited for. */
  readonly cpuSeconds: number;
}

/** Starts agents. */
export interface AgentLinks {
  /**
   * Starts an agent. Nothing is left running where this throws.
   * @throws {Refusal} E-CHILD-START, with the reason
   */
  start(
    name: string,
    protocol: AgentProtocol,
    launch: AgentLaunch,
    access: AgentAccess | undefined,
    events: AgentEvents,
  ): Promise<AgentLink>;
  /** The folder as a real path within the workspace. @throws {Refusal} E-CHILD-INVALID-INPUT */
  folder(path: string | undefined): Promise<string>;
  /** What each process group uses, by its leader's id; undefined where the system does not say (all but Linux). */
  useOf(pids: readonly number[]): Promise<ReadonlyMap<number, GroupUse> | undefined>;
}
