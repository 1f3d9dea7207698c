import * as z from 'zod';
import type { ModelSettings } from '../../core/rounds/modelPort';
import type { RoundKeeper } from '../../core/rounds/roundKeeper';
import type { RoundWish } from '../../core/rounds/roundWish';
import { oneLine } from '../../core/catalog/entry/plainText';
import { isRecord } from '../../core/support/json';
import { Refusal } from '../../core/support/refusal';
import { sentenceOf } from '../rounds/sentenceOf';
import { answerFormat, formatIn } from './answerFormat';
import { type InputItem, inputIn, readInput } from './inputItems';
import { KnownItems } from './knownItems';
import { SEALED } from './sealedThought';
import { functionOf, functionTool, mcpTool, serverOf, shownTool } from './responseTools';

/** How often a model may be asked, and how long a response may take, in milliseconds: OpenAI's clients give up after ten minutes, and ask again. */
const MAX_LOOPS = 25;
const TIMEOUT_MS = 585_000;

/** How much of its thoughts a model is to sum up: they come whole, as it tells them. */
const summaryIn = z.enum(['auto', 'concise', 'detailed']).nullish();

/** Thoughts for clients that keep them themselves; the others are of items that no response of ours has. */
const includeIn = z.enum([
  SEALED,
  'code_interpreter_call.outputs',
  'computer_call_output.output.image_url',
  'file_search_call.results',
  'message.input_image.image_url',
  'web_search_call.action.sources',
  'web_search_call.results',
]);

const body = z.strictObject({
  model: z.string().trim().min(1).max(200),
  input: inputIn,
  instructions: z.string().nullish(),
  tools: z
    .array(z.discriminatedUnion('type', [mcpTool, functionTool]))
    .max(128)
    .nullish()
    .transform(tools => tools ?? []),
  tool_choice: z
    .union([
      z.enum(['auto', 'none', 'required']),
      z.strictObject({ type: z.literal('function'), name: z.string().max(64) }),
    ])
    .nullish(),
  max_tool_calls: z.int().min(1).nullish(),
  parallel_tool_calls: z.boolean().nullish(),
  temperature: z.number().min(0).max(2).nullish(),
  top_p: z.number().min(0).max(1).nullish(),
  max_output_tokens: z.int().min(1).nullish(),
  previous_response_id: z.string().max(200).nullish(),
  stream: z.boolean().nullish(),
  store: z.boolean().nullish(),
  metadata: z.record(z.string().max(64), z.string().max(512)).nullish(),
  reasoning: z
    .strictObject({
      effort: z.enum(['none', 'minimal', 'low', 'medium', 'high', 'xhigh']).nullish(),
      summary: summaryIn,
      generate_summary: summaryIn,
    })
    .nullish(),
  text: z
    .strictObject({
      format: formatIn.optional(),
      verbosity: z.enum(['low', 'medium', 'high']).nullish(),
    })
    .nullish(),
  background: z.literal(false).nullish(),
  conversation: z.null().optional(),
  prompt: z.null().optional(),
  top_logprobs: z.literal(0).nullish(),
  include: z.array(includeIn).nullish(),
  // What clients send by themselves, and what changes no answer here: a response says what holds instead.
  truncation: z.enum(['auto', 'disabled']).nullish(),
  service_tier: z.string().nullish(),
  stream_options: z.strictObject({ include_obfuscation: z.boolean().nullish() }).nullish(),
  // They tell a provider who asks, or what to keep ready. There is nobody to be told.
  user: z.string().nullish(),
  safety_identifier: z.string().nullish(),
  prompt_cache_key: z.string().nullish(),
  prompt_cache_options: z.unknown().optional(),
  prompt_cache_retention: z.string().nullish(),
  client_metadata: z.unknown().optional(),
});

/** A response as a client asks for it. */
export interface AskedResponse {
  readonly wish: RoundWish;
  readonly isStreamed: boolean;
  /** Whether it can be gone on with by its ID. */
  readonly isStored: boolean;
  /** Whether thoughts come in the form too in which clients that store nothing send them back. */
  readonly sealsThoughts: boolean;
  /** The response that it goes on from, where there is one, and how many messages that had. */
  readonly wentOnFrom: { readonly id: string | null; readonly count: number };
  /** What a response says of its request again: never an address, a header, or a key. */
  readonly echo: Readonly<Record<string, unknown>>;
}

/** Where earlier responses are kept. */
export type Earlier = Pick<RoundKeeper, 'historyOf' | 'remembered'>;

