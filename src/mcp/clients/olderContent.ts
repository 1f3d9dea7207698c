import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import type { ProtocolObject } from '../../core/gateway/upstream/upstream';
import { isRecord } from '../../core/support/json';

/** Kinds of content that came later than the protocol itself, with the version that brought each. */
const SINCE: ReadonlyMap<unknown, string> = new Map([
  ['audio', '2025-03-26'],
  ['resource_link', '2025-06-18'],
]);

/** The last version that brought one: from it on, all is sent as it is. */
const COMPLETE = '2025-06-18';

/**
 * Tells a client of an older version in words what its version has no kind of content for: such clients throw away the whole
 * answer for one block that they don't know, and a server behind us may be newer than they are.
 */
export function fitOlderClient(transport: Transport): void {
  const send = transport.send.bind(transport);
  let version: string | undefined;
  transport.send = async (message, options) => {
    version ??= agreedVersion(message);
    const isOlder = version !== undefined && version < COMPLETE;
    await send(isOlder ? olderMessage(message, version ?? COMPLETE) : message, options);
  };
}

/** The version that an answer to `initialize` agrees on; undefined for any other message. */
function agreedVersion(message: JSONRPCMessage): string | undefined {
  if (!('result' in message) || !('serverInfo' in message.result)) return undefined;
  const { protocolVersion } = message.result;
  return typeof protocolVersion === 'string' ? protocolVersion : undefined;
}

/** An answer with what that version knows: of a tool in `content`, of a prompt in each of its `messages`. */
function olderMessage(message: JSONRPCMessage, version: string): JSONRPCMessage {
  if (!('result' in message)) return message;
  const { content, messages } = message.result;
  const known = {
    ...(Array.isArray(content) ? { content: content.map(block => olderBlock(block, version)) } : {}),
    ...(Array.isArray(messages) ? { messages: messages.map(each => olderTurn(each, version)) } : {}),
  };
  return { ...message, result: { ...message.result, ...known } };
}

function olderTurn(turn: unknown, version: string): unknown {
  return isRecord(turn) ? { ...turn, content: olderBlock(turn['content'], version) } : turn;
}

function olderBlock(block: unknown, version: string): unknown {
  if (!isRecord(block) || (SINCE.get(block['type']) ?? version) <= version) return block;
  const { annotations } = block;
  return { type: 'text', text: inWords(block), ...(annotations === undefined ? {} : { annotations }) };
}

function inWords({ type, mimeType, uri, name, title, description }: ProtocolObject): string {
  const kind = typeof mimeType === 'string' ? ` (${mimeType})` : '';
  if (type === 'audio') return `[Audio${kind}, which your client is too old to take.]`;
  const about = typeof description === 'string' ? `\n${description}` : '';
  return `Resource "${String(title ?? name)}"${kind}: ${String(uri)}${about}`;
}
