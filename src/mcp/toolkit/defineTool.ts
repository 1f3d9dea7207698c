import * as z from 'zod';
import type { Core } from '../../core/core';
import type { CallOptions, Progress, ToolResult } from '../../core/gateway/upstream/upstream';
import type { Caller } from '../../core/gateway/sessions/sessions';
import type { ToolDefinition } from '../../core/registry/tool';
import type { ModuleDoors } from '../../core/resources/joinedModule';
import { isRecord } from '../../core/support/json';
import { once } from '../../core/support/once';
import type { Refusal } from '../../core/support/refusal';
import type { Workflows } from '../../core/workflow/workflows';
import type { ServerId } from '../../shared/ids';
import type { ProductInfo } from './productInfo';

/** What a tool does to the world: it becomes the MCP annotations, in one place. */
export type Effect = 'reads' | 'changes' | 'destroys';

/** The client of a call, as far as it decides what an answer carries. */
export interface CallingClient {
  /** Whether our answers go to it as text alone. */
  readonly isTextAlone: boolean;
  /** Whether it may keep tools of its list from its model (docs/dev/vscode-tools.md). */
  readonly hidesTools: boolean;
  /** Whether its model sees the current list of tools. Waits for a client that asks for the new one at once. */
  isListTaken(): Promise<boolean>;
}

/** What every tool may use. */
export interface ToolContext
  extends
    ModuleDoors,
    Pick<
      Core,
      | 'bus'
      | 'catalog'
      | 'clock'
      | 'eventHistory'
      | 'gateway'
      | 'heartbeat'
      | 'ids'
      | 'journal'
      | 'logTail'
      | 'registry'
      | 'resources'
      | 'sha256'
    > {
  readonly caller: Caller;
  readonly callingClient: CallingClient;
  readonly signal: AbortSignal;
  readonly info: ProductInfo;
  readonly workflows: Workflows;
  /** Whether an agent may put files back without a person: only where a flag said so. */
  readonly mayRestore: boolean;
  /** Calls a tool of a module of ours as if the client had; undefined where there is none of this name in it. */
  readonly callNative: (module: ServerId, tool: string, input: unknown) => Promise<ToolResult> | undefined;
  /** Calls any tool by its listed name, ours or a server's, as if the client had. */
  readonly callNamed: (tool: string, input: unknown) => Promise<ToolResult>;
  readonly onProgress?: (progress: Progress) => void;
  /** What goes along with a call that is passed on. */
  readonly options: CallOptions;
}

interface ToolSpec<Input extends z.ZodObject, Output extends z.ZodObject> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly effect: Effect;
  /** True when it reaches beyond our own state, e.g. into another server. */
  readonly isOpenWorld?: boolean;
  readonly input: Input;
  readonly output: Output;
  handle(input: z.output<Input>, context: ToolContext): z.input<Output> | Promise<z.input<Output>>;
  /** The answer as text, for clients that show no structured content; JSON where left out. */
  text?(output: z.output<Output>, input: z.output<Input>, context: ToolContext): string;
}

/** A tool whose answer is another server's, passed on as it came: there is no schema to promise. */
interface PassingToolSpec<Input extends z.ZodObject> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly effect: Effect;
  readonly isOpenWorld?: boolean;
  readonly input: Input;
  pass(input: z.output<Input>, context: ToolContext): Promise<ToolResult>;
}

/** A tool of ours, ready to be listed and run. */
export interface Tool {
  readonly definition: ToolDefinition;
  readonly inputSchema: z.ZodObject;
  /** Runs with input that fits the schema. */
  run(input: unknown, context: ToolContext): Promise<ToolResult>;
  /** What to say of input that does not fit; left out: in words, as for every tool. */
  readonly invalid?: (error: z.ZodError) => Refusal;
  /** The answer for a refusal; left out: its message. */
  readonly explain?: (refusal: Refusal) => ToolResult;
}

/** Makes a tool from data; policy and validation are applied around it by `runTool`. */
export function defineTool<Input extends z.ZodObject, Output extends z.ZodObject>(
  spec: ToolSpec<Input, Output>,
): Tool {
  return {
    definition: definitionOf(spec, spec.output),
    inputSchema: spec.input,
    async run(input, context) {
      const checked = spec.input.parse(input);
      const output = spec.output.parse(await spec.handle(checked, context));
      const text = spec.text ? spec.text(output, checked, context) : JSON.stringify(output);
      const content = [{ type: 'text', text }];
      return context.callingClient.isTextAlone ? { content } : { content, structuredContent: output };
    },
  };
}

/** Makes a tool that hands on another server's answer. */
export function definePassingTool<Input extends z.ZodObject>(spec: PassingToolSpec<Input>): Tool {
  return {
    definition: definitionOf(spec),
    inputSchema: spec.input,
    run: async (input, context) => await spec.pass(spec.input.parse(input), context),
  };
}

/** The schemas are made when somebody asks for them: most tools of most sessions are never listed. */
function definitionOf(
  spec: Pick<
    ToolSpec<z.ZodObject, z.ZodObject>,
    'name' | 'title' | 'description' | 'effect' | 'isOpenWorld' | 'input'
  >,
  output?: z.ZodObject,
): ToolDefinition {
  const inputSchema = once(() => jsonSchema(spec.input, 'input'));
  const definition = {
    name: spec.name,
    title: spec.title,
    description: spec.description,
    get inputSchema() {
      return inputSchema();
    },
    annotations: {
      title: spec.title,
      readOnlyHint: spec.effect === 'reads',
      destructiveHint: spec.effect === 'destroys',
      openWorldHint: spec.isOpenWorld ?? false,
    },
  };
  if (!output) return definition;
  const get = once(() => jsonSchema(output, 'output'));
  return Object.defineProperty(definition, 'outputSchema', { get, enumerable: true });
}

/** Draft 7, which VS Code validates tools by; without `$schema`, which only costs tokens. */
function jsonSchema(schema: z.ZodObject, io: 'input' | 'output'): Readonly<Record<string, unknown>> {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { target: 'draft-7', io });
  return portable(rest);
}

/** The same schema in words that the dialects of all model providers know (the inspector's `--strict` checks that). */
function portable(schema: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const { type, propertyNames: _keysAreTexts, ...parts } = schema;
  const rest = Object.entries(parts).map(([key, part]): [string, unknown] => {
    if (!isRecord(part)) return [key, part];
    const saysNothing = key === 'additionalProperties' && Object.keys(part).length === 0;
    return [key, saysNothing || portable(part)];
  });
  const types = Array.isArray(type) ? { anyOf: type.map((name: unknown) => ({ type: name })) } : { type };
  return { ...(type === undefined ? {} : types), ...Object.fromEntries(rest) };
}
