import { expect, test } from 'vitest';
import { overStdio } from './clients';
import { script, TINY, world } from './world';

const described = (description: string) => ({ ...script(TINY), description });

test('a blocked server that fits best is no reason to push one that does something else', async () => {
  const servers = { rooms: described('Books meeting rooms, and sends a message to whoever waits for one') };
  const { agent } = await overStdio(world(servers));
  const { text, structured } = await agent.call('mcp_discover', { intent: 'post a message to Slack' });
  expect(structured['matches']).toMatchObject([{ name: 'slack' }, { name: 'rooms' }]);
  expect(text).toContain('"slack" fits best, but is blocked: tell the user why and how to fix it.');
  expect(text).not.toContain('mcp_activate {"name":"rooms"}');
});

test('one that fits as well and can be started is named in its place', async () => {
  const servers = { 'my-slack': described('Posts a message to Slack') };
  const { agent } = await overStdio(world(servers));
  const { text } = await agent.call('mcp_discover', { intent: 'post a message to Slack' });
  expect(text).toContain('Call mcp_activate {"name":"my-slack"}');
});

test.each([
  'record my work',
  'Log what changed while I work',
  'enregistrer mon travail',
  'write down decisions',
])('our own module is found for "%s"', async intent => {
  const { agent } = await overStdio(world({}));
  const { text, structured } = await agent.call('mcp_discover', { intent });
  expect((structured['matches'] as readonly { readonly name: string }[])[0]?.name, text).toBe('workflow');
  expect(text).toContain('"workflow" is active: call its tools');
});

test.each(['deploy a web app', 'deploy', 'track issues', 'issues', 'base de données', 'payments'])(
  'what blocks five servers is told in at most 250 tokens for "%s"',
  async intent => {
    const { agent } = await overStdio(world({}));
    const { text, structured } = await agent.call('mcp_discover', { intent });
    const matches = structured['matches'] as readonly { readonly name: string; readonly blocked?: string }[];
    for (const { name } of matches) expect(text).toContain(name);
    expect(Math.ceil(text.length / 4), text).toBeLessThanOrEqual(250);
  },
);
