import { EventSourceParserStream } from 'eventsource-parser/stream';
import type { ModelPart, ModelPort, ModelRequest } from '../../core/rounds/modelPort';
import { oneLine } from '../../core/catalog/entry/plainText';
import { isRecord } from '../../core/support/json';
import { Refusal } from '../../core/support/refusal';
import { guardedFetch, MODEL_LIMITS } from '../net/guardedFetch';
import { CallParts } from './callParts';
import { chatBody, type ReasoningField } from './chatBody';

/** Where models are. */
export interface ModelEndpoint {
  /** Base address of an API in OpenAI's form, such as `http://localhost:11434/v1`. */
  readonly url: string;
  /** Sent as a bearer token. Undefined where none is needed. */
  readonly key: string | undefined;
}

/** What is read of an answer that comes in one piece, in characters: no model says more at once. */
const MAX_EVENT = 16 * 1_048_576;

/** Models behind `POST <url>/chat/completions`, as OpenAI, Ollama, vLLM, and most others answer it. */
export function openAiModel({ url, key }: ModelEndpoint): ModelPort {
  const address = `${url.replace(/\/+$/, '')}/chat/completions`;
  /** By model, as it came last. */
  const reasoningIn = new Map<string, ReasoningField>();
  const net = guardedFetch({ approved: url, limits: MODEL_LIMITS, isUsersOwn: true });
  const post = async (request: ModelRequest, signal: AbortSignal): Promise<Response> => {
    const answer = await net.fetch(address, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'text/event-stream',
        ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      },
      body: JSON.stringify(chatBody(request, reasoningIn.get(request.model) ?? 'reasoning_content')),
      signal,
    });
    if (answer.ok && answer.headers.get('content-type')?.includes('text/html') !== true) return answer;
    throw refused(answer, request.model, await isTooLong(answer));
  };
  return {
    seesResultImages: true,
    async *ask(request, signal) {
      try {
        const chunks = chunksOf(await answered(post, request, signal));
        yield* partsOf(chunks, field => reasoningIn.set(request.model, field));
      } catch (error) {
        signal.throwIfAborted();
        if (Refusal.is(error)) throw error;
        // Its text could quote the prompt or the key.
        throw new Refusal('model-failed', NO_ANSWER, {}, { cause: error });
      }
    },
  };
}

/** Asks without the images of results, then without its thoughts too, where a model takes none: nobody asked for them. */
async function answered(
  post: (request: ModelRequest, signal: AbortSignal) => Promise<Response>,
  request: ModelRequest,
  signal: AbortSignal,
): Promise<Response> {
  try {
    return await post(request, signal);
  } catch (error) {
    const bare = withoutImages(request) ?? withoutThoughts(request);
    if (!Refusal.is(error, 'model-refused') || bare === undefined) throw error;
    return await answered(post, bare, signal);
  }
}

function withoutImages({ resultImages, ...request }: ModelRequest): ModelRequest | undefined {
  return resultImages === undefined || resultImages.size === 0 ? undefined : request;
}

function withoutThoughts(request: ModelRequest): ModelRequest | undefined {
  const messages = request.messages.map(message => {
    if (message.role !== 'tool_request' || message.reasoning === undefined) return message;
    const { reasoning: _, ...bare } = message;
    return bare;
  });
  return messages.some((message, i) => message !== request.messages[i])
    ? { ...request, messages }
    : undefined;
}

const NO_ANSWER = 'The model endpoint could not be reached, or broke off its answer. Is it running?';
const IS_IT_BASE = 'Is the address that of the API itself, such as https://api.example.com/v1?';
const TOO_LONG =
  'The model endpoint sent far more in one piece than an answer has. Try another model or endpoint.';
const ERROR_WITHIN = 'The model endpoint reported an error in the middle of its answer. Try again.';

