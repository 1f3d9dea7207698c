import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { ErrorCode, McpError, ResultSchema } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';
import type { CallOptions, ToolResult, UpstreamConnection, UpstreamHooks } from '../../core/gateway/upstream';
import type { ToolDefinition } from '../../core/registry/tool';
import { Refusal } from '../../core/support/refusal';
import type { ServerId } from '../../shared/ids';
import { ChildTransport } from './childTransport';
import { remoteFailure } from './remoteFailure';
import type { RemoteTransport } from './remoteTransport';

/** A call may be silent for this long, and last this long in all (security.md, hung server). */
const CALL_IDLE_MS = 60_000;
const CALL_MAX_MS = 600_000;

/** Bounds of a listing (gateway.md, Upstream connections). */
const MAX_PAGES = 100;
const MAX_TOOLS = 2_000;

/** A tool as servers send it: what we route by is checked, everything else is passed on untouched. */
const listedTool = z.looseObject({
  name: z.string().min(1).max(256),
  title: z.string().optional(),
  description: z.string().optional(),
  inputSchema: z.looseObject({}),
});

const toolsPage = z.looseObject({ tools: z.array(z.unknown()), nextCursor: z.string().optional() });

/** A live connection through the SDK's client. */
export class SdkConnection implements UpstreamConnection {
  readonly serverName: string;
  readonly serverVersion: string;
  readonly #server: ServerId;
  readonly #client: Client;
  readonly #transport: ChildTransport | RemoteTransport;
  readonly #hooks: UpstreamHooks;
  #isClosing = false;

  constructor(
    server: ServerId,
    client: Client,
    transport: ChildTransport | RemoteTransport,
    hooks: UpstreamHooks,
  ) {
    const about = client.getServerVersion();
    this.serverName = about?.name ?? server;
    this.serverVersion = about?.version ?? '0';
    this.#server = server;
    this.#client = client;
    this.#transport = transport;
    this.#hooks = hooks;
    client.onclose = () => {
      if (!this.#isClosing) hooks.onClosed(this.#ending());
    };
  }

  async listTools(signal: AbortSignal): Promise<readonly ToolDefinition[]> {
    if (!this.#client.getServerCapabilities()?.tools) return [];
    const tools: ToolDefinition[] = [];
    const seen = new Set<string>();
    let cursor: string | undefined;
    for (let page = 0; page < MAX_PAGES && tools.length < MAX_TOOLS; page++) {
      // Asked for plainly: the SDK's own listTools compiles every output schema each time (performance.md, Peers).
      const params = cursor === undefined ? {} : { cursor };
      const answer = await this.#page(params, signal);
      for (const candidate of answer.tools) {
        const tool = listedTool.safeParse(candidate);
        if (tool.success) tools.push(tool.data as ToolDefinition);
      }
      cursor = answer.nextCursor;
      if (cursor === undefined || seen.has(cursor)) break;
      seen.add(cursor);
    }
    return tools.slice(0, MAX_TOOLS);
  }

  async #page(
    params: { readonly cursor?: string },
    signal: AbortSignal,
  ): Promise<z.output<typeof toolsPage>> {
    try {
      return await this.#client.request({ method: 'tools/list', params }, toolsPage, { signal });
    } catch (error) {
      signal.throwIfAborted();
      if (Refusal.is(error)) throw error;
      throw new Refusal(
        'start-failed',
        `"${this.#server}" started but did not list its tools. ${this.#ending()}`,
        { server: this.#server },
        { cause: error },
      );
    }
  }

  async callTool(
    name: string,
    input: Readonly<Record<string, unknown>>,
    { signal, onProgress }: CallOptions,
  ): Promise<ToolResult> {
    try {
      return await this.#client.request(
        { method: 'tools/call', params: { name, arguments: input } },
        ResultSchema,
        {
          signal,
          timeout: CALL_IDLE_MS,
          maxTotalTimeout: CALL_MAX_MS,
          resetTimeoutOnProgress: true,
          ...(onProgress === undefined
            ? {}
            : {
                onprogress: ({ progress, total, message }) =>
                  onProgress({ progress, ...optional({ total, message }) }),
              }),
        },
      );
    } catch (error) {
      signal.throwIfAborted();
      throw this.#callFailure(name, error);
    }
  }

  async close(): Promise<void> {
    this.#isClosing = true;
    await this.#client.close();
    await this.#transport.close();
  }

  #callFailure(tool: string, error: unknown): unknown {
    if (Refusal.is(error)) return error; // It wants a sign-in: the connection is as good as before.
    if (!(error instanceof McpError)) {
      if (this.#transport instanceof ChildTransport) return this.#closed(tool, error);
      // Its session there may be gone (404), or the server: the next call connects anew.
      this.#hooks.onClosed('The connection was lost.');
      void this.close(); // Ends the rest of a connection that nobody uses any more.
      return new Refusal(
        'upstream-failed',
        `"${this.#server}" could not be used for "${tool}". ${remoteFailure(error)}`,
        {},
        { cause: error },
      );
    }
    if (error.code === ErrorCode.ConnectionClosed) return this.#closed(tool, error);
    if (error.code === ErrorCode.RequestTimeout) {
      const message = `"${this.#server}" did not answer "${tool}" in time; the call was cancelled. Try again, or with less.`;
      return new Refusal('upstream-timeout', message, { server: this.#server, tool }, { cause: error });
    }
    return new Refusal(
      'upstream-failed',
      `"${this.#server}" refused "${tool}" (${error.code}): ${error.message}`,
      { server: this.#server, tool },
      { cause: error },
    );
  }

  #closed(tool: string, cause: unknown): Refusal {
    return new Refusal(
      'upstream-closed',
      `"${this.#server}" ended while "${tool}" ran. ${this.#ending()} The next call starts it again.`,
      { server: this.#server, tool },
      { cause },
    );
  }

  #ending(): string {
    const ending = this.#transport instanceof ChildTransport ? this.#transport.ending : '';
    return ending || 'The connection was closed or it answered with an error.';
  }
}

/** The fields that are there: `undefined` is no value under exact optional types. */
function optional(fields: { total: number | undefined; message: string | undefined }) {
  const { total, message } = fields;
  return { ...(total === undefined ? {} : { total }), ...(message === undefined ? {} : { message }) };
}
