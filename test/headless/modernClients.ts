import { Client, StreamableHTTPClientTransport, type Transport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { onTestFinished } from 'vitest';
import { cleanEnvironment, type Outcome, type overHttp } from './clients';
import { PROGRAM, type World } from './world';

type Capabilities = NonNullable<ConstructorParameters<typeof Client>[1]>['capabilities'];

/** The SDK's client of the newer era, and of nothing else: without `server/discover` it does not connect. */
export class ModernAgent {
  readonly client: Client;
  /** How often the program said that its tools changed. */
  listChanges = 0;
  #onListChanged: (() => void) | undefined;

  constructor(capabilities: Capabilities = {}, name = 'modern-test') {
    this.client = new Client(
      { name, version: '1' },
      {
        capabilities,
        versionNegotiation: { mode: { pin: '2026-07-28' } },
        listChanged: {
          tools: {
            autoRefresh: false,
            onChanged: () => {
              this.listChanges++;
              this.#onListChanged?.();
            },
          },
        },
      },
    );
  }

  async connect(transport: Transport): Promise<this> {
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

/** Starts the program over stdio, connected to a client of the newer era. */
export async function modernOverStdio(
  of: World,
  options: readonly string[] = [],
  agent = new ModernAgent(),
): Promise<ModernAgent> {
  const args = [PROGRAM, ...of.options, ...options];
  return await agent.connect(
    new StdioClientTransport({ command: process.execPath, args, env: cleanEnvironment(), stderr: 'ignore' }),
  );
}

/** Connects a client of the newer era to a program that serves HTTP. @param own headers of this client */
export async function modernOverHttp(
  { url, token }: Pick<Awaited<ReturnType<typeof overHttp>>, 'url' | 'token'>,
  agent = new ModernAgent(),
  own: Readonly<Record<string, string>> = {},
): Promise<ModernAgent> {
  const headers = { authorization: `Bearer ${token}`, ...own };
  return await agent.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }));
}
