import * as z from 'zod';
import { nearestNames } from '../../core/catalog/entry/nearest';
import { oneLine } from '../../core/catalog/entry/plainText';
import { HOST_LABEL } from '../../core/rounds/hostTools';
import type { ModelSettings, ModelTool } from '../../core/rounds/modelPort';
import type { RoundWish } from '../../core/rounds/roundWish';
import type { ServerWish } from '../../core/rounds/serverWish';
import { isRecord } from '../../core/support/json';
import { said } from '../../core/support/leftOut';
import { Refusal } from '../../core/support/refusal';
import { sentenceOf } from './sentenceOf';
import { headerNameIn, headerTextIn, literal, serverUrlIn } from './serverFields';

/** How often a model may be asked in a round, and how long that may take, where the client does not say. */
const MAX_LOOPS = 10;
const TIMEOUT_MS = 120_000;

const args = z.record(z.string(), z.json());
/** IDs of calls are their endpoint's: some put whole signatures into them. */
export const MAX_CALL_ID = 32_768;
const id = z
  .string()
  .min(1)
  .max(MAX_CALL_ID + 10);
const toolName = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/);

const roundMessage = z.discriminatedUnion('role', [
  z.object({ role: z.enum(['system', 'user']), content: z.string() }),
  z.object({ role: z.literal('assistant'), content: z.string(), reasoning: z.string().optional() }),
  z.object({
    role: z.literal('tool_request'),
    content: z.string().optional(),
    reasoning: z.string().optional(),
    tool_calls: z
      .array(
        z.object({
          id,
          name: z.string().min(1).max(128),
          arguments: args,
          extra_content: z.json().optional(),
        }),
      )
      .min(1)
      .max(128),
  }),
  z.object({
    role: z.literal('tool_response'),
    tool_calls: z
      .array(z.object({ tool_call_id: id, tool_name: z.string().max(128).default(''), content: z.string() }))
      .min(1)
      .max(128),
  }),
]);

const mcpTool = z.strictObject({
  type: z.literal('mcp'),
  server_label: z.string().min(1).max(64),
  allowed_tools: z.array(z.string().max(200)).max(500),
  require_approval: z.enum(['always', 'never', 'auto']),
  server_url: serverUrlIn.optional(),
  headers: z
    .record(
      headerNameIn,
      z.union([headerTextIn, z.strictObject({ secret_key: z.string().regex(/^[A-Za-z_][\w.-]{0,127}$/) })]),
    )
    .default({}),
});

const customTool = z.strictObject({
  type: z.literal('custom'),
  name: toolName,
  description: z.string().max(10_000).default(''),
  parameters: z.record(z.string(), z.unknown()).default({ type: 'object', properties: {} }),
});

const hostTool = z.strictObject({ type: z.literal(HOST_LABEL), name: z.string().min(1).max(200) });

const effort = z.enum(['none', 'minimal', 'low', 'medium', 'high', 'xhigh']);

const body = z.object({
  model: z.string().trim().min(1).max(200),
  messages: z.array(roundMessage).min(1).max(2_000),
  tools: z
    .array(z.discriminatedUnion('type', [mcpTool, customTool, hostTool]))
    .max(128)
    .default([]),
  instructions: z.string().optional(),
  thread_id: z.string().min(1).max(200).optional(),
  llmConfig: z
    .strictObject({
      temperature: z.number().min(0).max(2).optional(),
      top_p: z.number().min(0).max(1).optional(),
      max_completion_tokens: z.int().min(1).optional(),
      presence_penalty: z.number().min(-2).max(2).optional(),
      frequency_penalty: z.number().min(-2).max(2).optional(),
      seed: z.int().optional(),
      verbosity: z.enum(['low', 'medium', 'high']).optional(),
      tool_choice: z.enum(['auto', 'none', 'required']).optional(),
      parallel_tool_calls: z.boolean().optional(),
      reasoning_effort: effort.optional(),
    })
    .default({}),
  config: z
    .strictObject({
      max_loops: z.int().min(1).max(25).default(MAX_LOOPS),
      timeout_ms: z.int().min(1).max(3_600_000).default(TIMEOUT_MS),
    })
    .default({ max_loops: MAX_LOOPS, timeout_ms: TIMEOUT_MS }),
  task: z
    .strictObject({
      name: z.string().trim().min(1).max(200),
      workflow_id: z.string().min(1).max(200).optional(),
      areas: z.array(z.string().min(1).max(500)).max(50).default([]),
    })
    .optional(),
  approval_mode: z.literal('return').optional(),
  approvals: z
    .array(
      z.strictObject({
        approval_request_id: id,
        approve: z.boolean(),
        reason: z.string().max(2_000).optional(),
      }),
    )
    .max(128)
    .default([]),
  compatibility: z.strictObject({ done_after_error: z.boolean().default(false) }).optional(),
  /** The client's own, and not used. */
  metadata: z.record(z.string(), z.unknown()).optional(),
});

const FIELDS = Object.keys(body.shape);

/** Fields of fields, which belong where the value says. */
const INNER: ReadonlyMap<string, string> = new Map(
  (['llmConfig', 'config'] as const).flatMap(field =>
    Object.keys(body.shape[field].unwrap().shape).map(name => [name, `${field}.${name}`] as const),
  ),
);

/** A round as a client asks for it, and how it wants to hear of it. */
export interface AskedRound {
  readonly wish: RoundWish;
  /** After `internal_tool.error`, `internal_tool.done` comes too, as in the API that this one follows. */
  readonly doneAfterError: boolean;
}

