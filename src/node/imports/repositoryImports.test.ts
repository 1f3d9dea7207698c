import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { surroundingsOf } from '../../../test/support/catalogWorld';
import { KeptLog } from '../../../test/support/keptLog';
import { type OtherTools, otherTools } from '../../../test/support/otherTools';
import { catalogOver } from '../../../test/support/shippedCatalog';
import { ImportedServers } from './importedServers';
import { findImportPlaces } from './importPlaces';
import { ImportFile } from './importStore';

/** A workspace with this server in its `.mcp.json`, from which it was taken over. */
async function imported(tools: OtherTools, server: object) {
  tools.write('./.mcp.json', JSON.stringify({ mcpServers: { theirs: server } }));
  const { home, workspace: workspaceFolder } = tools;
  const surroundings = surroundingsOf({ workspaceFolder, userHome: home });
  const imports = new ImportedServers({
    places: await findImportPlaces({ platform: 'linux', home, variable: () => undefined, workspaceFolder }),
    store: new ImportFile(join(home, 'state', 'imports.json')),
    surroundings,
    log: new KeptLog(),
  });
  const { catalog } = await catalogOver([imports], {
    wrapped: store => imports.credentials(store),
    surroundings,
  });
  imports.follow(catalog);
  onTestFinished(() => imports.dispose());
  onTestFinished(() => catalog.dispose());
  const { differences } = await imports.find();
  await imports.takeOver({ accept: differences.filter(({ id }) => id === 'theirs'), drop: [] });
  await expect.poll(() => catalog.find('theirs'), { interval: 10 }).toBeDefined();
  return { imports, resolve: async () => await catalog.resolve(catalog.require('theirs')) };
}

test.each([
  ['a script', (name: string) => ({ command: 'node', args: [`./secret_${name}-script.js`] })],
  ['a package', (name: string) => ({ command: 'npx', args: ['-y', `npm_${name}-package`] })],
  [
    'a variable',
    (name: string) => ({
      command: 'node',
      args: ['x.js'],
      env: { NODE_OPTIONS: `-r ./secret_${name}-hook.js` },
    }),
  ],
] as const)('starts no other program than was imported where %s is called like a key', async (_what, of) => {
  const tools = otherTools();
  const { imports, resolve } = await imported(tools, of('agreed'));
  expect(JSON.stringify(await resolve())).toContain('_agreed-');
  tools.write('./.mcp.json', JSON.stringify({ mcpServers: { theirs: of('another') } }));
  const { differences } = await imports.find();
  expect(differences.find(({ id }) => id === 'theirs')?.standing).toBe('changed');
  await expect(resolve()).rejects.toMatchObject({ code: 'missing-credentials' });
});

test('a key that its name gives away may change in a file of the repository', async () => {
  const tools = otherTools();
  const of = (key: string) => ({ command: 'node', args: ['x.js', '--api-key', key], env: { TOKEN: key } });
  const { resolve } = await imported(tools, of('before-1234'));
  tools.write('./.mcp.json', JSON.stringify({ mcpServers: { theirs: of('after-5678') } }));
  expect(await resolve()).toMatchObject({
    args: ['x.js', '--api-key', 'after-5678'],
    env: { TOKEN: 'after-5678' },
  });
});

test.each([
  ['a script behind a variable', (code: string) => ['-c', `API_KEY=1; ${code}`]],
  ['a script behind a word that reads like a header', (code: string) => ['-c', `token: ; ${code}`]],
  ['a script after a flag', (code: string) => ['--secret', `$(${code})`]],
  ['a file that is called like a variable', (code: string) => [`API_KEY=bin/${code}`]],
  ['the tag of an image', (code: string) => ['run', '-i', `secret-server:${code}`]],
] as const)('shows %s to whoever is asked, and starts no other one', async (_what, args) => {
  const tools = otherTools();
  const of = (code: string) => ({ command: 'bash', args: args(code) });
  const { imports, resolve } = await imported(tools, of('agreed'));
  const { differences } = await imports.find();
  const found = differences.find(({ id }) => id === 'theirs')?.found[0].server.launch;
  expect(found).toMatchObject({ args: args('agreed') });
  tools.write('./.mcp.json', JSON.stringify({ mcpServers: { theirs: of('another') } }));
  expect(await resolve()).toMatchObject({ args: args('agreed') });
});
