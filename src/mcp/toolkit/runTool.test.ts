import { expect, test } from 'vitest';
import * as z from 'zod';
import { KeptLog } from '../../../test/support/keptLog';
import type { ToolResult } from '../../core/gateway/upstream/upstream';
import { Refusal } from '../../core/support/refusal';
import { answered } from '../../core/toolbox/answers';
import { runNative } from '../../core/toolbox/nativeRun';
import type { NativeCall } from '../../core/toolbox/nativeTool';
import type { Journal } from '../../core/journal/journal';
import { StoppedClock } from '../../../test/support/stoppedClock';
import type { ServerId } from '../../shared/ids';
import { defineTool, type Tool, type ToolContext } from './defineTool';

// The tool below does not use anything of it; whatever runs, the journal is asked first for what others wrote.
const journal = { freshen: async () => undefined } as Journal;
const callingClient = { isTextAlone: false, hidesTools: false, isListTaken: () => Promise.resolve(true) };
const context = { callingClient } as ToolContext;
const call: NativeCall = context;

const runTool = async (tool: Tool, input: unknown): Promise<ToolResult> =>
  await runNative(
    { ...tool, module: 'test' as ServerId, run: given => tool.run(given, context) },
    input,
    call,
    journal,
  );
const answeredWith = (log: KeptLog, run: () => Promise<ToolResult>, signal = new AbortController().signal) =>
  answered({ name: 'count', log, clock: new StoppedClock(), signal }, run);

function counting() {
  const calls: unknown[] = [];
  const tool = defineTool({
    name: 'count',
    title: 'Count',
    description: 'd',
    effect: 'changes',
    input: () =>
      z.strictObject({
        by: z.int().min(1).max(9).default(1),
        deep: z.strictObject({ word: z.string() }).optional(),
      }),
    output: () => z.strictObject({ calls: z.int() }),
    handle: input => ({ calls: calls.push(input) }),
  });
  return { tool, calls };
}

test('runs a tool on arguments that fit, and takes none at all for an empty object', async () => {
  const { tool, calls } = counting();
  await runTool(tool, { by: 2 });
  await runTool(tool, undefined);
  expect(calls).toEqual([{ by: 2 }, { by: 1 }]);
});

test.each([
  [{ by: 'x' }, 'by: Invalid input: expected number, received string'],
  [{ by: 10 }, 'by: Too big: expected number to be <=9'],
  [{ deep: { word: 1 } }, 'deep.word: Invalid input: expected string, received number'],
  [{ other: 1 }, 'Unrecognized key: "other" (it takes by, deep)'],
  [JSON.parse('{"__proto__":1}'), 'Unrecognized key: "__proto__" (it takes by, deep)'],
  [{ constructor: 1 }, 'Unrecognized key: "constructor" (it takes by, deep)'],
  [[], 'Invalid input: expected object, received array'],
  ['text', 'Invalid input: expected object, received string'],
])('refuses %j, says which argument does not fit, and runs nothing', async (input, problem) => {
  const { tool, calls } = counting();
  await expect(runTool(tool, input)).rejects.toThrow(
    `The arguments do not fit "count": ${problem}. Nothing was done.`,
  );
  expect(calls).toEqual([]);
});

test('turns a refusal into an answer that a model can act on', async () => {
  const log = new KeptLog();
  const result = await answeredWith(log, async () => {
    throw new Refusal('rate-limited', 'Try again in 5 s.', { retryInMs: 5_000 });
  });
  expect(result).toEqual({
    content: [{ type: 'text', text: 'Try again in 5 s.' }],
    isError: true,
    _meta: { 'switchyard/error': { code: 'rate-limited', details: { retryInMs: 5_000 } } },
  });
  expect(log.lines).toEqual(['debug Tool called']);
});

test('logs a bug and tells nothing of its text, which may quote what nobody should see', async () => {
  const log = new KeptLog();
  const result = await answeredWith(log, async () => {
    throw new Error('token is hunter2');
  });
  expect(result['isError']).toBe(true);
  expect(JSON.stringify(result)).not.toContain('hunter2');
  expect(log.lines).toEqual(['error A tool failed', 'debug Tool called']);
});

test('takes a call that was cancelled for no failure of ours', async () => {
  const log = new KeptLog();
  const cancelled = new AbortController();
  const run = async (): Promise<ToolResult> => {
    cancelled.abort('The user does not want it any more.');
    throw new Error('AbortError: whatever the client said');
  };
  const result = await answeredWith(log, run, cancelled.signal);
  expect(result).toMatchObject({
    isError: true,
    content: [{ text: '"count" was cancelled by the client.' }],
    _meta: { 'switchyard/error': { code: 'cancelled' } },
  });
  expect(log.lines.filter(line => line.startsWith('error'))).toEqual([]);
});
