import { expect, test } from 'vitest';
import { tokensOf } from '../../src/core/registry/tokens';
import type { ToolDefinition } from '../../src/core/registry/tool';
import { LISTED_TOOLS, TOOLS } from '../../src/mcp/builtInModules';
import { ALWAYS_ON } from '../../src/mcp/toolkit/moduleIds';

const definitions = [...TOOLS.values()].map(({ definition }) => definition);

/** What every client is shown before anything is switched on. */
const shown: readonly ToolDefinition[] = LISTED_TOOLS.filter(({ module }) => ALWAYS_ON.has(module)).map(
  ({ definition }) => definition,
);

/** Paths of the properties in a schema, at any depth, that say nothing of themselves. */
function undescribed(schema: unknown, path: string): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  return Object.entries(schema).flatMap(([key, part]) => {
    if (key !== 'properties') return undescribed(part, `${path}.${key}`);
    return Object.entries(part as Record<string, { readonly description?: string }>).flatMap(
      ([name, property]) => [
        ...(property.description ? [] : [`${path}.${name}`]),
        ...undescribed(property, `${path}.${name}`),
      ],
    );
  });
}

test('lists the tools, descriptions and schemas that clients know; a change is a change of the public surface', async () => {
  await expect(`${JSON.stringify(definitions, null, 2)}\n`).toMatchFileSnapshot('./tools-list.golden.json');
});

test('costs a model at most 3,000 tokens and 16 tools before anything is switched on', () => {
  expect(shown.length).toBeLessThanOrEqual(16);
  expect(shown.reduce((sum, definition) => sum + tokensOf(definition), 0)).toBeLessThanOrEqual(3_000);
});

test('shows a model these tools and no other, at this price, before anything is switched on', () => {
  // No snapshot: whoever takes in changed definitions must not take this in on the way.
  expect(shown.map(({ name }) => name)).toEqual([
    'mcp_discover',
    'mcp_activate',
    'mcp_deactivate',
    'mcp_environment',
    'mcp_list_tools',
    'mcp_call_tool',
    'start_workflow',
    'start_task',
    'log_decision',
    'log_issue',
    'log_milestone',
    'complete_task',
    'get_context',
    'mcp_info',
    'mcp_capabilities',
  ]);
  expect(shown.reduce((sum, definition) => sum + tokensOf(definition), 0)).toBe(2_758);
});

test('describes every tool in at most 1,024 characters, and every property of its schemas', () => {
  const all: string[] = [];
  for (const { name, description = '', inputSchema, outputSchema } of definitions) {
    expect(description.length, name).toBeGreaterThan(20);
    expect(description.length, name).toBeLessThanOrEqual(1_024);
    const missing = [
      ...undescribed(inputSchema, `${name} input`),
      ...undescribed(outputSchema, `${name} output`),
    ];
    all.push(...missing);
  }
  expect(all).toEqual([]);
});

test('names every tool in snake case, as it is called by models', () => {
  for (const { name } of definitions) expect(name).toMatch(/^[a-z]+(_[a-z]+)+$/);
});
