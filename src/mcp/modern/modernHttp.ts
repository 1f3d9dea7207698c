import type { JSONRPCRequest, RequestId } from '@modelcontextprotocol/sdk/types.js';
import {
  HEADER_MISMATCH,
  metaOf,
  MODERN_VERSION,
  NAME_FIELD,
  PROTOCOL_VERSION,
} from '../../core/gateway/upstream/modernWords';
import { headerText, paramHeaders } from '../../core/gateway/upstream/paramHeaders';
import { INVALID_REQUEST, ProtocolError } from '../../core/gateway/upstream/protocolError';
import { canRunAsTask } from '../../core/gateway/tools/callTask';
import type { ToolDefinition } from '../../core/registry/tool';
import { isRecord } from '../../core/support/json';
import type { EventStream, LoopbackReply, LoopbackRequest } from '../../shared/httpExchange';
import { SURFACE_HEADER, surfaceOf } from '../clients/surface';
import { unsupported } from './envelope';
import { ModernDoor, type ModernDoorParts } from './modernDoor';
import { BAD_REQUEST, type ModernReply } from './modernReply';
import { errorJson } from './modernResult';

/** The header by which a client's configuration gives it a session of its own. */
const SESSION_HEADER = 'switchyard-session';

/** Longest name of a session. */
const MAX_NAME = 200;

/** Finds a server's tool by its listed name. */
type ToolOf = (name: string) => ToolDefinition | undefined;

/** Answers HTTP requests of the newer era (MCP 2026-07-28, Streamable HTTP), at the same address as the older one's. */
export class ModernEndpoint {
  readonly #door: ModernDoor;
  readonly #toolOf: ToolOf;

  constructor({ toolOf, ...parts }: Omit<ModernDoorParts, 'runsAsTask'> & { readonly toolOf: ToolOf }) {
    const runsAsTask = (name: string): boolean => {
      const tool = toolOf(name);
      return tool !== undefined && canRunAsTask(tool);
    };
    this.#door = new ModernDoor({ ...parts, runsAsTask });
    this.#toolOf = toolOf;
  }

  async handle(request: LoopbackRequest, reply: LoopbackReply): Promise<void> {
    await answerModern(this.#door, this.#toolOf, request, reply);
  }

  /** Ends every connection. */
  async close(): Promise<void> {
    await this.#door.close();
  }
}

async function answerModern(
  door: ModernDoor,
  toolOf: ToolOf,
  request: LoopbackRequest,
  reply: LoopbackReply,
): Promise<void> {
  // Sessions and streams of their own went with the older era.
  if (request.method !== 'POST') return reply.empty(405, { allow: 'POST' });
  const message = requestIn(request.body);
  const fault = versionFault(request) ?? (message === undefined ? NO_REQUEST : undefined);
  if (message === 'notification' && !fault) return reply.empty(202);
  if (fault || message === undefined || message === 'notification')
    return reply.jsonText(BAD_REQUEST, errorJson(idIn(request.body), fault ?? NO_REQUEST));
  const wrong = headerFault(request, message, toolOf);
  if (wrong) return reply.jsonText(BAD_REQUEST, errorJson(message.id, wrong));
  const session = request.header(SESSION_HEADER)?.slice(0, MAX_NAME);
  const arrival = { surface: surfaceOf(request.header(SURFACE_HEADER)), session };
  await door.take(message, arrival, httpReply(reply));
}

const NO_REQUEST = new ProtocolError(INVALID_REQUEST, 'The body is not one JSON-RPC request.');

function requestIn(body: unknown): JSONRPCRequest | 'notification' | undefined {
  if (!isRecord(body) || body['jsonrpc'] !== '2.0' || typeof body['method'] !== 'string') return undefined;
  const { id, params } = body;
  if (params !== undefined && !isRecord(params)) return undefined;
  if (id === undefined) return 'notification';
  return idIn(body) === null ? undefined : (body as unknown as JSONRPCRequest);
}

function idIn(body: unknown): RequestId | null {
  const id = isRecord(body) ? body['id'] : undefined;
  return typeof id === 'string' || (typeof id === 'number' && Number.isSafeInteger(id)) ? id : null;
}

/** What is wrong with the version: header and body have to say the same. */
function versionFault(request: LoopbackRequest): ProtocolError | undefined {
  const version = request.header('mcp-protocol-version');
  const claimed = metaOf(request.body)[PROTOCOL_VERSION];
  if (claimed !== undefined && version !== claimed)
    return mismatch('MCP-Protocol-Version', 'the version in _meta');
  return version === undefined || version === MODERN_VERSION ? undefined : unsupported(version);
}

/** What a header says otherwise than the body, so that whoever looks at headers alone is not misled. */
function headerFault(request: LoopbackRequest, message: JSONRPCRequest, toolOf: ToolOf) {
  if (request.header('mcp-method') !== message.method) return mismatch('Mcp-Method', 'the method');
  const field = NAME_FIELD.get(message.method);
  const name = field === undefined ? undefined : message.params?.[field];
  if (typeof name === 'string' && decoded(request.header('mcp-name')) !== name)
    return mismatch('Mcp-Name', `params.${field}`);
  return message.method === 'tools/call' && typeof name === 'string'
    ? argumentFault(request, message, toolOf(name)?.inputSchema)
    : undefined;
}

function argumentFault(request: LoopbackRequest, { params }: JSONRPCRequest, schema: unknown) {
  const given = params?.['arguments'];
  const args = isRecord(given) ? given : {};
  for (const { header, path } of paramHeaders(schema) ?? []) {
    const wanted = headerText(args, path);
    const said = decoded(request.header(header));
    const isSame =
      wanted === said || (wanted !== undefined && said !== undefined && isSameNumber(wanted, said));
    if (!isSame) return mismatch(header, `arguments.${path.join('.')}`);
  }
  return undefined;
}

function isSameNumber(a: string, b: string): boolean {
  const isNumber = /^-?\d+(?:\.\d+)?$/;
  return isNumber.test(a) && isNumber.test(b) && Number(a) === Number(b);
}

function mismatch(header: string, what: string): ProtocolError {
  return new ProtocolError(
    HEADER_MISMATCH,
    `Header mismatch: ${header} is missing or is not ${what} of the body.`,
  );
}

const ENCODED = /^=\?base64\?([A-Za-z0-9+/]*={0,2})\?=$/;

/** A header's value as the body has it; undefined where it is absent or can't be read. */
function decoded(value: string | undefined): string | undefined {
  if (value?.startsWith('=?base64?') !== true || !value.endsWith('?=')) return value;
  const [, base64] = ENCODED.exec(value) ?? [];
  if (base64 === undefined || base64.length % 4 !== 0) return undefined;
  return Buffer.from(base64, 'base64').toString();
}

/** Plain JSON, unless something has to be said before the answer. */
function httpReply(reply: LoopbackReply): ModernReply {
  let stream: EventStream | undefined;
  const say = (json: string): void => {
    stream ??= reply.stream({ 'x-accel-buffering': 'no' });
    stream.send('', json); // Nobody goes on with a broken stream in this era: its events have no ids.
  };
  return {
    tell: say,
    answer(json, status = 200) {
      if (!stream) return reply.jsonText(status, json);
      say(json);
      stream.close();
    },
    onGone: listener => reply.onGone(listener),
  };
}
