import { notedResult } from '../gateway/calls/notedResult';
import type { ToolResult } from '../gateway/upstream/upstream';
import type { Journal } from '../journal/journal';
import { readInput } from '../registry/readInput';
import type { Refusal } from '../support/refusal';
import type { NativeCall, RunnableTool } from './nativeTool';

/** Why a tool of ours would refuse these arguments. */
export function misfitOf(tool: RunnableTool, input: unknown): Refusal | undefined {
  const { read } = readInput(tool.definition.inputSchema, input, value => tool.read(value));
  return read.fits ? undefined : read.refusal;
}

/** Runs a tool of ours on unchecked arguments. @throws {Refusal} where they do not fit, and what the tool refuses */
export async function runNative(
  tool: RunnableTool,
  input: unknown,
  call: NativeCall,
  journal: Pick<Journal, 'freshen'>,
): Promise<ToolResult> {
  const { read, notes } = readInput(tool.definition.inputSchema, input, value => tool.read(value));
  if (!read.fits) throw read.refusal;
  // What another program of this workspace did a moment ago is known before anything is said of it, or refused.
  await journal.freshen();
  return notedResult(await tool.run(read.input, call), notes);
}
