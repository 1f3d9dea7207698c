import type { ResolvedLaunch } from '../../src/core/catalog/entry/entry';
import type {
  CallOptions,
  PassedList,
  PassedMethod,
  ProtocolObject,
  ToolResult,
  UpstreamConnection,
  UpstreamConnector,
  UpstreamHooks,
  UpstreamNotice,
  UpstreamOffers,
} from '../../src/core/gateway/upstream/upstream';
import type { ToolDefinition } from '../../src/core/registry/tool';
import { untilAborted } from '../../src/core/support/abort';
import { Refusal } from '../../src/core/support/refusal';
import type { ServerId } from '../../src/shared/ids';

const NOTHING: UpstreamOffers = {
  resources: false,
  subscriptions: false,
  prompts: false,
  completions: false,
  logging: false,
};

/** How a server of the fake world behaves. */
export interface FakeServer {
  /** By name, or as the server would list them. */
  tools: readonly (string | ToolDefinition)[];
  /** Fails each start with these words. */
  startFailure?: string;
  /** Runs and answers no ping. */
  isSilent?: boolean;
  /** Lets nobody in before somebody signs in. */
  wantsSignIn?: boolean;
  /** Starts only when the test says so. */
  isSlow?: boolean;
  /** The version it says of itself; 1.0.0 where left out. */
  version?: string;
  /** What it asks as it comes up. */
  startsWith?: (hooks: UpstreamHooks) => Promise<void>;
  /** How it wants to be used. */
  instructions?: string;
  /** What it offers beside tools. */
  offers?: Partial<UpstreamOffers>;
  lists?: Partial<Record<PassedList, readonly ProtocolObject[]>>;
  /** What its other lists give, where it takes its time. */
  listingOf?: () => Promise<readonly ProtocolObject[]>;
  /** What it answers to requests that are passed on. */
  reply?: (method: PassedMethod, params: ProtocolObject) => ProtocolObject | Promise<ProtocolObject>;
  /** What a listing gives, where it is not simply the tools. */
  listing?: () => Promise<readonly ToolDefinition[]>;
  /** What a call gives; by default the name of the tool. */
  answer?: (
    tool: string,
    input: Readonly<Record<string, unknown>>,
    options: CallOptions,
  ) => Promise<ToolResult>;
}

interface Running {
  readonly server: ServerId;
  readonly hooks: UpstreamHooks;
  readonly launch: ResolvedLaunch;
}

/** The outside world of servers, as a test wants it: what is running, what was called. */
export class FakeServers implements UpstreamConnector {
  readonly servers = new Map<string, FakeServer>();
  readonly running = new Set<Running>();
  readonly calls: string[] = [];
  readonly requests: [ServerId, PassedMethod, ProtocolObject][] = [];
  /** Servers that were told of other roots, as often as they were. */
  readonly rootsChanges: ServerId[] = [];
  starts = 0;
  listings = 0;
  #waiting: (() => void)[] = [];

  add(name: string, server: FakeServer): this {
    this.servers.set(name, server);
    return this;
  }

  /** Names of the servers that run, one for each process. */
  get names(): string[] {
    return [...this.running].map(({ server }) => server).sort();
  }

  /** Lets slow servers come up. */
  finishStarts(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const start of waiting) start();
  }

  /** Ends a server from outside, as a crash does. */
  crash(name: string, reason = 'It exited with code 7.'): void {
    for (const running of this.running) {
      if (running.server !== name) continue;
      this.running.delete(running);
      running.hooks.onClosed(reason);
    }
  }

  /** The server offers other tools from now on, and says so. */
  changeTools(name: string, tools: FakeServer['tools']): void {
    const server = this.servers.get(name);
    if (server) server.tools = tools;
    for (const running of this.running) if (running.server === name) running.hooks.onToolsChanged();
  }

  /** The server writes something on stderr. */
  write(name: string, text: string): void {
    for (const running of this.running) if (running.server === name) running.hooks.onWords?.(text);
  }

  /** The server tells something unasked. */
  tell(name: string, notice: UpstreamNotice): void {
    for (const running of this.running) if (running.server === name) running.hooks.onNotice(notice);
  }

  async connect(
    server: ServerId,
    launch: ResolvedLaunch,
    hooks: UpstreamHooks,
    signal: AbortSignal,
  ): Promise<UpstreamConnection> {
    const fake = this.servers.get(server);
    this.starts++;
    if (fake?.isSlow) {
      await new Promise<void>((resolve, reject) => {
        this.#waiting.push(resolve);
        signal.addEventListener('abort', () => reject(signal.reason), { once: true });
      });
    }
    if (fake?.wantsSignIn) {
      throw new Refusal('sign-in-needed', `"${server}" needs a sign-in in the browser.`);
    }
    if (!fake || fake.startFailure !== undefined) {
      throw new Refusal(
        'start-failed',
        `"${server}" did not start. ${fake?.startFailure ?? 'Nobody knows it.'}`,
      );
    }
    await fake.startsWith?.(hooks);
    const running: Running = { server, hooks, launch };
    this.running.add(running);
    return {
      serverName: server,
      serverVersion: fake.version ?? '1.0.0',
      offers: { ...NOTHING, ...fake.offers },
      ...(fake.instructions === undefined ? {} : { instructions: fake.instructions }),
      list: async (list, given) =>
        fake.listingOf === undefined
          ? (fake.lists?.[list] ?? [])
          : await untilAborted(fake.listingOf(), given),
      request: async (method, params) => {
        this.requests.push([server, method, params]);
        return (await fake.reply?.(method, params)) ?? {};
      },
      listTools: async () => {
        this.listings++;
        return await (fake.listing?.() ??
          fake.tools.map(tool => (typeof tool === 'string' ? toolNamed(tool) : tool)));
      },
      callTool: async (tool, input, options) => {
        this.calls.push(`${server}.${tool}`);
        return await (fake.answer?.(tool, input, options) ?? textResult(tool));
      },
      ping: async () => {
        if (fake.isSilent) throw new Refusal('no-answer', 'Last output: out of memory');
      },
      rootsChanged: () => void this.rootsChanges.push(server),
      withdrawQuestions: () => undefined,
      close: async () => {
        this.running.delete(running);
      },
    };
  }
}

/** A tool that takes an optional text. */
export function toolNamed(name: string): ToolDefinition {
  return {
    name,
    description: `Does ${name}`,
    inputSchema: { type: 'object', properties: { text: { type: 'string' } }, additionalProperties: false },
  };
}

export function textResult(text: string): ToolResult {
  return { content: [{ type: 'text', text }] };
}
