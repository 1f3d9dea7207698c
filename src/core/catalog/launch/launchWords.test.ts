import { expect, test } from 'vitest';
import { entryOf, MemoryCredentials, stdio, surroundingsOf } from '../../../../test/support/catalogWorld';
import { type LaunchPackage, packageOf } from './launchPackage';
import { type LaunchWords, launchText, resolveLaunch } from './launch';

const WORDS: LaunchWords = {
  headers: 'en-têtes',
  signIn: 'authentification',
  variables: 'variables',
  unverified: 'non vérifié',
  folder: path => `dossier ${path}`,
  envFile: path => `fichier ${path}`,
  ownFolder: 'dossier propre',
  codeInFolder: 'code du dossier',
  version: version => `version ${version}`,
  noExactVersion: 'aucune version exacte',
  update: (from, to) => `de ${from} à ${to}`,
  package: (from, name) => `paquet ${from} ${name}`,
  publisher: name => `éditeur ${name}`,
};

test('a launch is told in the words of whoever is asked, and nothing of it is left out', async () => {
  const entry = entryOf('shop', {
    source: 'registry',
    publisher: 'Shop Ltd',
    isVerified: false,
    launch: stdio('npx', ['-y', 'shop'], { MODE: 'fast' }),
  });
  const surroundings = surroundingsOf({ workspaceFolder: '/srv/shop' });
  const launch = await resolveLaunch(
    entry,
    { credentials: new MemoryCredentials(), surroundings },
    () => undefined,
  );
  expect(launchText(entry, launch, WORDS)).toMatchInlineSnapshot(`
    "npx -y shop
    dossier propre
    variables
      MODE=fast
    paquet npm shop, éditeur "Shop Ltd"
    aucune version exacte
    non vérifié"
  `);
});

async function textOf(
  launch: ReturnType<typeof stdio> & { readonly cwd?: string },
  approved?: LaunchPackage,
) {
  const entry = entryOf('shop', { launch });
  const surroundings = surroundingsOf({ workspaceFolder: '/srv/shop' });
  const world = { credentials: new MemoryCredentials(), surroundings };
  return launchText(entry, await resolveLaunch(entry, world, () => undefined), undefined, approved);
}

test('a package runner is told with its package and version, whoever wrote the entry', async () => {
  expect(await textOf(stdio('npx', ['-y', '@acme/shop@1.2.0']))).toBe(
    'npx -y @acme/shop@1.2.0\nin a Switchyard folder outside the workspace\nnpm package @acme/shop, version 1.2.0',
  );
  expect(await textOf(stdio('npx', ['-y', '@acme/shop@latest']))).toContain(
    'npm package @acme/shop, version latest\nno exact version: the code may change without asking you',
  );
});

test('a folder that an entry gives a package runner is told with what may come of it', async () => {
  expect(await textOf({ ...stdio('npx', ['-y', 'shop@1.2.0']), cwd: '${workspaceFolder}' })).toBe(
    'npx -y shop@1.2.0\nin folder /srv/shop\nnpm package shop, version 1.2.0\nA package runner loads settings and programs from its working directory, so code there may run.',
  );
});

test('another version of the package that was approved is told as an update', async () => {
  const approved = packageOf(stdio('npx', ['-y', 'shop@1.2.0']));
  expect(await textOf(stdio('npx', ['-y', 'shop@1.3.0']), approved)).toContain(
    '\nUpdate from 1.2.0 to 1.3.0\nnpm package shop, version 1.3.0',
  );
  for (const other of ['shop@1.2.0', 'shop', 'other@1.3.0'])
    expect(await textOf(stdio('npx', ['-y', other]), approved)).not.toContain('Update');
});
