import { expect, test } from 'vitest';
import { childWorld } from '../../../test/support/childWorld';

test('a command line given as a program is refused, and nobody is asked to approve it', async () => {
  const { agents, call } = await childWorld();
  expect((await call('child_create', { command: 'node agent.js --fast' })).result).toMatchObject({
    error: 'E-CHILD-INVALID-INPUT',
    hint: 'pass command "node" and the rest as args',
  });
  expect(agents.started).toEqual([]);
  const path = { command: '/opt/My Agents/agent', wait_for_ready: false };
  expect((await call('child_create', path)).result['error']).toBeUndefined();
});
