import type * as z from 'zod';
import { notedResult } from '../core/gateway/calls/notedResult';
import { ProtocolError } from '../core/gateway/upstream/protocolError';
import type { ToolResult } from '../core/gateway/upstream/upstream';
import type { Log } from '../core/support/log';
import { readInput } from '../core/registry/readInput';
import { isRecord } from '../core/support/json';
import { Refusal } from '../core/support/refusal';
import type { Tool, ToolContext } from './toolkit/defineTool';

/** How a call is answered that fails. */
interface AnswerWays {
  /** The tool's own way to say so. */
  readonly explain?: ((refusal: Refusal) => ToolResult) | undefined;
  /** The client's: what ends by it is nobody's fault. */
  readonly signal?: AbortSignal;
}

/**
 * Runs a tool or a call: the one place where the protocol's side catches. A refusal becomes an answer that a model can
 * act on; anything else is a bug, logged and answered without its text, which may quote what nobody should see.
 * @throws {ProtocolError} where the client, not the model, has to act
 */
export async function answered(
  name: string,
  log: Log,
  run: () => Promise<ToolResult>,
  { explain = refused, signal }: AnswerWays = {},
): Promise<ToolResult> {
  const startedMs = performance.now();
  try {
    return await run();
  } catch (error) {
    if (error instanceof ProtocolError) throw error;
    return explain(asRefusal(name, log, error, signal));
  } finally {
    log.debug('Tool called', { tool: name, ms: Math.round(performance.now() - startedMs) });
  }
}

/** What to tell of an error: a bug is logged, and told without its text. */
export function asRefusal(name: string, log: Log, error: unknown, signal?: AbortSignal): Refusal {
  if (Refusal.is(error)) return error;
  if (signal?.aborted) return new Refusal('cancelled', `"${name}" was cancelled by the client.`);
  log.error('A tool failed', {
    tool: name,
    error: error instanceof Error ? (error.stack ?? error.message) : 'unknown',
  });
  return new Refusal('internal', `"${name}" failed inside Switchyard. Its log says more (Show Output).`);
}

/** Runs one of our tools on unchecked input. */
export async function runTool(tool: Tool, input: unknown, context: ToolContext): Promise<ToolResult> {
  const { input: read, notes } = isRecord(input)
    ? readInput(tool.definition.inputSchema, input, value => tool.inputSchema.safeParse(value).success)
    : { input: input ?? {}, notes: [] };
  const checked = tool.inputSchema.safeParse(read);
  try {
    if (!checked.success) throw (tool.invalid ?? invalidInput(tool))(checked.error);
    // What another program of this workspace did a moment ago is known before anything is said of it, or refused.
    await context.journal.freshen();
    return notedResult(await tool.run(read, context), notes);
  } catch (error) {
    if (tool.explain && Refusal.is(error)) return tool.explain(error);
    throw error;
  }
}

const invalidInput =
  ({ definition: { name } }: Tool) =>
  (error: z.ZodError): Refusal =>
    new Refusal(
      'invalid-arguments',
      `The arguments do not fit "${name}": ${inWords(error)}. Nothing was done.`,
    );

function inWords(error: z.ZodError): string {
  return error.issues
    .slice(0, 5)
    .map(({ path, message }) => (path.length === 0 ? message : `${path.join('.')}: ${message}`))
    .join('; ');
}

function refused(refusal: Refusal): ToolResult {
  return {
    content: [{ type: 'text', text: refusal.message }],
    isError: true,
    _meta: { 'switchyard/error': { code: refusal.code, details: refusal.details } },
  };
}
