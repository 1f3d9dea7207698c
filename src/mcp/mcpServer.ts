import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import {
  CallToolRequestSchema,
  type CallToolResult,
  ListToolsRequestSchema,
  type ListToolsResult,
} from '@modelcontextprotocol/sdk/types.js';
import { catalogSummary } from '../core/catalog/summary';
import type { Core } from '../core/core';
import type { View } from '../core/gateway/addressBook';
import type { Caller } from '../core/gateway/sessions';
import { noTask } from '../core/gateway/toolCalls';
import type { CallOptions, ProtocolObject, ToolResult } from '../core/gateway/upstream';
import type { Log } from '../core/support/log';
import { type ServerId, sessionId } from '../shared/ids';
import { TOOLS } from './builtInModules';
import type { Tool } from './defineTool';
import { OwnResources } from './ownResources';
import { pageOf } from './page';
import { passThrough } from './passThrough';
import type { ProductInfo } from './productInfo';
import { optionsOf } from './requestExtra';
import { answered, runTool } from './runTool';
import { serveTasks, taskAnswer, TASKS_CAPABILITY } from './serveTasks';

/** What every MCP server of ours stands on. */
export interface ServerParts {
  readonly core: Core;
  readonly info: ProductInfo;
  readonly log: Log;
  /** Whether an agent may put files back without a person. */
  readonly mayRestore: boolean;
}

/** Longest conversation id a host may send; VS Code's are UUIDs. */
const MAX_SESSION_LENGTH = 200;

/** Serves one MCP connection until it closes. */
export async function serveConnection(
  parts: ServerParts,
  transport: Transport,
  connection: string,
): Promise<void> {
  const { core, info, log } = parts;
  // The low-level server: our tools come and go, and are validated by us.
  const server = new Server(
    { name: 'switchyard', title: 'switchyard', version: info.version },
    {
      capabilities: {
        tools: { listChanged: true },
        resources: { listChanged: true, subscribe: true },
        prompts: { listChanged: true },
        completions: {},
        logging: {},
        tasks: TASKS_CAPABILITY,
      },
      instructions: catalogSummary(core.gateway.environment()),
    },
  );
  // Clients made with the SDK take no notice when a request with the id 0 is cancelled: a withdrawn question would stay.
  Reflect.set(server, '_requestMessageId', 1);
  const host = (): string => server.getClientVersion()?.name ?? 'unknown';

  server.setRequestHandler(ListToolsRequestSchema, ({ params }): ListToolsResult => {
    const definitions = core.gateway.toolsSeenOn(connection, host());
    // In one page, where a client takes that: some never ask for the next one.
    const { items, ...next } = pageOf(definitions, params?.cursor, Infinity);
    // Definitions of other servers are passed on as they came: the client judges them.
    return { tools: items as ListToolsResult['tools'], ...next };
  });
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, extra): Promise<CallToolResult> => {
    const caller = callerOf(extra._meta, connection, host());
    core.gateway.enter(caller);
    core.workflows.notice(caller.session);
    const options = optionsOf(server, extra, caller.session);
    const { name, task } = params;
    if (task) {
      const begin = () => beginTask(core, caller, name, params.arguments, task.ttl, options);
      return (await taskAnswer(name, log, begin)) as unknown as CallToolResult; // The SDK checks it as the answer of a task.
    }
    const run = () => callTool(parts, caller, name, params.arguments, options);
    const result = await answered(name, log, run, TOOLS.get(name)?.explain);
    return result as CallToolResult;
  });

  const own = new OwnResources(core, server, log);
  const view = (): View => ({ connection, host: host() });
  const passing = passThrough({ server, passthrough: core.gateway.passthrough, own, view, log });
  const tasks = serveTasks({
    server,
    tasks: core.gateway.tasks,
    view,
    callerOf: ({ _meta: meta }) => callerOf(meta, connection, host()),
    log,
  });

  const notified = core.gateway.onToolListChanged(async () => {
    if (!server.getClientVersion()) return;
    // A client that went away makes this fail: the others, and the activation itself, go on.
    await server.sendToolListChanged().catch(() => log.debug('A client could not be told of new tools'));
  });
  server.onclose = () => {
    own.dispose();
    passing.dispose();
    tasks.dispose();
    notified.dispose();
    void core.gateway.connectionClosed(connection); // Never rejects; the bus tells what ended.
  };
  server.onerror = error => log.debug('A connection had an error', { error: error.name });
  await server.connect(transport);
}

async function callTool(
  { core, info, mayRestore }: ServerParts,
  caller: Caller,
  name: string,
  input: unknown,
  options: CallOptions,
): Promise<ToolResult> {
  const run = async (tool: Tool, module: ServerId, given: unknown): Promise<ToolResult> => {
    core.gateway.requireModule(caller, module);
    return await runTool(tool, given, { ...core, caller, info, mayRestore, callNative, options, ...options });
  };
  const callNative = (module: ServerId, toolName: string, given: unknown) => {
    const native = core.registry.native(toolName);
    const tool = native?.module === module ? TOOLS.get(toolName) : undefined;
    return tool && run(tool, module, given);
  };
  const { registry } = core;
  const native =
    registry.native(name) ?? (registry.byExposedName(name) ? undefined : registry.meantNative(name));
  const own = native && (await callNative(native.module, native.definition.name, input));
  if (own === undefined) return await core.gateway.call(caller, name, input, options);
  // Our own answers have their limits; what they quote of servers, such as lists of tools, may be long all the same.
  return core.gateway.results.cut(own, { session: caller.session, maxBytes: 0, needsStructured: true });
}

/** Begins a call as a task of its server. Tools of ours know no tasks. */
async function beginTask(
  { gateway, registry }: Core,
  caller: Caller,
  name: string,
  input: unknown,
  ttlMs: number | undefined,
  options: CallOptions,
): Promise<ProtocolObject> {
  if (registry.native(name)) throw noTask(name);
  return await gateway.callAsTask(caller, name, input, ttlMs, options);
}

/** Whose call it is: the chat the host names, else the connection itself (decision D4). */
function callerOf(
  meta: Readonly<Record<string, unknown>> | undefined,
  connection: string,
  host: string,
): Caller {
  const conversation = meta?.['vscode.conversationId'];
  const isConversation =
    typeof conversation === 'string' && conversation !== '' && conversation.length <= MAX_SESSION_LENGTH;
  return { session: sessionId(isConversation ? conversation : connection), isConversation, connection, host };
}
