import type { RoundEvent, RoundReply } from '../../core/rounds/roundEvent';
import { openCalls } from '../../core/rounds/roundMessage';
import type { RoundTool } from '../../core/rounds/roundTool';
import type { ResponseError } from '../rounds/roundDoors';
import { sealed } from './sealedThought';
import { type ItemKind, itemId } from './itemIds';
import type { AskedResponse } from './readResponse';
import { APPROVAL, type ListedTool, MCP_CALL, outputText, type ResponseItem } from './responseItem';

/** An event of a stream, without its number. */
export interface ResponseEvent {
  readonly type: string;
  readonly [field: string]: unknown;
}

/** What of a response is known before the model is asked. */
export type ResponseHead = Readonly<Record<string, unknown>> & { readonly id: string };

/** Makes a response of what happens in a round, and tells it as the Responses API does. */
export class ResponseBuilder {
  readonly #head: ResponseHead;
  readonly #sealsThoughts: boolean;
  readonly #send: (event: ResponseEvent) => void;
  readonly #output: ResponseItem[] = [];
  readonly #tools = new Map<string, readonly ListedTool[]>();
  readonly #approved = new Set<string>();
  /** Where in the output an item is, by what it is about. */
  readonly #places = new Map<string, number>();
  #text = '';
  /** Number of the model's answer, from 0; -1 while calls run that came with the history. */
  #answer: number;

  constructor(
    head: ResponseHead,
    { sealsThoughts, wish }: Pick<AskedResponse, 'sealsThoughts' | 'wish'>,
    send: (event: ResponseEvent) => void,
  ) {
    this.#head = head;
    this.#sealsThoughts = sealsThoughts;
    this.#answer = openCalls(wish.messages).length === 0 ? 0 : -1;
    this.#send = send;
  }

  get id(): string {
    return this.#head.id;
  }

