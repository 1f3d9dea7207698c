import { expect, test } from 'vitest';
import { entryOf } from '../../../../test/support/catalogWorld';
import { nativeCaller } from '../../../../test/support/nativeCalls';
import { chat, noSignal, testCore } from '../../../../test/support/testCore';
import { mcpDiscover } from './mcp_discover';

test('names as blocked what a person disabled for this chat, and not for another one', async () => {
  const entries = [entryOf('parrot', { description: 'Repeats what it is told', tags: ['echo'] })];
  const core = await testCore({ entries });
  const call = nativeCaller({ core });
  const find = async (name: string): Promise<unknown> => {
    const caller = chat(name);
    core.gateway.enter(caller);
    const { structuredContent } = await call(mcpDiscover, caller, { intent: 'parrot' });
    return (structuredContent as { matches: unknown[] }).matches[0];
  };
  await find('anna');
  await core.gateway.switchFor(core.gateway.session(chat('anna').session)!, 'parrot', false);

  expect(await find('anna')).toMatchObject({
    status: 'disabled',
    blocked: '"parrot" is switched off by the user for this chat. Only the user can enable it again.',
  });
  expect(await find('ben')).toMatchObject({ status: 'available' });
  core.switches.set('parrot', false);
  await core.gateway.switchFor(core.gateway.session(chat('anna').session)!, 'parrot', true);
  expect(await find('anna')).toMatchObject({ status: 'available' });
  expect(await find('anna')).not.toHaveProperty('blocked');
});

test('finds a server by no tool that its entry keeps back, or that is for its pages only', async () => {
  const definition = { name: 'sail_boat', inputSchema: {}, _meta: { ui: { visibility: ['app'] } } };
  const core = await testCore({ entries: [entryOf('harbor', { excludedTools: ['paint_boat'] })] });
  core.servers.add('harbor', { tools: [definition, 'paint_boat', 'list_boats'] });
  const caller = chat('anna');
  await core.gateway.activate(caller, 'harbor', 'agent', noSignal());
  const { structuredContent } = await nativeCaller({ core })(mcpDiscover, caller, {
    intent: 'sail or paint a boat',
  });
  const [found] = (structuredContent as { matches: { tools: { name: string }[] }[] }).matches;
  expect(JSON.stringify(found)).toContain('list_boats');
  expect(JSON.stringify(found)).not.toMatch(/sail_boat|paint_boat/);
});
