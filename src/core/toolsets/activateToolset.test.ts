import { expect, test } from 'vitest';
import { anna, gatewayWorld } from '../../../test/support/gatewayWorld';
import { noSignal } from '../../../test/support/testCore';
import { activateToolset } from './activateToolset';
import { fittingToolsets } from './fittingToolsets';

async function world() {
  const made = await gatewayWorld();
  made.servers.servers.get('files')!.tools = ['read', 'write', 'wipe'];
  made.gateway.enter(anna);
  const session = made.gateway.session(anna.session)!;
  const activate = (servers: Readonly<Record<string, readonly string[] | undefined>>) =>
    activateToolset(
      made.gateway,
      session,
      {
        name: 'mine',
        description: '',
        servers: Object.entries(servers).map(([server, tools]) => ({ server, tools })),
      },
      noSignal(),
    );
  return { ...made, activate };
}

test('switches on the servers of a toolset, each with its tools alone', async () => {
  const { activate, listed } = await world();
  expect(await activate({ files: ['read', 'wipe'], web: undefined })).toEqual({
    servers: ['files', 'web'],
    failed: [],
    missing: [],
  });
  expect(listed()).toEqual(expect.arrayContaining(['files__read', 'files__wipe']));
  expect(listed()).not.toContain('files__write');
});

test('offers the rest where a server or a tool is missing, and names what is', async () => {
  const { activate, listed } = await world();
  const report = await activate({ gone: undefined, files: ['read', 'rename'] });
  expect(report).toMatchObject({ servers: ['files'], missing: ['files: rename'] });
  expect(report.failed).toEqual([{ server: 'gone', why: expect.stringContaining('"gone"') }]);
  expect(listed()).toEqual(['files__read']);
});

test('narrows a server that was on with all its tools', async () => {
  const { activate, gateway, listed } = await world();
  await gateway.activate(anna, 'files', 'agent', noSignal());
  await activate({ files: ['write'] });
  expect(listed()).toEqual(['files__write']);
});

test('a toolset fits by words of its name and description', () => {
  const toolset = (name: string, description: string) => ({ name, description, servers: [] });
  const all = [toolset('release', 'Cut a version and tell people'), toolset('docs', 'Write pages')];
  expect(fittingToolsets(all, 'prepare the next releases').map(({ name }) => name)).toEqual(['release']);
  expect(fittingToolsets(all, 'the and of')).toEqual([]);
});
