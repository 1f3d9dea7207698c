import { expect, test } from 'vitest';
import { startsSwitchyard } from './startsSwitchyard';

test.each([
  { command: 'npx', args: ['-y', 'switchyard', '--approve', 'memory'] },
  { command: 'npx', args: ['switchyard@1.0.0'] },
  { command: 'pnpm', args: ['dlx', 'switchyard'] },
  { command: '/usr/local/bin/switchyard' },
  { command: 'C:\\tools\\switchyard.cmd', args: [] },
  { command: 'node', args: ['/opt/switchyard/dist/headless.js', '--approve', 'memory'] },
  { command: ['node', '/opt/switchyard/dist/headless.js'], type: 'local' },
  { transport: { type: 'stdio', command: 'node', args: ['C:\\switchyard\\dist\\headless.js'] } },
])('knows Switchyard in %j', entry => {
  expect(startsSwitchyard('any', entry)).toBe(true);
});

test('knows its program by the name of the entry too', () => {
  const entry = { command: 'node', args: ['/opt/sw/dist/headless.js'] };
  expect(startsSwitchyard('switchyard', entry)).toBe(true);
  expect(startsSwitchyard('browser', entry)).toBe(false);
});

test.each([
  { command: 'npx', args: ['-y', '@modelcontextprotocol/server-filesystem', '/home/ann/switchyard'] },
  { command: 'node', args: ['/home/ann/switchyard/tools/server.js'] },
  { command: '/home/ann/switchyard/run.sh' },
  { url: 'https://switchyard.example/mcp' },
  {},
])('takes %j for another server', entry => {
  expect(startsSwitchyard('switchyard', entry)).toBe(false);
});