/** Reads the body of a request. @throws {Refusal} invalid-round, with what is wrong and where; previous-response-unknown */
export async function readResponse(given: unknown, earlier: Earlier): Promise<AskedResponse> {
  requireKnownTools(given);
  const read = body.safeParse(given);
  if (!read.success) throw new Refusal('invalid-round', sentenceOf(read.error.issues[0]));
  const { data } = read;
  const previous = data.previous_response_id ?? null;
  const before = previous === null ? [] : await earlier.historyOf(previous);
  if (before === undefined)
    throw new Refusal(
      'previous-response-unknown',
      'previous_response_id: there is no such response. The newest 500 are kept, for 30 days. Send the whole history as input.',
    );
  const { messages, approvals, resultImages } = readInput(before, await wholeItems(data.input, earlier));
  const servers = data.tools.flatMap(tool => (tool.type === 'mcp' ? serverOf(tool) : []));
  return {
    wish: {
      model: data.model,
      messages,
      instructions: data.instructions ?? undefined,
      servers,
      customTools: data.tools.flatMap(tool => (tool.type === 'function' ? [functionOf(tool)] : [])),
      settings: {
        temperature: data.temperature ?? undefined,
        topP: data.top_p ?? undefined,
        maxOutputTokens: data.max_output_tokens ?? undefined,
        verbosity: data.text?.verbosity ?? undefined,
        toolChoice: toolChoice(data.tool_choice),
        parallelToolCalls: data.parallel_tool_calls ?? undefined,
        reasoningEffort: data.reasoning?.effort ?? undefined,
        format: data.text?.format && answerFormat(data.text.format),
      },
      maxLoops: MAX_LOOPS,
      timeoutMs: TIMEOUT_MS,
      approvals,
      resultImages,
      maxToolCalls: data.max_tool_calls ?? undefined,
      // As the API has it: its clients ask whoever uses them.
      returnsApprovals: true,
    },
    isStreamed: data.stream === true,
    isStored: data.store !== false,
    sealsThoughts: data.include?.includes(SEALED) ?? false,
    wentOnFrom: { id: previous, count: before.length },
    echo: {
      model: data.model,
      instructions: data.instructions ?? null,
      max_output_tokens: data.max_output_tokens ?? null,
      max_tool_calls: data.max_tool_calls ?? null,
      metadata: data.metadata ?? {},
      parallel_tool_calls: data.parallel_tool_calls ?? true,
      previous_response_id: data.previous_response_id ?? null,
      reasoning: { effort: data.reasoning?.effort ?? null, summary: null },
      store: data.store !== false,
      temperature: data.temperature ?? null,
      text: { format: data.text?.format ?? { type: 'text' } },
      tool_choice: data.tool_choice ?? 'auto',
      tools: data.tools.map(shownTool),
      top_p: data.top_p ?? null,
      truncation: 'disabled',
      service_tier: 'default',
    },
  };
}

/** Items in place of their references. @throws {Refusal} invalid-round */
async function wholeItems(
  input: z.output<typeof body>['input'],
  earlier: Earlier,
): Promise<readonly InputItem[]> {
  const references = input.filter(item => item.type === 'item_reference');
  if (references.length === 0) return input.filter(item => item.type !== 'item_reference');
  const known = new KnownItems(await earlier.remembered(), references);
  return input.flatMap((item, i) => {
    if (item.type !== 'item_reference') return [item];
    const found = known.find(item.id);
    if (found !== undefined) return found;
    throw new Refusal(
      'invalid-round',
      `input[${i}]: no item "${oneLine(item.id, 64)}" is kept. Send the item itself. With "store": false, nothing is kept.`,
    );
  });
}

function toolChoice(choice: z.output<typeof body>['tool_choice']): ModelSettings['toolChoice'] {
  return typeof choice === 'object' && choice !== null ? { name: choice.name } : (choice ?? undefined);
}

/** What is refused with words of its own. */
function requireKnownTools(given: unknown): void {
  if (!isRecord(given)) throw new Refusal('invalid-round', 'The body must be a JSON object.');
  const tools = Array.isArray(given['tools']) ? (given['tools'] as readonly unknown[]) : [];
  for (const [i, tool] of tools.entries()) {
    const type = isRecord(tool) ? tool['type'] : undefined;
    if (type !== 'mcp' && type !== 'function')
      throw new Refusal(
        'invalid-round',
        `tools[${i}]: tool type "${String(type).slice(0, 64)}" is not supported.`,
      );
  }
  const labels = tools.flatMap(tool => (isRecord(tool) ? [tool['server_label'] ?? tool['name']] : []));
  const twice = labels.find((label, i) => typeof label === 'string' && labels.indexOf(label) !== i);
  if (typeof twice === 'string')
    throw new Refusal('invalid-round', `tools: the name "${twice.slice(0, 64)}" is used twice.`);
  const { tool_choice: choice } = given;
  if (!isRecord(choice) || choice['type'] !== 'function' || labels.includes(choice['name'])) return;
  throw new Refusal('invalid-round', 'tool_choice: no function of tools has this name.');
}
