import { expect, test } from 'vitest';
import { packageOf } from './launchPackage';

test.each([
  ['npx', ['-y', 'tavily-mcp'], 'npm', 'tavily-mcp'],
  ['npx', ['-y', '@playwright/mcp@latest'], 'npm', '@playwright/mcp'],
  ['npx', ['--package=@scope/a@1.2.3', 'a'], 'npm', '@scope/a'],
  ['npx', ['-p', 'b', 'run-b'], 'npm', 'b'],
  ['uvx', ['mcp-server-git'], 'PyPI', 'mcp-server-git'],
  ['uvx', ['--from', 'redis-mcp-server@latest', 'redis-mcp-server'], 'PyPI', 'redis-mcp-server'],
  ['uvx', ['time-mcp==2.1'], 'PyPI', 'time-mcp'],
] as const)('names the package that %s %j runs', (command, args, from, name) => {
  expect(packageOf({ type: 'stdio', command, args: [...args], env: {} })).toEqual({ from, name });
});

test('names none where a program of the machine runs, or a remote server', () => {
  expect(packageOf({ type: 'stdio', command: 'semgrep', args: ['mcp'], env: {} })).toBeUndefined();
  expect(packageOf({ type: 'stdio', command: 'npx', args: ['-y'], env: {} })).toBeUndefined();
  expect(packageOf({ type: 'http', url: 'https://a.example', headers: {} })).toBeUndefined();
});
