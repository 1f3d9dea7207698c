import { expect, test } from 'vitest';
import { overStdio } from './clients';
import { world } from './world';

const VOTES = { votes: [{ voter: 'a', value: 'x' }] };

test('a session switches a module of ours on, uses it, and switches it off', async () => {
  const { agent } = await overStdio(world({}));
  expect(await agent.toolNames()).not.toContain('consensus_vote');
  expect((await agent.call('consensus_vote', VOTES)).code).toBe('not-active-here');

  await agent.call('mcp_activate', { name: 'consensus' });
  expect(await agent.toolNames()).toContain('consensus_vote');
  expect((await agent.call('consensus_vote', VOTES)).structured).toMatchObject({ outcome: 'x' });
  expect((await agent.call('mcp_info')).structured).toMatchObject({ features: { enableConsensus: true } });
  const { structured } = await agent.call('mcp_capabilities');
  expect(structured['namespaces']).toContainEqual(expect.objectContaining({ name: 'consensus' }));
  expect(structured['schemas']).toMatchObject({ consensus_vote: { namespace: 'consensus' } });

  await agent.call('mcp_deactivate', { name: 'consensus' });
  expect(await agent.toolNames()).not.toContain('consensus_vote');
});

test('a flag switches it on in every session, and no agent can switch it off', async () => {
  const { agent } = await overStdio(world({}), ['--enable-consensus']);
  expect((await agent.call('consensus_vote', VOTES)).isError).toBe(false);
  expect((await agent.call('mcp_deactivate', { name: 'consensus' })).isError).toBe(true);
});
