import type { AgentStream } from '../agents/agentLink';
import type { SessionId } from '../../shared/ids';
import { coordinationError } from '../coordination/coordinationError';
import type { EventLevel } from '../journal/event';
import type { Disposable } from '../support/disposable';
import type { Numbered } from '../support/ring';
import type { Refusal } from '../support/refusal';
import type { History } from './page';

/** Who reads: the chats whose own things it may see. */
export interface ResourceReader {
  readonly sessions: readonly SessionId[];
}

/** Something that can be read, as lists show it. */
export interface ListedResource {
  readonly uri: string;
  readonly title: string;
  readonly description: string;
  readonly metadata: Readonly<Record<string, unknown>>;
}

/** What clients are told about the addresses of a kind (MCP, resource templates). */
export interface ResourceTemplate {
  readonly uriTemplate: string;
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly mimeType: string;
}

/** A resource as text, for clients of the protocol. */
export interface ResourceText {
  readonly mimeType: string;
  readonly text: string;
}

interface TimeSpan {
  readonly since_ts?: number | undefined;
  readonly until_ts?: number | undefined;
}

/** What a watcher of a run wants to see. */
export interface RunFilter extends TimeSpan {
  readonly levels?: readonly EventLevel[] | undefined;
  readonly kinds?: readonly string[] | undefined;
  readonly job_ids?: readonly string[] | undefined;
  readonly op_ids?: readonly string[] | undefined;
  readonly graph_ids?: readonly string[] | undefined;
  readonly node_ids?: readonly string[] | undefined;
  readonly child_ids?: readonly string[] | undefined;
}

/** What a watcher of a server's log wants to see. */
export interface ServerFilter extends TimeSpan {
  readonly message_contains?: string | undefined;
}

/** What a watcher of a namespace of the blackboard wants to see. */
export interface BlackboardFilter extends TimeSpan {
  readonly keys?: readonly string[] | undefined;
  readonly kinds?: readonly ('set' | 'delete' | 'expire')[] | undefined;
  readonly tags?: readonly string[] | undefined;
}

/** What a watcher of a child agent's output wants to see. */
export interface ChildFilter {
  readonly streams?: readonly AgentStream[] | undefined;
}

/** What watchers may ask for; each kind of resource knows one of them. */
export interface WatchFilters {
  readonly run?: RunFilter | undefined;
  readonly server?: ServerFilter | undefined;
  readonly blackboard?: BlackboardFilter | undefined;
  readonly child?: ChildFilter | undefined;
}

/** A row of a history as JSON shows it, its fields in camel case. */
export type WatchRow = Numbered & Readonly<Record<string, unknown>>;

/** The history behind an address. */
export interface Watched {
  readonly history: History<WatchRow>;
  readonly matches: (row: WatchRow) => boolean;
}

/** Something about resources changed. */
export interface ResourceChange {
  /** Others are listed now. */
  readonly isList: boolean;
  /** Whether what stands under an address is another now. */
  readonly touches: (uri: string) => boolean;
}

/** One kind of address under `sc://`, whoever keeps what stands there. */
export interface ResourceKind {
  /** The word for it, e.g. `run_events`. */
  readonly kind: string;
  readonly template: ResourceTemplate;
  /** The type and the SSE event of a row of its history; undefined where nothing can be watched. */
  readonly rowType?: 'run_event' | 'server_log' | 'blackboard_event' | 'child_log';
  /** Which of the filters goes with it. */
  readonly filter?: keyof WatchFilters;
  /** Whether the address is one of this kind, also where nothing stands there. */
  owns(uri: string): boolean;
  /** The newest, at most so many. */
  list(reader: ResourceReader, most: number): readonly ListedResource[];
  /** What an agent gets, field by field. @throws {Refusal} E-RES-NOT-FOUND, E-RES-FORBIDDEN */
  read(uri: string, reader: ResourceReader): Promise<Readonly<Record<string, unknown>>>;
  /** The same for clients of the protocol; left out: as JSON. */
  text?(uri: string, reader: ResourceReader): ResourceText;
  /** @throws {Refusal} as `read` */
  watch?(uri: string, reader: ResourceReader, filters: WatchFilters): Promise<Watched>;
  onDidChange(listener: (change: ResourceChange) => void): Disposable;
}

/** Nothing stands under an address. `hint`: what to do instead. */
export function notFound(message: string, hint: string, uri: string): Refusal {
  return coordinationError('E-RES-NOT-FOUND', { message, hint, details: { uri } });
}

/** Something stands there that is not the reader's to see. */
export function forbidden(message: string, hint: string, uri: string): Refusal {
  return coordinationError('E-RES-FORBIDDEN', { message, hint, details: { uri } });
}

/** Whether a moment lies in a span, its ends included. */
export function isWithin(ts: number, { since_ts: since, until_ts: until }: TimeSpan): boolean {
  return ts >= (since ?? -Infinity) && ts <= (until ?? Infinity);
}
