import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { protocolTool } from '../../src/core/registry/protocolTool';
import type { ToolDefinition } from '../../src/core/registry/tool';
import { TOOLS } from '../../src/mcp/builtInModules';
import { ODD_TOOLS } from '../support/oddTools';
import { anthropicProblems } from './providerDialects/anthropic';
import { geminiProblems } from './providerDialects/gemini';
import { openaiProblems } from './providerDialects/openai';

const DIALECTS = { openai: openaiProblems, gemini: geminiProblems, anthropic: anthropicProblems };

const listed = (tools: readonly ToolDefinition[]): readonly ToolDefinition[] =>
  tools.flatMap(tool => {
    const made = protocolTool(tool);
    return made.type === 'listed' ? [made.definition] : [];
  });

/** As a server's definition comes in: without a schema, it has one of anything. */
const odd = ODD_TOOLS.map(tool => ({
  ...tool,
  name: String(tool['name']),
  inputSchema: (typeof tool['inputSchema'] === 'object' && tool['inputSchema'] !== null
    ? tool['inputSchema']
    : {}) as ToolDefinition['inputSchema'],
}));

describe.each(Object.entries(DIALECTS))('%s', (_, problemsOf) => {
  test('takes each of our own tools', () => {
    for (const { definition } of TOOLS.values())
      expect([definition.name, problemsOf(definition.name, definition.inputSchema)]).toEqual([
        definition.name,
        [],
      ]);
  });

  test('takes each odd tool as it is listed', () => {
    const tools = listed(odd);
    expect(tools.length).toBeGreaterThan(150);
    const refused = tools.map(({ name, inputSchema }) => [name, problemsOf(name, inputSchema)]);
    expect(refused.filter(([, problems]) => problems?.length)).toEqual([]);
  });

  test('refuses some of them as their server defines them', () => {
    const refused = odd.filter(({ name, inputSchema }) => problemsOf(name, inputSchema).length > 0);
    expect(refused.length).toBeGreaterThan(40);
  });

  test('takes whatever a server may define, as it is listed', () => {
    fc.assert(
      fc.property(anySchema, schema => {
        for (const { inputSchema } of listed([{ name: 'x', inputSchema: { type: 'object', ...schema } }])) {
          expect(problemsOf('x', inputSchema)).toEqual([]);
          expect(JSON.stringify(inputSchema).length).toBeLessThan(400_000);
        }
      }),
      { numRuns: 1_000 },
    );
  });
});

const names = fc.constantFrom('a', 'b', 'type', '$ref', 'items', '__proto__');
const scalars = fc.constantFrom<unknown>(
  'a',
  '',
  1,
  -1,
  0.5,
  true,
  false,
  null,
  [],
  {},
  ['a', 'b'],
  ['array'],
);
const types = fc.constantFrom<unknown>('string', 'object', 'array', ['array', 'null'], 'any', 'NUMBER');
const { schema: anySchema } = fc.letrec<{ schema: Record<string, unknown>; value: unknown }>(tie => {
  const parts = fc.oneof({ depthSize: 'small' }, scalars, tie('schema'));
  return {
    value: parts,
    schema: fc.record(
      {
        type: fc.oneof(types, scalars),
        properties: fc.oneof(scalars, fc.dictionary(names, parts, { maxKeys: 3 })),
        items: fc.oneof(parts, fc.array(parts, { maxLength: 2 })),
        required: fc.oneof(scalars, fc.array(names, { maxLength: 2 })),
        enum: fc.oneof(scalars, fc.array(scalars, { maxLength: 3 })),
        const: scalars,
        anyOf: fc.oneof(scalars, fc.array(parts, { maxLength: 2 })),
        allOf: fc.array(parts, { maxLength: 2 }),
        $defs: fc.dictionary(names, parts, { maxKeys: 2 }),
        $ref: fc.constantFrom<unknown>('#', '#/$defs/a', '#/$defs/b', '#/properties/a', '#/definitions/a', 1),
        exclusiveMinimum: scalars,
        minimum: scalars,
        pattern: fc.constantFrom('(?=a)', '\\p{L}', '\\\\p{L}', '[', '^a$', '\\-'),
        additionalProperties: parts,
        not: parts,
      },
      { requiredKeys: [] },
    ),
  };
});
