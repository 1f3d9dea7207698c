import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { Protocol } from '@modelcontextprotocol/sdk/shared/protocol.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import {
  CallToolRequestSchema,
  type CallToolResult,
  ListToolsRequestSchema,
  type ListToolsResult,
} from '@modelcontextprotocol/sdk/types.js';
import { catalogSummary } from '../core/catalog/summary';
import type { Core } from '../core/core';
import type { View } from '../core/gateway/addresses/addressBook';
import { APP_MIME_TYPE, APPS_EXTENSION, showsApps } from '../core/gateway/tools/appTools';
import type { ToolDefinition } from '../core/registry/tool';
import type { Disposable } from '../core/support/disposable';
import type { Log } from '../core/support/log';
import type { CallingClient } from '../core/toolbox/nativeTool';
import { withOwnPages } from './apps/taskCard';
import { callerOf } from './clients/callerOf';
import { ClientList } from './clients/clientList';
import { readRoots } from './clients/clientRoots';
import { type ClientTraits, clientTraits } from './clients/clientTraits';
import type { Half } from './clients/connectionHalves';
import { fitOlderClient } from './clients/olderContent';
import { tellInvalidParams } from './invalidParams';
import { OwnResources } from './ownResources';
import { pageOf } from './page';
import { passThrough } from './passThrough';
import { PlainCalls } from './plainCalls';
import { optionsOf, type RequestExtra } from './requestExtra';
import { serveTasks, taskAnswer, TASKS_CAPABILITY } from './serveTasks';
import { sessionId } from '../shared/ids';
import { calledName, listedOn, SURFACE_NAMES } from './clients/surface';
import { lastingList } from './clients/toolListJson';
import { toldOnce } from './clients/toldOnce';
import { toolsFor } from './toolsFor';

/** What a call of a tool asks for. */
interface CallParams {
  readonly name: string;
  readonly arguments?: Readonly<Record<string, unknown>> | undefined;
  /** Where it is to run as a task. */
  readonly task?: { readonly ttl?: number | undefined } | undefined;
}

/** What every MCP server of ours stands on. */
export interface ServerParts {
  readonly core: Core;
  /** Version of the product. */
  readonly version: string;
  readonly log: Log;
  /** What a list of tools waits for: servers that are coming up by themselves. Left out where none are. */
  readonly beforeTools?: () => Promise<void>;
}

/** What stands in the place of the instructions where the other surface gives them. */
const OF_THE_REST =
  `More Switchyard tools, and the tools of active servers. ${SURFACE_NAMES.control} explains how to use them: ` +
  'its mcp_call_tool calls any of them by name, listed or not.';

/** How long VS Code takes to hand a list on to its models, in milliseconds (docs/dev/vscode-tools.md). */
const OTHER_HALF_SETTLES_MS = 250;

/** What a connection has that lists all or the rest; the two tools of control never change, and are all there is. */
const CAPABILITIES = {
  tools: { listChanged: true },
  resources: { listChanged: true, subscribe: true },
  prompts: { listChanged: true },
  completions: {},
  logging: {},
  tasks: TASKS_CAPABILITY,
  extensions: { [APPS_EXTENSION]: { mimeTypes: [APP_MIME_TYPE] } },
} as const;