/** The JSON of each event up to `[DONE]`. An endpoint that knows no streams answers with one object. */
async function* chunksOf(answer: Response): AsyncIterable<unknown> {
  if (answer.body === null) return;
  if (answer.headers.get('content-type')?.includes('application/json') === true)
    return yield asChunk(JSON.parse(await wholeText(answer.body)));
  const events = answer.body
    .pipeThrough(new TextDecoderStream())
    .pipeThrough(new EventSourceParserStream({ maxBufferSize: MAX_EVENT }));
  for await (const { data } of events) {
    if (data === '[DONE]') return;
    yield JSON.parse(data) as unknown;
  }
}

/** @throws {Refusal} model-failed, where it is longer than any answer is */
async function wholeText(body: ReadableStream<Uint8Array<ArrayBuffer>>): Promise<string> {
  let text = '';
  for await (const piece of body.pipeThrough(new TextDecoderStream())) {
    text += piece;
    if (text.length > MAX_EVENT) throw new Refusal('model-failed', TOO_LONG);
  }
  return text;
}

/** A whole answer in the form of a chunk. */
function asChunk(whole: unknown): unknown {
  const choice: unknown =
    isRecord(whole) && Array.isArray(whole['choices']) ? whole['choices'][0] : undefined;
  return isRecord(whole) && isRecord(choice)
    ? { ...whole, choices: [{ ...choice, delta: choice['message'] }] }
    : whole;
}

/** Why an answer was cut off: OpenAI's words, Anthropic's and Gemini's, Mistral's, and Z.ai's. */
const CUT: ReadonlyMap<string, 'length' | 'content_filter'> = new Map([
  ...['length', 'max_tokens', 'MAX_TOKENS', 'model_length', 'model_context_window_exceeded'].map(
    reason => [reason, 'length'] as const,
  ),
  ...['content_filter', 'refusal', 'sensitive', 'SAFETY'].map(reason => [reason, 'content_filter'] as const),
]);

/** Ends of an answer that went wrong, as Mistral, OpenRouter, vLLM, DeepSeek, and Z.ai tell of them. */
const BROKEN: ReadonlySet<string> = new Set([
  'error',
  'abort',
  'insufficient_system_resource',
  'network_error',
]);

const REASONING_FIELDS: readonly ReasoningField[] = ['reasoning_content', 'reasoning'];

async function* partsOf(
  stream: AsyncIterable<unknown>,
  onReasoning: (field: ReasoningField) => void,
): AsyncIterable<ModelPart> {
  const calls = new CallParts();
  let isEnded = false;
  // Not all endpoints send what OpenAI's does: what is of another form is left out.
  for await (const chunk of stream) {
    if (!isRecord(chunk)) continue;
    if (chunk['error'] !== undefined && chunk['error'] !== null)
      throw new Refusal('model-failed', ERROR_WITHIN);
    const usage = usageOf(chunk['usage']);
    if (usage !== undefined) yield { type: 'usage', usage };
    const choice: unknown = Array.isArray(chunk['choices']) ? chunk['choices'][0] : undefined;
    if (!isRecord(choice)) continue;
    const delta = isRecord(choice['delta']) ? choice['delta'] : {};
    const field = REASONING_FIELDS.find(name => typeof delta[name] === 'string' && delta[name] !== '');
    if (field !== undefined) {
      onReasoning(field);
      yield { type: 'reasoning', text: String(delta[field]) };
    }
    if (Array.isArray(delta['content'])) yield* partsIn(delta['content']);
    for (const text of [delta['content'], delta['refusal']])
      if (typeof text === 'string') yield { type: 'text', text };
    if (Array.isArray(delta['tool_calls'])) calls.add(delta['tool_calls']);
    if (calls.areTooLarge) return yield { type: 'cut', by: 'length' };
    const reason = choice['finish_reason'];
    isEnded ||= typeof reason === 'string';
    if (typeof reason === 'string' && BROKEN.has(reason)) throw new Refusal('model-failed', ERROR_WITHIN);
    const by = typeof reason === 'string' ? CUT.get(reason) : undefined;
    if (by !== undefined) yield { type: 'cut', by };
  }
  if (!isEnded)
    throw new Refusal('model-failed', 'The model ended its answer before it was complete. Try again.');
  yield* calls.whole();
}

