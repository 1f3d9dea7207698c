import { expect, test } from 'vitest';
import { entryOf, MemoryCredentials, stdio, surroundingsOf } from '../../../test/support/catalogWorld';
import { type LaunchWords, launchText, resolveLaunch } from './launch';

const WORDS: LaunchWords = {
  headers: 'en-têtes',
  signIn: 'authentification',
  variables: 'variables',
  unverified: 'non vérifié',
  folder: path => `dossier ${path}`,
  envFile: path => `fichier ${path}`,
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
    dossier /srv/shop
    variables
      MODE=fast
    paquet npm shop, éditeur "Shop Ltd"
    non vérifié"
  `);
});
