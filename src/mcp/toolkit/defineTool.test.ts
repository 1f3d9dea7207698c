import { expect, test } from 'vitest';
import * as z from 'zod';
import { defineTool, definePassingTool, type ToolContext } from './defineTool';

// Neither of these tools uses anything of it.
const callingClient = { isTextAlone: false, hidesTools: false, isListTaken: () => Promise.resolve(true) };
const context = { callingClient } as ToolContext;

const greet = defineTool({
  name: 'greet',
  title: 'Greet somebody',
  description: 'Says hello.',
  effect: 'reads',
  input: () =>
    z.strictObject({
      name: z.string().describe('Whom.'),
      times: z.int().default(1).describe('How often.'),
    }),
  output: () => z.strictObject({ greeting: z.string() }),
  handle: ({ name, times }) => ({ greeting: `hello ${name}`.repeat(times) }),
});

test('lists a tool with draft-7 schemas that allow nothing else, defaults being optional to give', () => {
  expect(greet.definition).toEqual({
    name: 'greet',
    title: 'Greet somebody',
    description: 'Says hello.',
    inputSchema: {
      type: 'object',
      properties: {
        name: { type: 'string', description: 'Whom.' },
        times: expect.objectContaining({ type: 'integer', default: 1 }),
      },
      required: ['name'],
      additionalProperties: false,
    },
    outputSchema: {
      type: 'object',
      properties: { greeting: { type: 'string' } },
      required: ['greeting'],
      additionalProperties: false,
    },
    annotations: {
      title: 'Greet somebody',
      readOnlyHint: true,
      destructiveHint: false,
      openWorldHint: false,
    },
  });
});

test('turns the effect into annotations', () => {
  const hints = (['reads', 'changes', 'destroys'] as const).map(effect => {
    const tool = definePassingTool({
      name: 't',
      title: 'T',
      description: 'd',
      effect,
      isOpenWorld: true,
      input: () => z.strictObject({}),
      pass: async () => ({ content: [] }),
    });
    return tool.definition.annotations;
  });
  expect(hints).toEqual([
    { title: 'T', readOnlyHint: true, destructiveHint: false, openWorldHint: true },
    { title: 'T', readOnlyHint: false, destructiveHint: false, openWorldHint: true },
    { title: 'T', readOnlyHint: false, destructiveHint: true, openWorldHint: true },
  ]);
});

/** Input as the tool takes it: checked, with its defaults. */
function taken(given: unknown): unknown {
  const read = greet.read(given);
  return read.fits ? read.input : undefined;
}

test('answers with structured content, and with the same as JSON text where a tool has no words of its own', async () => {
  expect(await greet.run(taken({ name: 'Ann' }), context)).toEqual({
    content: [{ type: 'text', text: '{"greeting":"hello Ann"}' }],
    structuredContent: { greeting: 'hello Ann' },
  });
});

test('answers with text alone where the client shows that', async () => {
  const agent = { callingClient: { ...callingClient, isTextAlone: true } } as ToolContext;
  expect(await greet.run(taken({ name: 'Ann' }), agent)).toEqual({
    content: [{ type: 'text', text: '{"greeting":"hello Ann"}' }],
  });
});

test('fails loudly when a tool breaks the promise of its own output schema', async () => {
  const liar = defineTool({
    name: 'liar',
    title: 'Liar',
    description: 'd',
    effect: 'reads',
    input: () => z.strictObject({}),
    output: () => z.strictObject({ count: z.int() }),
    handle: () => ({ count: 1.5 }),
  });
  await expect(liar.run({}, context)).rejects.toThrow('expected int');
});

test('makes its schemas when they are first needed, and once', async () => {
  const made: string[] = [];
  const noted = <Schema>(what: string, schema: Schema): Schema => {
    made.push(what);
    return schema;
  };
  const tool = defineTool({
    name: 'lazy',
    title: 'Lazy',
    description: 'd',
    effect: 'reads',
    input: () => noted('input', z.strictObject({})),
    output: () => noted('output', z.strictObject({})),
    handle: () => ({}),
  });
  expect([tool.definition.name, made]).toEqual(['lazy', []]);

  tool.read({});
  tool.read({ odd: 1 });
  expect(made).toEqual(['input']);
  await tool.run({}, context);
  expect(Object.keys({ ...tool.definition })).toContain('outputSchema');
  expect(made).toEqual(['input', 'output']);
});

test('lists schemas that every model provider can take: one type each, and no schema that says nothing', () => {
  const tool = defineTool({
    name: 'open',
    title: 'Open',
    description: 'd',
    effect: 'reads',
    input: () =>
      z.strictObject({
        any: z.record(z.string(), z.unknown()),
        port: z.string().nullable().describe('Which.'),
      }),
    output: () => z.strictObject({ schema: z.looseObject({}) }),
    handle: () => ({ schema: {} }),
  });
  expect(tool.definition.inputSchema['properties']).toEqual({
    any: { type: 'object', additionalProperties: true },
    port: { anyOf: [{ type: 'string' }, { type: 'null' }], description: 'Which.' },
  });
  expect(tool.definition.outputSchema?.['properties']).toEqual({
    schema: { type: 'object', properties: {}, additionalProperties: true },
  });
});