  /** Hears which tools the servers have, before they are told. */
  listed(label: string, tools: readonly RoundTool[]): void {
    this.#tools.set(
      label,
      tools.map(({ name, description, parameters, onlyReads }) => ({
        name,
        description,
        input_schema: parameters,
        annotations: { read_only: onlyReads },
      })),
    );
  }

  take(event: RoundEvent): void {
    switch (event.type) {
      case 'start':
        this.#send({ type: 'response.created', response: this.#response('in_progress') });
        return this.#send({ type: 'response.in_progress', response: this.#response('in_progress') });
      case 'mcp.list_tools.start':
        return this.#listing(event.mcp_server);
      case 'mcp.list_tools.done':
        return this.#listingDone(event.mcp_server);
      case 'text.start':
      case 'reasoning.start':
        return this.#startText(event.type === 'text.start');
      case 'text.delta':
      case 'reasoning.delta':
        return this.#delta(event.type === 'text.delta', event.delta);
      case 'text.done':
      case 'reasoning.done':
        return this.#endText(event.type === 'text.done');
      case 'approval.request':
        return this.#approvalRequest(event);
      case 'approval.resolved':
        return void this.#approved.add(event.approval_request_id);
      case 'internal_tool.start':
        return this.#startCall(event);
      case 'internal_tool.done':
        return this.#endCall(event, event.result, null);
      case 'internal_tool.error':
        return this.#endCall(event, null, event.error);
      case 'tool_call':
        return this.#functionCall(event);
      case 'tool_block.done':
        this.#answer += 1;
        return;
      case 'tool_block.start':
      case 'internal_tool.progress':
      case 'done':
        return;
    }
  }

  /** The whole response, once the round is over. Told as the last event. */
  finished(reply: RoundReply): Readonly<Record<string, unknown>> {
    const reason = INCOMPLETE.get(reply.finish_reason);
    const status = reason === undefined ? 'completed' : 'incomplete';
    const { usage } = reply;
    const response = {
      ...this.#response(status),
      incomplete_details: reason === undefined ? null : { reason },
      usage: {
        input_tokens: usage.input_tokens,
        input_tokens_details: { cached_tokens: usage.cached_input_tokens ?? 0 },
        output_tokens: usage.output_tokens,
        output_tokens_details: { reasoning_tokens: usage.reasoning_output_tokens ?? 0 },
        total_tokens: usage.total_tokens,
      },
    };
    this.#send({ type: `response.${status}`, response });
    return response;
  }

  /** Whether a tool of a server has run. */
  get hasRun(): boolean {
    return this.#output.some(({ type }) => type === 'mcp_call');
  }

  /** The response where the round failed. Told as the last event. */
  failed(error: ResponseError): Readonly<Record<string, unknown>> {
    const response = { ...this.#response('failed'), error };
    this.#send({ type: 'response.failed', response });
    return response;
  }

  #response(status: string): Readonly<Record<string, unknown>> {
    return { ...this.#head, status, output: [...this.#output] };
  }

  #add(about: string, item: ResponseItem): number {
    const place = this.#output.push(item) - 1;
    this.#places.set(about, place);
    this.#send({ type: 'response.output_item.added', output_index: place, item });
    return place;
  }

  #done(about: string, item: ResponseItem): void {
    const place = this.#places.get(about) ?? 0;
    this.#output[place] = item;
    this.#send({ type: 'response.output_item.done', output_index: place, item });
  }

  #tell(type: string, about: string, id: string, more: object = {}): void {
    const output_index = this.#places.get(about) ?? 0;
    this.#send({ type: `response.${type}`, output_index, item_id: id, ...more });
  }

  #id(kind: ItemKind): string {
    return itemId(kind, this.#head.id, this.#answer, this.#output.length);
  }

  #listing(label: string): void {
    const id = this.#id('mcpl');
    this.#add(`list ${label}`, { type: 'mcp_list_tools', id, server_label: label, tools: [] });
    this.#tell('mcp_list_tools.in_progress', `list ${label}`, id);
  }

  #listingDone(label: string): void {
    const about = `list ${label}`;
    const item = this.#output[this.#places.get(about) ?? 0];
    if (item?.type !== 'mcp_list_tools') return;
    this.#tell('mcp_list_tools.completed', about, item.id);
    this.#done(about, { ...item, tools: this.#tools.get(label) ?? [] });
  }

  #startText(isText: boolean): void {
    this.#text = '';
    if (!isText) {
      this.#add('text', { type: 'reasoning', id: this.#id('rs'), summary: [], content: [] });
      return;
    }
    const id = this.#id('msg');
    this.#add('text', { type: 'message', id, role: 'assistant', status: 'in_progress', content: [] });
    this.#tell('content_part.added', 'text', id, { content_index: 0, part: outputText('') });
  }

  #delta(isText: boolean, delta: string): void {
    this.#text += delta;
    const kind = isText ? 'output_text' : 'reasoning_text';
    const more = isText ? { logprobs: [] } : {};
    this.#tell(`${kind}.delta`, 'text', this.#textId(), { content_index: 0, delta, ...more });
  }

  #endText(isText: boolean): void {
    const id = this.#textId();
    const text = this.#text;
    if (!isText) {
      this.#tell('reasoning_text.done', 'text', id, { content_index: 0, text });
      return this.#done('text', {
        type: 'reasoning',
        id,
        summary: [],
        content: [{ type: 'reasoning_text', text }],
        ...(this.#sealsThoughts ? { encrypted_content: sealed(text) } : {}),
      });
    }
    const part = outputText(text);
    this.#tell('output_text.done', 'text', id, { content_index: 0, text, logprobs: [] });
    this.#tell('content_part.done', 'text', id, { content_index: 0, part });
    this.#done('text', { type: 'message', id, role: 'assistant', status: 'completed', content: [part] });
  }

  #textId(): string {
    return this.#output[this.#places.get('text') ?? 0]?.id ?? '';
  }

  #approvalRequest(event: Extract<RoundEvent, { type: 'approval.request' }>): void {
    const item = {
      type: 'mcp_approval_request',
      id: event.approval_request_id,
      server_label: event.server_label,
      name: event.name,
      arguments: JSON.stringify(event.arguments),
    } as const;
    this.#add(item.id, item);
    this.#done(item.id, item);
  }

  #startCall(event: Extract<RoundEvent, { type: 'internal_tool.start' }>): void {
    const id = `${MCP_CALL}${event.tool_call_id}`;
    const json = JSON.stringify(event.arguments);
    this.#add(id, this.#callItem(event, { arguments: '', status: 'in_progress', output: null, error: null }));
    this.#tell('mcp_call.in_progress', id, id);
    this.#tell('mcp_call_arguments.delta', id, id, { delta: json });
    this.#tell('mcp_call_arguments.done', id, id, { arguments: json });
  }

  #endCall(
    event: Extract<RoundEvent, { type: 'internal_tool.done' | 'internal_tool.error' }>,
    output: string | null,
    error: string | null,
  ): void {
    const id = `${MCP_CALL}${event.tool_call_id}`;
    const status = error === null ? 'completed' : 'failed';
    this.#tell(`mcp_call.${status}`, id, id);
    this.#done(
      id,
      this.#callItem(event, { arguments: JSON.stringify(event.arguments), status, output, error }),
    );
  }

  #callItem(
    {
      tool_call_id: call,
      mcp_server,
      name,
    }: Extract<RoundEvent, { type: 'internal_tool.start' | 'internal_tool.done' | 'internal_tool.error' }>,
    state: Pick<Extract<ResponseItem, { type: 'mcp_call' }>, 'arguments' | 'status' | 'output' | 'error'>,
  ): ResponseItem {
    const approval = `${APPROVAL}${call}`;
    const approval_request_id = this.#approved.has(approval) ? approval : null;
    return {
      type: 'mcp_call',
      id: `${MCP_CALL}${call}`,
      server_label: mcp_server,
      name,
      ...state,
      approval_request_id,
    };
  }

  #functionCall(event: Extract<RoundEvent, { type: 'tool_call' }>): void {
    const id = this.#id('fc');
    const json = JSON.stringify(event.arguments);
    const item = { type: 'function_call', id, call_id: event.call_id, name: event.name } as const;
    this.#add(id, { ...item, arguments: '', status: 'in_progress' });
    this.#tell('function_call_arguments.delta', id, id, { delta: json });
    this.#tell('function_call_arguments.done', id, id, { name: event.name, arguments: json });
    this.#done(id, { ...item, arguments: json, status: 'completed' });
  }
}

/** Why a response is not all that the model had to say. */
const INCOMPLETE: ReadonlyMap<string, string> = new Map([
  ['length', 'max_output_tokens'],
  ['content_filter', 'content_filter'],
  ['max_loops', 'max_tool_calls'],
  ['timeout', 'timeout'],
]);
