import { expect, test } from 'vitest';
import type { ToolDefinition } from '../../core/registry/tool';
import { TOOLS } from '../builtInModules';
import { calledName, listedOn, surfaceOf } from './surface';

const own = [...TOOLS.values()].map(({ definition }) => definition);
const others: ToolDefinition[] = [{ name: 'filesystem__read_text_file', inputSchema: {} }];
const tools = [...own, ...others];
const names = (listed: readonly ToolDefinition[]): readonly string[] => listed.map(({ name }) => name);

test('splits the list in two that have nothing in common and leave nothing out; all is as it was', () => {
  const control = listedOn('control', tools);
  const rest = listedOn('rest', tools);
  expect(names(control)).toEqual(['mcp_discover', 'mcp_call_tool']);
  const called = [...names(control), ...names(rest).map(name => calledName('rest', name))];
  expect(called.toSorted()).toEqual(names(tools).toSorted());
  expect(listedOn('all', tools)).toBe(tools);
});

test("shows first what starts a piece of work, in VS Code's order of names", () => {
  const sorted = names(listedOn('rest', tools)).toSorted((a, b) => a.localeCompare(b));
  expect(sorted.slice(0, 3)).toEqual(['_mcp_activate', '_start_task', '_start_workflow']);
  expect(sorted.at(3)).not.toMatch(/^_/);
});

test('takes the names of the seeds on every surface, and the listed ones where they are listed', () => {
  for (const surface of ['all', 'control', 'rest'] as const) {
    for (const { name } of tools) expect(calledName(surface, name)).toBe(name);
  }
  expect(calledName('rest', '_start_task')).toBe('start_task');
  expect(calledName('all', '_start_task')).toBe('_start_task');
  expect(calledName('rest', '_complete_task')).toBe('_complete_task');
});

test('reads the header, and takes everything else for all', () => {
  expect(['control', 'rest', 'all', 'x', '', undefined].map(surfaceOf)).toEqual([
    'control',
    'rest',
    ...Array.from({ length: 4 }, () => 'all'),
  ]);
});
