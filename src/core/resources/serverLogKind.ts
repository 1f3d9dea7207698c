import { serverId, type ServerId } from '../../shared/ids';
import type { Gateway } from '../gateway/gateway';
import type { ServerLine, ServerLogs } from '../gateway/upstream/serverLogs';
import type { Disposable } from '../support/disposable';
import type { History } from './page';
import {
  forbidden,
  isWithin,
  type ListedResource,
  notFound,
  type ResourceChange,
  type ResourceKind,
  type ResourceReader,
  type Watched,
  type WatchFilters,
  type WatchRow,
} from './resourceKind';

const HINT = 'call resources_list with prefix sc://servers';

/** What servers wrote on stderr, as `sc://servers/<id>/logs`: for chats that have the server switched on. */
export class ServerLogKind implements ResourceKind {
  readonly kind = 'server_logs';
  readonly rowType = 'server_log';
  readonly filter = 'server';
  readonly template = {
    uriTemplate: 'sc://servers/{server}/logs',
    name: 'server-log',
    title: 'Log of a server',
    description: 'Recent stderr output of an active server, as JSON.',
    mimeType: 'application/json',
  };
  readonly #gateway: Pick<Gateway, 'core' | 'session'>;
  readonly #logs: ServerLogs;

  constructor(gateway: Pick<Gateway, 'core' | 'session'>, logs: ServerLogs) {
    this.#gateway = gateway;
    this.#logs = logs;
  }

  owns(uri: string): boolean {
    return uri.startsWith('sc://servers/');
  }

  list({ sessions }: ResourceReader, most: number): readonly ListedResource[] {
    const active = sessions.flatMap(id => [...(this.#gateway.session(id)?.activations.keys() ?? [])]);
    return [...new Set([...this.#gateway.core.external(), ...active])]
      .filter(server => this.#logs.has(server, sessions))
      .slice(0, most)
      .map(server => ({
        uri: addressOf(server),
        title: server,
        description: 'Its stderr output',
        metadata: { serverId: server },
      }));
  }

  async read(uri: string, reader: ResourceReader): Promise<Readonly<Record<string, unknown>>> {
    const server = this.#server(uri, reader);
    return { serverId: server, logs: [...this.#history(server, reader).after(0)] };
  }

  async watch(uri: string, reader: ResourceReader, { server: filter = {} }: WatchFilters): Promise<Watched> {
    const history = this.#history(this.#server(uri, reader), reader);
    const { message_contains: part = '' } = filter;
    return {
      history,
      matches: ({ ts, message }) => isWithin(Number(ts), filter) && String(message).includes(part),
    };
  }

  onDidChange(listener: (change: ResourceChange) => void): Disposable {
    return this.#logs.onDidWrite(({ server, isFirst }) =>
      listener({ isList: isFirst, touches: uri => uri === addressOf(server) }),
    );
  }

  #history(server: ServerId, { sessions }: ResourceReader): History<WatchRow> {
    const lines = this.#logs.of(server, sessions);
    return {
      droppedSeq: lines.droppedSeq,
      lastSeq: lines.lastSeq,
      *after(seq) {
        for (const line of lines.after(seq)) yield rowOf(server, line);
      },
    };
  }

  #server(uri: string, { sessions }: ResourceReader): ServerId {
    const [, name = ''] = /^sc:\/\/servers\/([^/]+)\/logs$/.exec(uri) ?? [];
    const server = serverId(name);
    if (server === undefined) {
      throw notFound('This is not the URI of a log. Read sc://servers/{server}/logs.', HINT, uri);
    }
    const isOn =
      this.#gateway.core.isCore(server) ||
      sessions.some(id => this.#gateway.session(id)?.activations.has(server) === true);
    if (isOn) return server;
    throw forbidden(
      `"${server}" is not active in this session, so its log is not shown here. Call mcp_activate first.`,
      'call mcp_activate first',
      uri,
    );
  }
}

function addressOf(server: ServerId): string {
  return `sc://servers/${server}/logs`;
}

function rowOf(server: ServerId, { seq, ts, text }: ServerLine): WatchRow {
  return {
    seq,
    ts,
    stream: 'stderr',
    message: text,
    serverId: server,
    jobId: null,
    runId: null,
    opId: null,
    graphId: null,
    nodeId: null,
    childId: null,
  };
}
