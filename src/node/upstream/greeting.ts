import {
  InitializeResultSchema,
  type JSONRPCMessage,
  SUPPORTED_PROTOCOL_VERSIONS,
} from '@modelcontextprotocol/sdk/types.js';
import type { Transport, TransportSendOptions } from '@modelcontextprotocol/sdk/shared/transport.js';
import { isRecord } from '../../core/support/json';
import { Refusal } from '../../core/support/refusal';
import type { ServerId } from '../../shared/ids';
import { OpenRequests } from './openRequests';

type Raw = Readonly<Record<string, unknown>>;

/** The version before servers had to say theirs. */
const OLDEST = '2024-11-05';

/**
 * A transport whose server may slip in what it says of itself: the answer to `initialize` is made valid, so that a version that is a
 * number takes no tool away. All other messages pass as they are, but cancellations of what is over.
 */
export class GreetedTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: NonNullable<Transport['onmessage']>;
  readonly #server: ServerId;
  readonly #inner: Transport;
  readonly #requests = new OpenRequests();
  #greeting: string | number | undefined;

  constructor(server: ServerId, inner: Transport) {
    this.#server = server;
    this.#inner = inner;
  }

  async start(): Promise<void> {
    const inner = this.#inner;
    inner.onclose = () => this.onclose?.();
    inner.onerror = error => this.onerror?.(error);
    inner.onmessage = (message, extra) => this.onmessage?.(this.#read(message), extra);
    await inner.start();
  }

  async send(message: JSONRPCMessage, options?: TransportSendOptions): Promise<void> {
    if ('method' in message && 'id' in message && message.method === 'initialize')
      this.#greeting = message.id;
    if (this.#requests.sends(message)) await this.#inner.send(message, options);
  }

  setProtocolVersion(version: string): void {
    this.#inner.setProtocolVersion?.(version);
  }

  async close(): Promise<void> {
    await this.#inner.close();
  }

  #read<T extends JSONRPCMessage>(message: T): T {
    this.#requests.got(message);
    if (this.#greeting === undefined || !('result' in message) || message.id !== this.#greeting)
      return message;
    this.#greeting = undefined;
    return { ...message, result: withCompletions(validGreeting(this.#server, message.result)) };
  }
}

/** What a server says of itself when it comes, with what is odd in it mended or left out. */
export function validGreeting(server: ServerId, result: Raw): Raw {
  if (InitializeResultSchema.safeParse(result).success) return result;
  const { protocolVersion, capabilities, serverInfo, instructions } = result;
  const mended = {
    protocolVersion: typeof protocolVersion === 'string' ? protocolVersion : OLDEST,
    capabilities: validCapabilities(capabilities),
    serverInfo: validInfo(server, serverInfo),
    ...(typeof instructions === 'string' ? { instructions } : {}),
  };
  if (InitializeResultSchema.safeParse(mended).success) return mended;
  const bare = Object.keys(mended.capabilities).map((name): [string, Raw] => [name, {}]);
  return { ...mended, capabilities: Object.fromEntries(bare) };
}

/** Before MCP 2025-03-26 nobody could say that it completes arguments, and some do: whoever has any is asked. */
export function withCompletions(greeting: Raw): Raw {
  const { protocolVersion, capabilities } = greeting;
  if (typeof protocolVersion !== 'string' || protocolVersion > OLDEST || !isRecord(capabilities))
    return greeting;
  if (capabilities['prompts'] === undefined && capabilities['resources'] === undefined) return greeting;
  return { ...greeting, capabilities: { completions: {}, ...capabilities } };
}

/** Who says nothing of what it can do may have tools all the same. */
function validCapabilities(capabilities: unknown): Raw {
  if (!isRecord(capabilities)) return { tools: {} };
  return Object.fromEntries(
    Object.entries(capabilities)
      .filter(([, said]) => said !== false && said !== null)
      .map(([name, said]) => {
        const flags = Object.entries(isRecord(said) ? said : {}).filter(
          ([, value]) => typeof value === 'boolean' || isRecord(value),
        );
        return [name, Object.fromEntries(flags)];
      }),
  );
}

function validInfo(server: ServerId, info: unknown): Raw {
  const { name, version, title } = isRecord(info) ? info : {};
  return {
    name: typeof name === 'string' ? name : server,
    version: typeof version === 'string' || typeof version === 'number' ? String(version) : '0',
    ...(typeof title === 'string' ? { title } : {}),
  };
}

/** Why the client ended it: a version of the protocol that it does not know; undefined where it was something else. */
export function unknownVersion(server: ServerId, error: unknown): Refusal | undefined {
  const said = /protocol version is not supported: (.{1,40})/.exec(
    error instanceof Error ? error.message : '',
  )?.[1];
  if (said === undefined) return undefined;
  const known = [...SUPPORTED_PROTOCOL_VERSIONS].sort().join(', ');
  const why = `It speaks version ${JSON.stringify(said)} of the protocol; known are ${known}. Install another version of it.`;
  return new Refusal('start-failed', `"${server}" did not start. ${why}`, { server, why }, { cause: error });
}
