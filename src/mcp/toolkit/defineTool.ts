import * as z from 'zod';
import type { Core } from '../../core/core';
import type { ToolResult } from '../../core/gateway/upstream/upstream';
import type { ToolDefinition } from '../../core/registry/tool';
import type { ModuleDoors } from '../../core/resources/joinedModule';
import { isRecord } from '../../core/support/json';
import { once } from '../../core/support/once';
import { Refusal } from '../../core/support/refusal';
import type { NativeCall, NativeInput, RunnableTool } from '../../core/toolbox/nativeTool';
import { inputIssueText } from './issueText';
import type { ProductInfo } from './productInfo';

/** What a tool does to the world: it becomes the MCP annotations, in one place. */
export type Effect = 'reads' | 'changes' | 'destroys';

/** What every tool may use. */
export interface ToolServices
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
      | 'operations'
      | 'registry'
      | 'resources'
      | 'sha256'
      | 'toolsets'
      | 'workflows'
    > {
  /** What this program is, and how it is reached now. */
  readonly info: () => ProductInfo;
  /** Whether an agent may put files back without a person: only where a flag said so. */
  readonly mayRestore: boolean;
}

/** What every tool may use, and what it knows of its call. */
export interface ToolContext extends ToolServices, NativeCall {}

interface ToolSpec<Input extends z.ZodObject, Output extends z.ZodObject> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly effect: Effect;
  /** True when it reaches beyond our own state, e.g. into another server. */
  readonly isOpenWorld?: boolean;
  /** Made when first asked for, as most tools of most sessions are neither listed nor called. */
  readonly input: () => Input;
  readonly output: () => Output;
  /** What to say of input that does not fit; left out: in words. */
  invalid?(error: z.ZodError): Refusal;
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
  readonly input: () => Input;
  pass(input: z.output<Input>, context: ToolContext): Promise<ToolResult>;
}

/** A tool of ours, ready to be listed and run. */
export interface Tool extends Pick<RunnableTool, 'definition' | 'read' | 'namesOperation' | 'explain'> {
  /** Runs with input that `read` gave. */
  run(input: unknown, context: ToolContext): Promise<ToolResult>;
}

/** Makes a tool from data; policy and validation are applied around it by `runTool`. */
export function defineTool<Input extends z.ZodObject, Output extends z.ZodObject>(
  spec: ToolSpec<Input, Output>,
): Tool {
  const [inputOnce, outputOnce] = [once(spec.input), once(spec.output)];
  return {
    definition: definitionOf({ ...spec, input: inputOnce }, outputOnce),
    read: readerOf({ ...spec, input: inputOnce }),
    async run(given, context) {
      const checked = given as z.output<Input>; // As `read` gave it.
      const output = outputOnce().parse(await spec.handle(checked, context));
      const text = spec.text ? spec.text(output, checked, context) : JSON.stringify(output);
      const content = [{ type: 'text', text }];
      return context.callingClient.isTextAlone ? { content } : { content, structuredContent: output };
    },
  };
}

/** Makes a tool that hands on another server's answer. */
export function definePassingTool<Input extends z.ZodObject>(spec: PassingToolSpec<Input>): Tool {
  const input = once(spec.input);
  return {
    definition: definitionOf({ ...spec, input }),
    read: readerOf({ ...spec, input }),
    run: async (given, context) => await spec.pass(given as z.output<Input>, context), // As `read` gave it.
  };
}

/** Checks input by the schema of a tool. */
function readerOf({
  name,
  input,
  invalid,
}: Pick<ToolSpec<z.ZodObject, z.ZodObject>, 'name' | 'input' | 'invalid'>) {
  return (given: unknown): NativeInput => {
    const checked = input().safeParse(given);
    if (checked.success) return { fits: true, input: checked.data };
    return { fits: false, refusal: invalid?.(checked.error) ?? invalidInput(name, checked.error, input()) };
  };
}

function invalidInput(name: string, error: z.ZodError, input: z.ZodObject): Refusal {
  return new Refusal(
    'invalid-arguments',
    `The arguments do not fit "${name}": ${inWords(error, input)}. Nothing was done.`,
  );
}

function inWords(error: z.ZodError, input: z.ZodObject): string {
  return error.issues
    .slice(0, 5)
    .map(issue => [issue.path.join('.'), inputIssueText(issue, input)].filter(text => text !== '').join(': '))
    .join('; ');
}

function definitionOf(
  spec: Pick<
    ToolSpec<z.ZodObject, z.ZodObject>,
    'name' | 'title' | 'description' | 'effect' | 'isOpenWorld' | 'input'
  >,
  output?: () => z.ZodObject,
): ToolDefinition {
  const inputSchema = once(() => jsonSchema(spec.input(), 'input'));
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
  const get = once(() => jsonSchema(output(), 'output'));
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