/** Serves one MCP connection until it closes. */
export async function serveConnection(
  parts: ServerParts,
  transport: Transport,
  connection: string,
  half?: Half,
): Promise<void> {
  const { core, version, log } = parts;
  const { surface } = half ?? { surface: 'all' };
  const isControl = surface === 'control';
  /** A child agent that could name a chat would have its rights. */
  const metaOf = <Meta>(meta: Meta): Meta | undefined => (half?.isFixed === true ? undefined : meta);
  const title = SURFACE_NAMES[surface];
  // The low-level server: our tools come and go, and are validated by us.
  const server = new Server(
    { name: title, title, version },
    {
      capabilities: isControl ? { tools: {} } : CAPABILITIES,
      // Once for both: a model would pay for them twice. They tell nothing of what servers that never ran will list.
      instructions:
        surface === 'rest'
          ? OF_THE_REST
          : catalogSummary(core.gateway.environment(undefined, [], () => undefined)),
    },
  );
  // Clients made with the SDK take no notice when a request with the id 0 is cancelled: a withdrawn question would stay.
  Reflect.set(server, '_requestMessageId', 1);
  const host = (): string => server.getClientVersion()?.name ?? 'unknown';
  const traits = (): ClientTraits => clientTraits(host());
  const hasApps = (): boolean => showsApps(server.getClientCapabilities());
  const clientList = half?.list ?? new ClientList(core.clock);
  const current = (): readonly ToolDefinition[] =>
    core.gateway
      .toolsSeenOn(connection, host(), hasApps())
      .filter(({ name }) => core.toolbox.allows(sessionId(connection), name));
  const isListTaken = (signal: AbortSignal): Promise<boolean> =>
    clientList.isTaken(current, isControl ? OTHER_HALF_SETTLES_MS : traits().settleMs, signal);

  server.setRequestHandler(ListToolsRequestSchema, async ({ params }): Promise<ListToolsResult> => {
    await parts.beforeTools?.();
    const seen = current();
    if (!isControl) clientList.taken(seen);
    const listed = toolsFor(traits(), listedOn(surface, seen));
    const definitions = hasApps() ? withOwnPages(listed) : listed;
    // In one page, where a client takes that: some never ask for the next one.
    const { items, ...next } = pageOf(definitions, params?.cursor, Infinity);
    // Definitions of other servers are passed on as they came: the client judges them.
    return { tools: lastingList(items) as ListToolsResult['tools'], ...next };
  });
  const answerCall = async (params: CallParams, extra: RequestExtra): Promise<CallToolResult> => {
    const caller = callerOf(metaOf(extra._meta), connection, host(), half?.user);
    core.gateway.enter(caller);
    core.workflows.notice(caller.session);
    const options = optionsOf(server, extra, caller.session, half?.person);
    const { task } = params;
    const name = calledName(surface, params.name);
    if (task) {
      const begin = () => core.toolbox.begin(caller, name, params.arguments, task.ttl, options);
      return (await taskAnswer(name, log, begin, extra.signal)) as unknown as CallToolResult; // The SDK checks it as the answer of a task.
    }
    const callingClient: CallingClient = {
      isTextAlone: traits().isTextAlone,
      hidesTools: surface !== 'all',
      isImpatient: options.onProgress === undefined,
      isListTaken: () => isListTaken(extra.signal),
    };
    const whole = await core.toolbox.answer(caller, name, params.arguments, { ...options, callingClient });
    const result = traits().showsBoth ? toldOnce(whole) : whole;
    // Its host looks for new tools of the half that it called only: the other's would be one request late.
    if (isControl) await isListTaken(extra.signal);
    return result as CallToolResult;
  };
  // The server's own way would check each call and each result by schema once more: calls were read, results are valid (validResult).
  Protocol.prototype.setRequestHandler.call(
    server,
    CallToolRequestSchema,
    async ({ params }, extra) => await answerCall(params, extra),
  );

  const besides = isControl
    ? []
    : serveBesidesTools(parts, server, {
        connection,
        host,
        metaOf,
        person: half?.person,
        hasRoots: half?.isRemote !== true,
        isNews: () => clientList.isNews(current),
      });
  tellInvalidParams(server);
  const calls = new PlainCalls(server, answerCall);
  server.onclose = () => {
    calls.close();
    for (const each of besides) each.dispose();
    if (half?.leave() ?? true) void core.gateway.connectionClosed(connection); // Never rejects; the bus tells what ended.
  };
  server.onerror = error => log.debug('A connection had an error', { error: error.name });
  fitOlderClient(transport);
  await server.connect(transport);
  calls.takeFrom(transport);
  core.gateway.firstStart.prepareSoon();
}

interface BesidesTools {
  readonly connection: string;
  readonly host: () => string;
  readonly metaOf: <Meta>(meta: Meta) => Meta | undefined;
  readonly person: Half['person'];
  /** Whether folders that the client names are folders here. */
  readonly hasRoots: boolean;
  /** Whether the client does not know yet that its list of tools is another one. */
  readonly isNews: () => boolean;
}

/** Resources, prompts, tasks and what else comes with them; tells of new tools. */
function serveBesidesTools(
  { core, log }: ServerParts,
  server: Server,
  { connection, host, metaOf, person, hasRoots, isNews }: BesidesTools,
): readonly Disposable[] {
  const own = new OwnResources(core, server, log);
  const view = (): View => ({ connection, host: host() });
  const passing = passThrough({ server, passthrough: core.gateway.passthrough, own, view, person, log });
  const roots = hasRoots ? [readRoots(server, core.gateway.roots, connection, log)] : [];
  const tasks = serveTasks({
    server,
    tasks: core.gateway.tasks,
    view,
    callerOf: ({ _meta: meta }) => callerOf(metaOf(meta), connection, host()),
    person,
    log,
    clock: core.clock,
  });
  const notified = core.gateway.onToolListChanged(async () => {
    if (!server.getClientVersion() || !isNews()) return;
    // A client that went away makes this fail: the others, and the activation itself, go on.
    await server.sendToolListChanged().catch(() => log.debug('A client could not be told of new tools'));
  });
  return [own, passing, tasks, ...roots, notified];
}
