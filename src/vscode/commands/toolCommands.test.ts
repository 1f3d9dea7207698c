import { expect, test } from 'vitest';
import { commandWorld } from '../../../test/support/commandWorld';
import { editor } from '../../../test/support/fakeEditor';
import { anna } from '../../../test/support/gatewayWorld';

async function oneChat() {
  const world = await commandWorld();
  world.servers.servers.get('files')!.tools = ['read', 'write', 'wipe'];
  await world.activate(anna, 'files');
  return world;
}

test('a person chooses which tools of a server agents see', async () => {
  const { run, listed, gateway } = await oneChat();
  await run('chooseTools', { server: 'files', session: anna.session }, ['read', 'wipe']);
  expect(editor.asked[0]).toMatchObject({
    title: 'Choose Tools: files',
    offers: ['read', 'write', 'wipe'],
  });
  expect(listed()).toEqual(['files__read', 'files__wipe']);
  expect(gateway.environment(anna.session).find(({ id }) => id === 'files')).toMatchObject({
    tools: 3,
    listed: 2,
  });
  await run('chooseTools', undefined, 'files', ['read', 'write', 'wipe']);
  expect(listed()).toHaveLength(3);
});

test('leaving the choice, or choosing nothing, changes nothing', async () => {
  const { run, listed, texts } = await oneChat();
  await run('chooseTools', 'files', ['read']);
  await run('chooseTools', 'files', undefined);
  await run('chooseTools', 'files', []);
  expect(listed()).toEqual(['files__read']);
  expect(texts()).toEqual(['Nothing was changed: turn off "files" to list none of its tools.']);
});

test('what is active is kept as a toolset, and switched on in another chat by one click', async () => {
  const { run, listed, toolsets, gateway, texts } = await oneChat();
  await run('chooseTools', 'files', ['read']);
  await run('activateServer', 'web');
  await run('saveToolset', undefined, 'release');
  expect((await toolsets!.read()).toolsets).toEqual([
    {
      name: 'release',
      description: '',
      servers: [
        { server: 'files', tools: ['read'] },
        { server: 'web', tools: undefined },
      ],
    },
  ]);
  for (const server of ['files', 'web']) await gateway.deactivate(anna, server);
  expect(listed()).toEqual([]);
  await run('toggleServer', undefined, '$(layers) release');
  expect(listed()).toContain('files__read');
  expect(listed()).not.toContain('files__write');
  expect(texts()).toEqual(['Saved "release" in .switchyard/toolsets.json.', 'Toolset "release" is active.']);
});

test('a toolset of the same name is replaced after a question only', async () => {
  const { run, toolsets } = await oneChat();
  const before = { name: 'release', description: 'Cut it', servers: [{ server: 'mail', tools: undefined }] };
  await toolsets!.save(before);
  await run('saveToolset', undefined, 'release');
  expect((await toolsets!.read()).toolsets).toEqual([before]);
  await run('saveToolset', undefined, 'release', 'Replace');
  expect((await toolsets!.read()).toolsets).toMatchObject([
    { description: 'Cut it', servers: [{ server: 'files' }] },
  ]);
});

test('a toolset that lacks something says so before and after', async () => {
  const { run, toolsets, texts, listed } = await oneChat();
  await toolsets!.save({
    name: 'mixed',
    description: '',
    servers: [
      { server: 'gone', tools: undefined },
      { server: 'files', tools: ['read', 'rename'] },
    ],
  });
  await run('toggleServer', undefined, '$(layers) mixed');
  expect(listed()).toEqual(['files__read']);
  expect(texts()).toEqual([
    expect.stringMatching(/^Toolset "mixed" is active in part\. gone: .* Unknown tools: files: rename$/),
  ]);
});
