import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { ErrorCode, McpError } from '@modelcontextprotocol/sdk/types.js';
import * as z from 'zod';
import { oneLine } from '../../core/catalog/entry/plainText';
import { bareMessage } from '../../core/gateway/upstream/protocolError';
import type { LeftOutTool, ToolDefinition } from '../../core/registry/tool';
import type { Log } from '../../core/support/log';
import { Refusal } from '../../core/support/refusal';
import { isRecord } from '../../core/support/json';
import { jsonBytes } from '../../core/support/utf8';
import type { ServerId } from '../../shared/ids';
import { isConnectionClosed } from './callFailures';
import { MAX_TOOL_BYTES, tooLongList } from './listBounds';
import { pagedList } from './pagedList';

/** Characters of a tool's name (chosen here). */
const MAX_NAME = 256;

/** Characters of what a server answered in place of its list. */
const MAX_WORDS = 300;

interface ListingParts {
  readonly client: Client;
  readonly server: ServerId;
  readonly log: Log;
  /** How the connection ended, for people. */
  readonly ending: () => string;
}

/**
 * A tool as servers send it: what we route by is checked. A part that is of another kind than the protocol's is as if it were
 * not there; what is odd inside of it is mended where the tool is listed (`protocolTool`).
 */
const listedTool = z
  .looseObject({
    name: z.string().min(1).max(MAX_NAME),
    title: z.string().optional().catch(undefined),
    description: z.string().optional().catch(undefined),
    inputSchema: z.looseObject({}).catch({}),
    outputSchema: z.looseObject({}).optional().catch(undefined),
    annotations: z.looseObject({}).optional().catch(undefined),
    icons: z.array(z.unknown()).optional().catch(undefined),
    execution: z.looseObject({ taskSupport: z.unknown() }).optional().catch(undefined),
    _meta: z.looseObject({}).optional().catch(undefined),
  })
  .transform(
    // What it has of the protocol's parts is of their kind now.
    tool =>
      Object.fromEntries(
        Object.entries(tool).filter(([, part]) => part !== undefined),
      ) as unknown as ToolDefinition,
  );

/** What a server lists: tools that can be called, and the others, each with the reason. */
interface FoundTools {
  readonly tools: readonly ToolDefinition[];
  readonly leftOut: readonly LeftOutTool[];
}

const NONE: FoundTools = { tools: [], leftOut: [] };

/**
 * A server's tools. A server that names nothing that it can do is asked all the same: some forget it.
 * @throws {Refusal} start-failed, or what a sign-in says
 */
export async function listTools(parts: ListingParts, signal: AbortSignal): Promise<FoundTools> {
  const { client, server, log } = parts;
  const capabilities = client.getServerCapabilities() ?? {};
  if (!capabilities.tools && Object.keys(capabilities).length > 0) return NONE;
  try {
    const tools: ToolDefinition[] = [];
    const leftOut: LeftOutTool[] = [];
    const found = await pagedList(client, 'tools/list', 'tools', signal, {
      onRepeated: () => log.warn('A server gives the same page of tools again and again', { server }),
      onBeyond: () => leftOut.push({ name: 'all further ones', reason: 'the server lists too many' }),
    });
    let tooLong = 0;
    for (const candidate of found) {
      const isTooLong = jsonBytes(candidate) > MAX_TOOL_BYTES;
      if (isTooLong) tooLong += 1;
      const tool = isTooLong ? undefined : listedTool.safeParse(candidate).data;
      if (tool) tools.push(tool);
      else leftOut.push(leftOutTool(candidate, isTooLong));
    }
    if (tooLong > 0)
      log.warn('Tools whose definition is too long are left out', {
        server,
        count: tooLong,
        maxBytes: MAX_TOOL_BYTES,
      });
    const others = leftOut.length - tooLong;
    if (others > 0) log.warn('Tools are left out', { server, count: others });
    const isWhole = runsTasks(client);
    return { tools: isWhole ? tools : tools.map(({ execution: _none, ...tool }) => tool), leftOut };
  } catch (error) {
    signal.throwIfAborted();
    if (Refusal.is(error)) throw error; // It wants a sign-in, for one.
    if (isUnknownMethod(error)) return NONE;
    const tooLong = tooLongList(server, 'tools', error);
    if (tooLong) throw tooLong;
    const why = said(error) ?? parts.ending();
    const message = `"${server}" started but did not list its tools. ${why}`;
    throw new Refusal('start-failed', message, { server }, { cause: error });
  }
}

function leftOutTool(candidate: unknown, isTooLong: boolean): LeftOutTool {
  const name = isRecord(candidate) ? candidate['name'] : undefined;
  if (typeof name !== 'string' || name === '')
    return { name: 'one without a name', reason: 'nothing to call it by' };
  if (isTooLong) return { name, reason: `its definition is longer than ${MAX_TOOL_BYTES / 1_024} KiB` };
  return { name, reason: `its name is longer than ${MAX_NAME} characters` };
}

/** It has no tools, whatever it says of itself. */
function isUnknownMethod(error: unknown): boolean {
  return error instanceof McpError && error.code === ErrorCode.MethodNotFound;
}

/** The server's own words, where it answered at all. */
function said(error: unknown): string | undefined {
  if (!(error instanceof McpError) || isConnectionClosed(error)) return undefined;
  return `It answered (${error.code}): ${oneLine(bareMessage(error.message), MAX_WORDS)}`;
}

/** Whether tools may be called as tasks at all: what a tool says of itself counts only then (MCP 2025-11-25, tasks). */
function runsTasks(client: Client): boolean {
  return client.getServerCapabilities()?.tasks?.requests?.tools?.call !== undefined;
}