/** Reads the body of a request. `hasHostTools`: it may name tools of VS Code. @throws {Refusal} invalid-round, with what is wrong and where */
export function readRound(asked: unknown, hasHostTools = false): AskedRound {
  const given = isRecord(asked) ? saidIn(asked) : asked;
  requireKnown(given, hasHostTools);
  const read = body.safeParse(given);
  if (!read.success) throw invalid(sentenceOf(read.error.issues[0]));
  const { model, messages, tools, instructions, thread_id: threadId, config, llmConfig } = read.data;
  const servers = tools.flatMap(tool => (tool.type === 'mcp' ? [serverOf(tool)] : []));
  const customTools = tools.flatMap(tool => (tool.type === 'custom' ? [customOf(tool)] : []));
  const hostTools = tools.flatMap(tool => (tool.type === HOST_LABEL ? [tool.name] : []));
  requireOnce(
    [...servers.map(({ label }) => label), ...(hostTools.length > 0 ? [HOST_LABEL] : [])],
    'server_label',
  );
  requireOnce(
    customTools.map(({ name }) => name),
    'name',
  );
  const { task } = read.data;
  const approvals = new Map(
    read.data.approvals.map(({ approval_request_id: key, ...answer }) => [key, answer]),
  );
  return {
    wish: {
      model,
      messages: messages as RoundWish['messages'], // The schema above is this type; optional fields differ in how they are left out.
      instructions,
      servers,
      hostTools,
      customTools,
      settings: settingsOf(llmConfig),
      maxLoops: config.max_loops,
      timeoutMs: config.timeout_ms,
      approvals,
      record: task && { name: task.name, workflow: task.workflow_id ?? null, areas: task.areas },
      returnsApprovals: read.data.approval_mode === 'return',
      threadId,
    },
    doneAfterError: read.data.compatibility?.done_after_error ?? false,
  };
}

/** Without what says `null`, as clients send whose language turns every field of a type into JSON. */
function saidIn(round: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const saidOf = (value: unknown): unknown => (isRecord(value) ? said(value) : value);
  return Object.fromEntries(
    Object.entries(said(round)).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.map(saidOf) : name === 'metadata' ? value : saidOf(value),
    ]),
  );
}

/** What is refused with words of its own. */
function requireKnown(given: unknown, hasHostTools: boolean): void {
  if (!isRecord(given)) throw invalid('The body must be a JSON object.');
  const unknown = Object.keys(given).find(name => !FIELDS.includes(name));
  // What is not heard may be what keeps a tool from running.
  if (unknown !== undefined) throw invalid(`body: ${unknownField(unknown)}`);
  const { tools, metadata } = given;
  if (isRecord(metadata) && Array.isArray(metadata['imageInputs']) && metadata['imageInputs'].length > 0)
    throw invalid('metadata.imageInputs: images are not supported.');
  if (!Array.isArray(tools)) return;
  for (const [i, tool] of tools.entries()) {
    if (!isRecord(tool)) continue;
    const { type } = tool;
    if (type !== 'mcp' && type !== 'custom' && !(hasHostTools && type === HOST_LABEL))
      throw invalid(
        `tools[${i}]: tool type "${typeof type === 'string' ? type.slice(0, 64) : typeof type}" is not supported.`,
      );
    if (type !== 'mcp') continue;
    if (!('allowed_tools' in tool))
      throw invalid(`tools[${i}].allowed_tools is required. Pass [] for all tools of the server.`);
  }
}

function unknownField(name: string): string {
  const meant = INNER.get(name) ?? nearestNames(name, FIELDS)[0];
  const next =
    name === 'stream'
      ? 'For a stream of events, send it to /llm-exec/round/stream.'
      : meant === undefined
        ? `Its fields: ${FIELDS.join(', ')}.`
        : `Did you mean "${meant}"?`;
  return `"${oneLine(name, 64)}" is not a field of a round. ${next}`;
}

function requireOnce(names: readonly string[], field: string): void {
  const twice = names.find((name, i) => names.indexOf(name) !== i);
  if (twice !== undefined) throw invalid(`tools: the ${field} "${twice}" is used twice.`);
}

function serverOf(tool: z.output<typeof mcpTool>): ServerWish {
  const { server_label: label, server_url: url, headers, allowed_tools, require_approval } = tool;
  const wish = { label, allowedTools: allowed_tools, requireApproval: require_approval };
  if (url === undefined && Object.keys(headers).length > 0)
    throw invalid(
      `tools: headers of "${label}" need server_url. Servers of yours have theirs in their entry.`,
    );
  if (url === undefined) return wish;
  const written = Object.entries(headers).map(([name, value]) => [name, headerText(value)] as const);
  return { ...wish, remote: { url: literal(url), headers: Object.fromEntries(written) } };
}

/** As an entry of the catalog has it. */
function headerText(value: string | { readonly secret_key: string }): string {
  return typeof value === 'string' ? literal(value) : `\${secret:${value.secret_key}}`;
}

function customOf({ name, description, parameters }: z.output<typeof customTool>): ModelTool {
  return { name, description, parameters };
}

function settingsOf(given: z.output<typeof body>['llmConfig']): ModelSettings {
  return {
    temperature: given.temperature,
    topP: given.top_p,
    maxOutputTokens: given.max_completion_tokens,
    presencePenalty: given.presence_penalty,
    frequencyPenalty: given.frequency_penalty,
    seed: given.seed,
    verbosity: given.verbosity,
    toolChoice: given.tool_choice,
    parallelToolCalls: given.parallel_tool_calls,
    reasoningEffort: given.reasoning_effort,
  };
}

function invalid(message: string): Refusal {
  return new Refusal('invalid-round', message);
}
