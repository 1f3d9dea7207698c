import { OWN_ERROR } from '../../../core/gateway/calls/ownError';
import type { ToolResult } from '../../../core/gateway/upstream/upstream';
import { isRecord, type Json } from '../../../core/support/json';
import type { LeafEnd } from './planFacts';

/** Longest output of a leaf that is kept, in UTF-16 units of its JSON (chosen here). */
export const MAX_OUTPUT = 262_144;

/** Longest outputs of all leaves of a run together; what comes beyond is not kept (chosen here). */
export const MAX_OUTPUTS = 16 * 1_048_576;

/** Longest message of a failed leaf, in UTF-16 units (chosen here). */
const MAX_MESSAGE = 500;

type Outcome = Omit<LeafEnd, 'leaf' | 'call'>;

/**
 * What came of a call: its structured content; else what its one text says, read as JSON where it is an object or a list; else
 * its content as it came.
 */
export function outcomeOf(result: ToolResult): Outcome {
  const whole = outputOf(result);
  const output = kept(whole);
  if (result['isError'] !== true) return { isSuccess: true, ...output };
  const meta = isRecord(result['_meta']) ? result['_meta'][OWN_ERROR] : undefined;
  if (!isRecord(meta) || typeof meta['code'] !== 'string')
    return { isSuccess: false, code: 'tool-error', ...output };
  const message = messageIn(whole);
  return { isSuccess: false, code: meta['code'], ...(message === undefined ? {} : { message }), ...output };
}

/** What Switchyard says of its own refusal. What a server says of an error may hold anything, and stays in the output. */
function messageIn(output: Json): string | undefined {
  const said = isRecord(output) ? output['message'] : output;
  return typeof said === 'string' ? said.slice(0, MAX_MESSAGE).toWellFormed() : undefined;
}

/** As much of an output as is kept. */
export function kept(output: Json): Pick<Outcome, 'output' | 'size' | 'isCut'> {
  const text = JSON.stringify(output);
  if (text.length <= MAX_OUTPUT) return { output, size: text.length };
  const long = typeof output === 'string' ? output : text;
  return { output: long.slice(0, MAX_OUTPUT).toWellFormed(), size: MAX_OUTPUT, isCut: true };
}

function outputOf({ structuredContent, content }: ToolResult): Json {
  if (isRecord(structuredContent)) return structuredContent as Json;
  if (!Array.isArray(content)) return null;
  const [first, ...more] = content as readonly unknown[];
  if (more.length > 0 || !isRecord(first) || first['type'] !== 'text') return content as Json;
  const { text } = first;
  return typeof text === 'string' ? readText(text) : null;
}

function readText(text: string): Json {
  if (!/^\s*[[{]/.test(text)) return text;
  try {
    return JSON.parse(text) as Json;
  } catch {
    return text; // It only looks like JSON.
  }
}
