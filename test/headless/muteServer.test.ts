import { expect, test } from 'vitest';
import { overStdio } from './clients';
import { processesOf, script, world } from './world';

// In a file of its own: its 15 s pass while the other files run.
test('a server that never answers initialize is given up after 15 s, and its process is gone', async () => {
  const of = world({});
  const { agent } = await overStdio(world({ mute: script(`"${of.folder}"; setInterval(() => {}, 1000)`) }), [
    '--approve',
    'all',
  ]);
  const refused = await agent.call('mcp_activate', { name: 'mute' });
  expect(refused.code).toBe('start-timeout');
  expect(refused.text).toContain('15 s');
  expect(refused.text).toContain('start_timeout');
  expect((await agent.call('mcp_environment', { status: 'active' })).text).not.toContain('mute');
  expect(processesOf(of)).toEqual([]);
});
