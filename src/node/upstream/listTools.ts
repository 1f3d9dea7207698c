import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { ErrorCode, McpError } from '@modelcontextprotocol/sdk/types.js';
import * as z from 'zod';
import { oneLine } from '../../core/catalog/entry/plainText';
import { bareMessage } from '../../core/gateway/upstream/protocolError';
import type { ToolDefinition } from '../../core/registry/tool';
import type { Log } from '../../core/support/log';
import { Refusal } from '../../core/support/refusal';
import { jsonBytes } from '../../core/support/utf8';
import type { ServerId } from '../../shared/ids';
import { isConnectionClosed } from './callFailures';
import { MAX_TOOL_BYTES, tooLongList } from './listBounds';
import { pagedList } from './pagedList';

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
    name: z.string().min(1).max(256),
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

/**
 * A server's tools. A server that names nothing that it can do is asked all the same: some forget it.
 * @throws {Refusal} start-failed, or what a sign-in says
 */
export async function listTools(
  parts: ListingParts,
  signal: AbortSignal,
): Promise<readonly ToolDefinition[]> {
  const { client, server, log } = parts;
  const capabilities = client.getServerCapabilities() ?? {};
  if (!capabilities.tools && Object.keys(capabilities).length > 0) return [];
  try {
    const found = await pagedList(client, 'tools/list', 'tools', signal, () =>
      log.warn('A server gives the same page of tools again and again', { server }),
    );
    const modest = found.filter(candidate => jsonBytes(candidate) <= MAX_TOOL_BYTES);
    if (modest.length < found.length) {
      const count = found.length - modest.length;
      log.warn('Tools whose definition is too long are left out', {
        server,
        count,
        maxBytes: MAX_TOOL_BYTES,
      });
    }
    const tools = modest.flatMap(candidate => {
      const tool = listedTool.safeParse(candidate);
      return tool.success ? [tool.data] : [];
    });
    return runsTasks(client) ? tools : tools.map(({ execution: _none, ...tool }) => tool);
  } catch (error) {
    signal.throwIfAborted();
    if (Refusal.is(error)) throw error; // It wants a sign-in, for one.
    if (isUnknownMethod(error)) return [];
    const tooLong = tooLongList(server, 'tools', error);
    if (tooLong) throw tooLong;
    const why = said(error) ?? parts.ending();
    const message = `"${server}" started but did not list its tools. ${why}`;
    throw new Refusal('start-failed', message, { server }, { cause: error });
  }
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
