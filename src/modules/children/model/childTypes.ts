import type { AgentLaunch, AgentMessage, AgentProtocol, AgentStream } from '../../../core/agents/agentLink';
import type { Instant } from '../../../core/support/clock';
import type { SessionId } from '../../../shared/ids';

/** What a child is doing; `childState.ts` says what can follow what. */
export type ChildState =
  | 'starting'
  | 'ready'
  | 'running'
  | 'idle'
  | 'stopping'
  | 'terminated'
  | 'killed'
  | 'error';

/** How much a child may use until it is stopped; what is left out has no limit. */
export interface Budget {
  /** Messages sent to it. */
  readonly messages?: number | undefined;
  /** Calls it makes over our MCP endpoint, those of its plans and rounds included, and tool calls it tells of. */
  readonly tool_calls?: number | undefined;
  /** As it tells of them, which nobody else knows, and those of rounds of ours that run for it. */
  readonly tokens?: number | undefined;
  /** Milliseconds since its first start. */
  readonly wallclock_ms?: number | undefined;
  /** Bytes sent to it. */
  readonly bytes_in?: number | undefined;
  /** Bytes that it wrote. */
  readonly bytes_out?: number | undefined;
  /** Resident memory of its process group, in MiB. Held on Linux only. */
  readonly memory_mb?: number | undefined;
  /** CPU time of its process group, of all its starts together. Held on Linux only. */
  readonly cpu_seconds?: number | undefined;
}

/** What it has used of each. */
export type Usage = { -readonly [Name in keyof Required<Budget>]: number };

/** In milliseconds. */
export interface Timeouts {
  /** Until it must be ready. */
  readonly ready_ms: number;
  /** Silence after which it counts as idle. */
  readonly idle_ms: number;
  /** Silence at work after which it is restarted; undefined: any. */
  readonly heartbeat_ms?: number | undefined;
}

/** What a child was started as. */
export interface ChildSpec {
  readonly id: string;
  readonly role: string | null;
  /** The known agent that it is; null for a command of its own. */
  readonly agent: string | null;
  readonly protocol: AgentProtocol;
  readonly launch: AgentLaunch;
  /** Tools that it may see and call; null: what a chat may. */
  readonly toolsAllow: readonly string[] | null;
  /** Servers that are on for it from the start. */
  readonly servers: readonly string[];
  /** Code that it is to touch, for its tasks. */
  readonly areas: readonly string[];
  readonly budget: Budget;
  readonly timeouts: Timeouts;
  readonly restarts: boolean;
  /** The type of the message by which a program that speaks JSON lines says that it is ready; null: it is from the start. */
  readonly readyType: string | null;
  readonly metadata: unknown;
  /** Whose child it is. */
  readonly parent: SessionId;
  /** 1 for a child of a chat. */
  readonly depth: number;
}

/** A line of a child's log. */
export interface LogLine {
  /** From 1, without gaps. */
  readonly seq: number;
  readonly ts: Instant;
  readonly stream: AgentStream;
  /** Cut where it is long. */
  readonly text: string;
  /** The type of the message that it is; null where it is none. */
  readonly type: string | null;
}

/** A tool that a child calls again and again. */
export interface Loop {
  readonly advice: 'warn' | 'kill';
  readonly signature: string;
}

/** What there is to see of a child. */
export interface Child {
  readonly spec: ChildSpec;
  readonly state: ChildState;
  /** Why it ended, or what it waits for: a sentence; null while there is nothing to say. */
  readonly reason: string | null;
  readonly session: SessionId;
  readonly pid: number | null;
  readonly startedAt: Instant;
  readonly endedAt: Instant | null;
  readonly lastHeardAt: Instant | null;
  readonly usage: Readonly<Usage>;
  readonly restartCount: number;
  /** What it said when it was ready last; null before. */
  readonly readyMessage: AgentMessage | null;
  readonly breaker: 'closed' | 'open' | 'half-open';
  readonly loop: Loop | null;
  /** What it does now, in its words: a tool, or a step of its plan. */
  readonly doing: string | null;
  /** The last answer; null before there is one. */
  readonly final: FinalMessage | null;
  /** Tasks that were recorded for it, oldest first. */
  readonly tasks: readonly string[];
  readonly workflow: string | null;
  /** Tasks of others in the areas of the last message, when it began. */
  readonly overlaps: readonly Overlap[];
  /** Messages that it was sent and has not answered. */
  readonly pending: number;
  /** Lines in its log, and those that were dropped for want of room. */
  readonly lines: number;
  readonly dropped: number;
}

/** A task of another agent in the areas of a child. */
export interface Overlap {
  readonly task: string;
  readonly name: string;
  readonly agent: string | null;
  /** Areas of the child in which it works too. */
  readonly areas: readonly string[];
}

/** An answer of a child. */
export interface FinalMessage {
  readonly seq: number;
  readonly isError: boolean;
  /** As it was written, cut where it is very long. */
  readonly text: string;
}

/** Children alive at the same time (seed of the coordination tools). */
export const MAX_CHILDREN = 16;

/** Children of children of a chat, and no further (chosen here). */
export const MAX_DEPTH = 2;

/** Most memory that a child may be given, in MiB (chosen here: real agents take 300 to 700). */
export const MAX_MEMORY_MB = 2_048;

/** Most CPU time that a child may be given, in seconds (chosen here: one core for a day). */
export const MAX_CPU_SECONDS = 86_400;

/** Whether it is over with a child. */
export function hasEnded({ state }: Pick<Child, 'state'>): boolean {
  return state === 'terminated' || state === 'killed' || state === 'error';
}
