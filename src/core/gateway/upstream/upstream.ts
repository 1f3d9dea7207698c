import type { ServerId, SessionId } from '../../../shared/ids';
import type { ResolvedLaunch } from '../../catalog/entry/entry';
import type { LeftOutTool, ToolDefinition } from '../../registry/tool';
import type { Root } from './clientRoots';

/** What a tool gave back, as its server sent it. */
export type ToolResult = Readonly<Record<string, unknown>>;

/** An object of the protocol that is passed on as it came. */
export type ProtocolObject = Readonly<Record<string, unknown>>;

/** How far a call has come, as its server tells it. */
export interface Progress {
  readonly progress: number;
  readonly total?: number;
  readonly message?: string;
  readonly _meta?: ProtocolObject;
}

/** The wish that a call runs as a task of its server (MCP 2025-11-25, tasks), and who hears of that task. */
export interface TaskWish {
  /** How long the server should keep it, in milliseconds from now. */
  readonly ttlMs: number;
  /** Called when the server took it on, and with each state after that. */
  onState(state: TaskState): void;
}

/** What a server tells of a task that runs. */
export interface TaskState {
  /** How often the server wants to be asked about it, in milliseconds. */
  readonly pollMs: number;
  readonly message?: string;
}

/** What a server may ask back while it works on a call. */
export type ClientRequestMethod = 'sampling/createMessage' | 'elicitation/create';

/** The client on whose behalf a call runs: it answers what the server asks back. */
export interface CallerClient {
  readonly session: SessionId;
  /** Each question is a part of its own request's answer: none waits for another that may never be answered. */
  readonly isAskedApart?: true;
  /** Who is asked for a person in its place, as it is now: it is an agent's own, which must not agree to what it asks for itself. */
  readonly person?: () => CallerClient | undefined;
  /** @throws {ProtocolError} when it cannot do that, or refuses */
  ask(method: ClientRequestMethod, params: ProtocolObject, signal: AbortSignal): Promise<ProtocolObject>;
  /** Tells it something that belongs to the call. Never rejects: a client that went away is told nothing. */
  tell(method: string, params: ProtocolObject): void;
}

/** What goes along with a call. */
export interface CallOptions {
  readonly signal: AbortSignal;
  readonly onProgress?: (progress: Progress) => void;
  /** Left out where nobody can be asked: a server that asks is told so. */
  readonly client?: CallerClient;
  /** Metadata of the request that the server gets too. */
  readonly meta?: ProtocolObject;
  /** How long the server may be silent, in milliseconds; as long as any where left out. */
  readonly idleMs?: number;
  /** Tools that a person allowed for the plan that the call is a part of, by their schema hashes. */
  readonly approved?: ReadonlySet<string>;
  /** A program reads the result, not a model: it is not cut to what a model reads, and nothing is noted in it. */
  readonly isForProgram?: true;
  /** Left out where the call is to run as calls do. Only tools that can run as tasks are asked to. */
  readonly task?: TaskWish;
}

/** What a server offers beside tools. */
export interface UpstreamOffers {
  readonly resources: boolean;
  readonly subscriptions: boolean;
  readonly prompts: boolean;
  readonly completions: boolean;
  readonly logging: boolean;
}

/** Lists of a server that are passed on. */
export type PassedList = 'resources' | 'resourceTemplates' | 'prompts';

/** Requests that are passed on to a server as they are. */
export type PassedMethod =
  | 'resources/read'
  | 'resources/subscribe'
  | 'resources/unsubscribe'
  | 'prompts/get'
  | 'completion/complete'
  | 'logging/setLevel';

/** A live connection to a server. */
export interface UpstreamConnection {
  readonly serverName: string;
  readonly serverVersion: string;
  readonly offers: UpstreamOffers;
  /** How it wants to be used, in its own words; undefined where it says nothing. */
  readonly instructions?: string;
  /** All tools, every page of them. */
  listTools(signal: AbortSignal): Promise<readonly ToolDefinition[]>;
  /** What `listTools` found last and did not give, since it can't be taken. */
  readonly leftOut?: readonly LeftOutTool[];
  /** Every page of one of its other lists; empty where it does not offer that. @throws {ProtocolError} */
  list(list: PassedList, signal: AbortSignal): Promise<readonly ProtocolObject[]>;
  /**
   * @throws {Refusal} `upstream-failed` with the server's words, `upstream-closed` when it ended meanwhile.
   * @throws {ProtocolError} where the client has to open an address first
   */
  callTool(name: string, input: Readonly<Record<string, unknown>>, options: CallOptions): Promise<ToolResult>;
  /** Passes a request on. @throws {ProtocolError} with the server's own answer */
  request(method: PassedMethod, params: ProtocolObject, options: CallOptions): Promise<ProtocolObject>;
  /**
   * Resolves when the server shows that it is alive: it answers, or has said something since the ping before.
   * @throws {Refusal} `no-answer` with its last words, where it has some.
   */
  ping(timeoutMs: number): Promise<void>;
  /** The folders that its clients work on are others now. Who did not ask for them takes no notice. */
  rootsChanged(): void;
  /** A chat let go of the server while others hold it: it is asked nothing more, and what it was asked is withdrawn. */
  withdrawQuestions(session: SessionId): void;
  /**
   * Ends the connection and the process behind it. Resolves when it is gone.
   * @param why sentences for those whose calls it ends: what happened, and the next call
   */
  close(why?: string): Promise<void>;
}

/** What a server tells without being asked, beside changes of its tools. */
export type UpstreamNotice =
  | { readonly type: 'listChanged'; readonly list: 'resources' | 'prompts' }
  | { readonly type: 'resourceUpdated'; readonly uri: string }
  | { readonly type: 'log'; readonly level: string; readonly logger?: string; readonly data: unknown };

/** What a connection tells without being asked. */
export interface UpstreamHooks {
  /** The connection ended without `close`. The reason is for people: exit code, last words. */
  onClosed(reason: string): void;
  onToolsChanged(): void;
  onNotice(notice: UpstreamNotice): void;
  /** The folders of those who use the server; undefined where they tell none, and the workspace's counts. */
  roots?(): Promise<readonly Root[] | undefined>;
  /** The server wrote something for people, as it came: secrets stand in it as they are. Left out where nobody keeps it. */
  onWords?(text: string): void;
}

/** Opens connections to servers: the room node knows how. */
export interface UpstreamConnector {
  /** Readies what takes time when a server is started for the first time. Never throws. */
  prepare?(): void;
  /** @throws {Refusal} `start-failed` with the reason, what was searched, the last words on stderr. */
  connect(
    server: ServerId,
    launch: ResolvedLaunch,
    hooks: UpstreamHooks,
    signal: AbortSignal,
  ): Promise<UpstreamConnection>;
}

/** How a server is doing, whoever uses it. */
export type Health =
  | { readonly state: 'idle' }
  | { readonly state: 'starting' }
  | { readonly state: 'running' }
  | { readonly state: 'error'; readonly reason: string };
