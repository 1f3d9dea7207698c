import * as z from 'zod';
import type { ApprovalAnswer } from '../../core/rounds/roundWish';
import type { RoundAnswer, RoundCall, RoundMessage } from '../../core/rounds/roundMessage';
import type { RoundImage } from '../../core/rounds/roundImage';
import { isRecord, type Json } from '../../core/support/json';
import { MAX_CALL_ID } from '../rounds/readRound';
import { contentIn, textIn } from './inputContent';
import { APPROVAL, MCP_CALL } from './responseItem';
import { unsealed } from './sealedThought';

const id = z
  .string()
  .min(1)
  .max(MAX_CALL_ID + 10);
const json = z.string().transform((text, context): Readonly<Record<string, Json>> => {
  const read = z.record(z.string(), z.json()).safeParse(parsed(text));
  if (read.success) return read.data;
  context.addIssue('must be a JSON object as text');
  return z.NEVER;
});
const thoughtIn = z
  .array(z.object({ text: z.string() }))
  .transform(parts => parts.map(({ text }) => text).join(''));
const item = z.discriminatedUnion('type', [
  z.discriminatedUnion('role', [
    z.object({ type: z.literal('message'), role: z.literal('user'), content: contentIn }),
    z.object({
      type: z.literal('message'),
      role: z.enum(['assistant', 'system', 'developer']),
      content: textIn,
    }),
  ]),
  z.object({ type: z.literal('function_call'), call_id: id, name: z.string().max(128), arguments: json }),
  z.object({ type: z.literal('function_call_output'), call_id: id, output: contentIn }),
  z.object({ type: z.literal('mcp_approval_request'), id, name: z.string().max(128), arguments: json }),
  z.object({
    type: z.literal('mcp_approval_response'),
    approval_request_id: id,
    approve: z.boolean(),
    reason: z.string().max(2_000).nullish(),
  }),
  z.object({
    type: z.literal('mcp_call'),
    id,
    name: z.string().max(128),
    arguments: json,
    output: z.string().nullish(),
    error: z.string().nullish(),
  }),
  z.object({
    type: z.literal('reasoning'),
    content: thoughtIn.catch(''),
    encrypted_content: z.string().transform(unsealed).catch(''),
  }),
  // What a response says beside that: nothing a model has to read again.
  z.object({ type: z.literal('mcp_list_tools') }),
]);

const reference = z.object({ type: z.literal('item_reference'), id });

/** An item of which only the ID is sent. */
export type ItemReference = z.output<typeof reference>;

/** An item that says all that it is. */
export type InputItem = z.output<typeof item>;

/** `input` of a request: a text, or items. A message and a reference may leave out what they are. */
export const inputIn = z.preprocess(
  given => (typeof given === 'string' ? [{ type: 'message', role: 'user', content: given }] : given),
  z
    .array(z.preprocess(asItem, z.discriminatedUnion('type', [item, reference])))
    .min(1)
    .max(2_000),
);

function asItem(given: unknown): unknown {
  if (!isRecord(given) || (given['type'] ?? null) !== null) return given;
  if ('role' in given) return { ...given, type: 'message' };
  return 'id' in given ? { ...given, type: 'item_reference' } : given;
}

function parsed(text: string): unknown {
  try {
    return text.trim() === '' ? {} : JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** What a client sent, as a round takes it. */
export interface ReadInput {
  readonly messages: readonly RoundMessage[];
  readonly approvals: ReadonlyMap<string, ApprovalAnswer>;
  /** Images of the results of the client's functions, by the call's ID. */
  readonly resultImages: ReadonlyMap<string, readonly RoundImage[]>;
}

/** Puts items after a history. Calls that follow each other, and their answers, are one request and one response. */
export function readInput(earlier: readonly RoundMessage[], items: readonly InputItem[]): ReadInput {
  const messages = [...earlier];
  const approvals = new Map<string, ApprovalAnswer>();
  const resultImages = new Map<string, readonly RoundImage[]>();
  let calls: RoundCall[] = [];
  let answers: RoundAnswer[] = [];
  let thought = '';
  const flush = (): void => {
    if (calls.length > 0) {
      const reasoning = thought === '' ? {} : { reasoning: thought };
      messages.push({ role: 'tool_request', ...reasoning, tool_calls: calls });
      thought = '';
    }
    if (answers.length > 0) messages.push({ role: 'tool_response', tool_calls: answers });
    calls = [];
    answers = [];
  };
  /** What comes next belongs to another request, where each call so far has its answer. */
  const flushAnswered = (): void => {
    const isOpen = calls.some(({ id: open }) => !answers.some(said => said.tool_call_id === open));
    if (answers.length > 0 && !isOpen) flush();
  };
  const answer = (call: string, name: string, text: string): void =>
    void answers.push({ tool_call_id: call, tool_name: name, content: text });
  for (const each of items) {
    switch (each.type) {
      case 'message':
        flush();
        messages.push(messageOf(each));
        if (each.role === 'user') thought = '';
        break;
      case 'function_call':
        flushAnswered();
        calls.push({ id: each.call_id, name: each.name, arguments: each.arguments });
        break;
      case 'function_call_output':
        answer(each.call_id, '', each.output.text);
        resultImages.set(each.call_id, each.output.images);
        break;
      case 'mcp_approval_request':
        calls.push({ id: without(APPROVAL, each.id), name: each.name, arguments: each.arguments });
        break;
      case 'mcp_call': {
        const call = without(MCP_CALL, each.id);
        // One that was approved in this history was asked for before.
        if (!calls.some(known => known.id === call))
          calls.push({ id: call, name: each.name, arguments: each.arguments });
        answer(call, each.name, each.error ?? each.output ?? '');
        break;
      }
      case 'mcp_approval_response': {
        const { reason } = each;
        approvals.set(each.approval_request_id, {
          approve: each.approve,
          reason: reason ?? undefined,
        });
        break;
      }
      case 'reasoning':
        flushAnswered();
        thought += each.content || each.encrypted_content;
        break;
      case 'mcp_list_tools':
        break;
    }
  }
  flush();
  return { messages, approvals, resultImages };
}

function messageOf(said: Extract<z.output<typeof item>, { type: 'message' }>): RoundMessage {
  if (said.role !== 'user')
    return { role: said.role === 'assistant' ? 'assistant' : 'system', content: said.content };
  const { text, images } = said.content;
  return { role: 'user', content: text, ...(images.length === 0 ? {} : { images }) };
}

function without(prefix: string, text: string): string {
  return text.startsWith(prefix) ? text.slice(prefix.length) : text;
}