/** A content in parts, as Mistral's models that think send it. */
function partsIn(content: readonly unknown[], type: 'text' | 'reasoning' = 'text'): readonly ModelPart[] {
  return content.filter(isRecord).flatMap(({ text, thinking }) => {
    if (Array.isArray(thinking)) return partsIn(thinking, 'reasoning');
    return typeof text === 'string' ? [{ type, text }] : [];
  });
}

function usageOf(usage: unknown): Extract<ModelPart, { type: 'usage' }>['usage'] | undefined {
  if (!isRecord(usage)) return undefined;
  const { prompt_tokens: input, completion_tokens: output } = usage;
  if (typeof input !== 'number' || typeof output !== 'number') return undefined;
  const cached = detail(usage['prompt_tokens_details'], 'cached_tokens');
  const reasoning = detail(usage['completion_tokens_details'], 'reasoning_tokens');
  return {
    inputTokens: input,
    outputTokens: output,
    ...(cached === undefined ? {} : { cachedInputTokens: cached }),
    ...(reasoning === undefined ? {} : { reasoningTokens: reasoning }),
  };
}

function detail(details: unknown, name: string): number | undefined {
  const value = isRecord(details) ? details[name] : undefined;
  return typeof value === 'number' ? value : undefined;
}

/** Whether an endpoint says that a request has more tokens than its model takes: by OpenAI's code, or in words such as vLLM's or llama.cpp's. */
async function isTooLong({ status, body }: Response): Promise<boolean> {
  if (body === null || ![400, 422].includes(status)) {
    await body?.cancel();
    return status === 413;
  }
  return /context.?(length|window|size)|(prompt|input).{0,20} too long/i.test(await wholeText(body));
}

/** What the endpoint says may quote the prompt or the key: only its status is told. */
function refused({ status, headers }: Response, model: string, tooLong: boolean): Refusal {
  const name = oneLine(model, 100);
  if (status === 404)
    return new Refusal('model-not-found', `The model endpoint has no model "${name}" (404). ${IS_IT_BASE}`);
  if (status === 402)
    return new Refusal(
      'model-denied',
      'The model endpoint wants to be paid first (402). Top up its account, or use another endpoint.',
    );
  if (status === 401 || status === 403)
    return new Refusal(
      'model-denied',
      `The model endpoint refused access (${status}). Check SWITCHYARD_MODEL_KEY.`,
    );
  if (BUSY.has(status)) {
    const retryAfterS = secondsIn(headers.get('retry-after'));
    const when = retryAfterS === undefined ? 'later' : `again in ${retryAfterS} s`;
    return new Refusal(
      'model-busy',
      `The model endpoint is busy or the quota is used up (${status}). Try ${when}.`,
      { httpStatus: status === 429 ? 429 : 503, retryAfterS },
    );
  }
  if (tooLong)
    return new Refusal(
      'model-refused',
      `The messages, results and tools are too long for "${name}" (${status}). Send fewer messages or tools, or start anew with a summary.`,
    );
  if (status === 400 || status === 422)
    return new Refusal(
      'model-refused',
      `The model endpoint refused the request (${status}). "${name}" may not take tools, or one of the settings of the request.`,
    );
  if (status < 400 || status === 405)
    return new Refusal(
      'model-failed',
      `What answers at the address of the model endpoint is no API (${status}). ${IS_IT_BASE}`,
    );
  return new Refusal('model-failed', `The model endpoint failed (${status}). Try again.`);
}

/** Statuses of who has too much to do: 529 is Anthropic's. */
const BUSY: ReadonlySet<number> = new Set([429, 503, 529]);

/** What `Retry-After` says, in seconds: a number, or a date (RFC 9110, 10.2.3). */
function secondsIn(text: string | null): number | undefined {
  if (text === null) return undefined;
  if (/^\d{1,6}$/.test(text)) return Number(text);
  const ms = Date.parse(text) - Date.now();
  return text.endsWith(' GMT') && !Number.isNaN(ms) ? Math.max(0, Math.ceil(ms / 1_000)) : undefined;
}
