import type { ServerId } from '../../../shared/ids';
import type { ResolvedLaunch } from '../../catalog/entry/entry';
import type { Clock } from '../../support/clock';
import { Refusal } from '../../support/refusal';
import type { Tracer } from '../../support/tracer';
import { ProtocolError } from './protocolError';
import type { ToolUse } from './toolUse';
import type { UpstreamConnection } from './upstream';

/** Who hears of calls to servers. */
export interface Followers {
  readonly clock: Clock;
  readonly toolUse: ToolUse;
  /** Left out where nobody can measure. */
  readonly tracer?: Tracer | undefined;
}

/** What a connection becomes, as soon as it is there. */
export type Wrapping = (
  connection: UpstreamConnection,
  server: ServerId,
  launch: ResolvedLaunch,
) => UpstreamConnection;

/** The same connection, whose calls are counted, and measured where somebody wishes it. */
export function followedCalls(followers: Followers): Wrapping {
  return (connection, server, launch) => followed(connection, server, launch, followers);
}

/** A proxy, so that whatever a connection can do stays as it is. */
function followed(
  connection: UpstreamConnection,
  server: ServerId,
  launch: ResolvedLaunch,
  { clock, toolUse, tracer }: Followers,
): UpstreamConnection {
  const transport = launch.type === 'stdio' ? 'pipe' : 'tcp';
  const callTool: UpstreamConnection['callTool'] = async (tool, input, options) => {
    const startedMs = clock.monotonicMs();
    const trace = tracer?.begin({
      side: 'client',
      tool,
      server,
      transport,
      session: options.client?.session,
      meta: options.meta,
      input,
    });
    const over = (error: string | undefined, result?: unknown): void => {
      toolUse.note(server, tool, clock.monotonicMs() - startedMs, error !== undefined, result);
      trace?.end(error, result);
    };
    try {
      const passed = trace === undefined ? options : { ...options, meta: trace.meta };
      const result = await connection.callTool(tool, input, passed);
      over(result['isError'] === true ? TOOL_ERROR : undefined, result);
      return result;
    } catch (error) {
      over(options.signal.aborted ? 'cancelled' : errorClass(error));
      throw error;
    }
  };
  return new Proxy(connection, {
    get(target, name) {
      if (name === 'callTool') return callTool;
      const member: unknown = Reflect.get(target, name, target);
      return typeof member === 'function' ? (member.bind(target) as unknown) : member;
    },
  });
}

/** What a tool that answers with an error is called by OpenTelemetry's conventions for MCP. */
export const TOOL_ERROR = 'tool_error';

/** What went wrong, as one of few words: never what an error says. */
export function errorClass(error: unknown): string {
  if (error instanceof ProtocolError) return String(error.code);
  return Refusal.is(error) ? error.code : 'internal';
}
