import { INVALID_PARAMS, ProtocolError } from '../../core/gateway/upstream/protocolError';
import type { ClientRequestMethod, ProtocolObject } from '../../core/gateway/upstream/upstream';
import { shownBriefly, shownText } from '../../core/gateway/calls/shownText';
import { isRecord } from '../../core/support/json';
import type { ServerId } from '../../shared/ids';
import { openableAddress } from './openableAddress';
import { shownSchema } from './questionSchema';

/** A question longer than this is read by nobody (chosen here). */
const MAX_MESSAGE = 2_000;
/** Longer names of a question that a server tells of later are none (chosen here). */
const MAX_ID = 1_000;
/** Addresses that one answer may ask a person to open (chosen here). */
const MAX_ADDRESSES = 8;

/** What of a request for a model's answer is passed on: what is not known cannot be judged. */
const SAMPLING_FIELDS = [
  'modelPreferences',
  'includeContext',
  'temperature',
  'maxTokens',
  'stopSequences',
  'metadata',
  'toolChoice',
] as const;

/**
 * A server's question as its client gets it: first in our words whose it is, since the client shows it under our name; what
 * nobody sees spelled out; only addresses that a person may open.
 * @throws {ProtocolError} in words for the server, where it can't be asked like that
 */
export function namedQuestion(
  server: ServerId,
  method: ClientRequestMethod,
  params: ProtocolObject,
): ProtocolObject {
  if (method === 'sampling/createMessage') return namedSampling(server, params);
  const { mode } = params;
  if (mode === 'url') return namedAddress(server, params);
  if (mode !== undefined && mode !== 'form')
    throw new ProtocolError(INVALID_PARAMS, 'This mode is unknown. Ask with mode "form" or "url".');
  const { requestedSchema: schema } = params;
  return {
    ...(mode === undefined ? {} : { mode }),
    message: namedMessage(server, params['message']),
    ...(isRecord(schema) ? { requestedSchema: shownSchema(schema) } : {}),
  };
}

/**
 * What a server says of addresses that must be opened before a call can go on, in the same way.
 * @throws {ProtocolError} where it names one that nobody may be asked to open
 */
export function namedAddresses(server: ServerId, data: unknown): ProtocolObject {
  const asked: readonly unknown[] =
    isRecord(data) && Array.isArray(data['elicitations']) ? data['elicitations'] : [];
  if (asked.length > MAX_ADDRESSES)
    throw new ProtocolError(INVALID_PARAMS, `At most ${MAX_ADDRESSES} addresses can be asked for at once.`);
  return { elicitations: asked.filter(isRecord).map(one => namedAddress(server, one)) };
}

/** A server's words behind ours. */
export function namedMessage(server: ServerId, text: unknown): string {
  return `${opening(server)}${shownBriefly(typeof text === 'string' ? text : '', MAX_MESSAGE)}`;
}

function opening(server: ServerId): string {
  return `The server "${server}" asks: `;
}

function namedAddress(server: ServerId, { url, message, elicitationId: id }: ProtocolObject): ProtocolObject {
  const address = openableAddress(url);
  if (address === undefined) {
    const words =
      'Only https addresses, and http addresses of this machine, can be opened. Nobody was asked.';
    throw new ProtocolError(INVALID_PARAMS, words);
  }
  if (typeof id !== 'string' || id.length > MAX_ID)
    throw new ProtocolError(INVALID_PARAMS, 'An address to open needs an elicitationId. Nobody was asked.');
  return { mode: 'url', elicitationId: id, url: address, message: namedMessage(server, message) };
}

/**
 * The name stands in the first message, since that is what clients show for review and log; VS Code, for one, shows no system
 * prompt.
 */
function namedSampling(server: ServerId, params: ProtocolObject): ProtocolObject {
  const { messages, systemPrompt, tools } = params;
  const shown = (Array.isArray(messages) ? (messages as unknown[]) : []).map(shownMessage);
  const kept = SAMPLING_FIELDS.filter(field => params[field] !== undefined);
  return {
    ...Object.fromEntries(kept.map(field => [field, params[field]])),
    messages: withName(server, shown),
    ...(typeof systemPrompt === 'string' ? { systemPrompt: shownText(systemPrompt) } : {}),
    ...(Array.isArray(tools) ? { tools: shownSchema(tools as unknown[]) } : {}),
  };
}

function withName(server: ServerId, messages: readonly unknown[]): readonly unknown[] {
  const [first, ...rest] = messages;
  if (isRecord(first) && first['role'] === 'user') {
    const { content } = first;
    if (isText(content)) return [{ ...first, content: named(server, content) }, ...rest];
    const [block, ...blocks] = Array.isArray(content) ? (content as unknown[]) : [];
    if (isText(block)) return [{ ...first, content: [named(server, block), ...blocks] }, ...rest];
  }
  const words = `The server "${server}" asks this.`;
  return [{ role: 'user', content: { type: 'text', text: words } }, ...messages];
}

function named(server: ServerId, block: TextBlock): TextBlock {
  return { ...block, text: opening(server) + block.text };
}

function shownMessage(message: unknown): unknown {
  if (!isRecord(message)) return message;
  const { content } = message;
  return {
    ...message,
    content: Array.isArray(content) ? (content as unknown[]).map(shownBlock) : shownBlock(content),
  };
}

function shownBlock(block: unknown): unknown {
  return isText(block) ? { ...block, text: shownText(block.text) } : block;
}

interface TextBlock extends Readonly<Record<string, unknown>> {
  readonly text: string;
}

function isText(block: unknown): block is TextBlock {
  return isRecord(block) && block['type'] === 'text' && typeof block['text'] === 'string';
}
