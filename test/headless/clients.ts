import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import {
  type ClientCapabilities,
  ElicitRequestSchema,
  ToolListChangedNotificationSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { onTestFinished } from 'vitest';
import { PROGRAM, type World } from './world';

/** What a call gave, as a test looks at it. */
export interface Outcome {
  readonly text: string;
  readonly isError: boolean;
  /** The refusal's code. */
  readonly code: string | undefined;
  readonly structured: Readonly<Record<string, unknown>>;
}

/** The SDK's client, connected to the program. */
export class Agent {
  readonly client: Client;
  /** How often the program said that its tools changed. */
  listChanges = 0;
  #onListChanged: (() => void) | undefined;

  constructor(capabilities: ClientCapabilities = {}, name = 'headless-test') {
    this.client = new Client({ name, version: '1' }, { capabilities });
  }

  async connect(transport: Transport): Promise<this> {
    this.client.setNotificationHandler(ToolListChangedNotificationSchema, () => {
      this.listChanges++;
      this.#onListChanged?.();
    });
    await this.client.connect(transport);
    onTestFinished(() => this.client.close());
    return this;
  }

  async toolNames(): Promise<string[]> {
    return (await this.client.listTools()).tools.map(({ name }) => name);
  }

  async call(name: string, input: Readonly<Record<string, unknown>> = {}): Promise<Outcome> {
    const result = await this.client.callTool({ name, arguments: { ...input } });
    const content = result.content as { readonly text?: string }[];
    const error = result._meta?.['switchyard/error'] as { readonly code?: string } | undefined;
    return {
      text: content.map(({ text }) => text ?? '').join('\n'),
      isError: result.isError === true,
      code: error?.code,
      structured: (result.structuredContent ?? {}) as Readonly<Record<string, unknown>>,
    };
  }

  /** Resolves when the program has said so this many times. */
  async listChangedTimes(times: number): Promise<void> {
    await new Promise<void>(resolve => {
      this.#onListChanged = () => {
        if (this.listChanges >= times) resolve();
      };
      this.#onListChanged();
    });
  }
}

/** Starts the program over stdio, connected to the SDK's client. */
export async function overStdio(
  of: World,
  options: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
  agent = new Agent(),
): Promise<{ readonly agent: Agent; readonly stderr: () => string }> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [PROGRAM, ...of.options, ...options],
    env: { ...cleanEnvironment(), ...env },
    stderr: 'pipe',
  });
  let stderr = '';
  transport.stderr?.on('data', (text: Buffer) => (stderr += text.toString()));
  return { agent: await agent.connect(transport), stderr: () => stderr };
}

/** A started program with nothing between it and the test. */
export interface Started {
  readonly child: ReturnType<typeof spawn>;
  /** Its exit code, when it has ended. */
  readonly exit: Promise<number | null>;
  readonly stderr: () => string;
  /** Resolves with the next line on stdout that fits. */
  line(fits?: (line: string) => boolean): Promise<string>;
  send(message: unknown): void;
}

/** Starts the program and leaves the protocol to the test. */
export function start(options: readonly string[], env: Readonly<Record<string, string>> = {}): Started {
  const child = spawn(process.execPath, [PROGRAM, ...options], { env: { ...cleanEnvironment(), ...env } });
  onTestFinished(() => void child.kill('SIGKILL'));
  let stderr = '';
  child.stderr.on('data', (text: Buffer) => (stderr += text.toString()));
  const unread: string[] = [];
  const lines = createInterface({ input: child.stdout });
  lines.on('line', line => void unread.push(line));
  return {
    child,
    exit: once(child, 'close').then(([code]) => code as number | null),
    stderr: () => stderr,
    async line(fits = () => true) {
      for (;;) {
        const at = unread.findIndex(fits);
        const [found] = at === -1 ? [] : unread.splice(0, at + 1).slice(-1);
        if (found !== undefined) return found;
        await once(lines, 'line');
      }
    },
    send: message => void child.stdin.write(`${JSON.stringify(message)}\n`),
  };
}

/** Starts the program over HTTP. `agent` connects a client of the SDK to it. */
export async function overHttp(
  of: World,
  options: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
) {
  const started = start([...of.options, '--http', ...options], env);
  const { url, token } = JSON.parse(await started.line()) as { readonly url: string; readonly token: string };
  const headers = { authorization: `Bearer ${token}` };
  return {
    started,
    url,
    token,
    /** @param own headers of this client */
    async agent(
      agent = new Agent(),
      own: Readonly<Record<string, string>> = {},
    ): Promise<{ readonly agent: Agent; readonly transport: StreamableHTTPClientTransport }> {
      const transport = new StreamableHTTPClientTransport(new URL(url), {
        requestInit: { headers: { ...headers, ...own } },
      });
      return { agent: await agent.connect(transport), transport };
    },
  };
}

/** No credentials of whoever runs the tests. */
export function cleanEnvironment(): Record<string, string> {
  return { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '' };
}

/** An agent whose person agrees to everything, and what they were asked. */
export function agreeing(): { readonly agent: Agent; readonly asked: string[] } {
  const agent = new Agent({ elicitation: { form: {} } });
  const asked: string[] = [];
  agent.client.setRequestHandler(ElicitRequestSchema, ({ params }) => {
    asked.push(params.message);
    return { action: 'accept', content: {} };
  });
  return { agent, asked };
}
