import { expect, test } from 'vitest';
import { entryOf, MemorySource, stdio } from '../../../../test/support/catalogWorld';
import { catalogOver } from '../../../../test/support/shippedCatalog';
import { hiddenByRepository, hides, hidesOthers } from './shadowing';

const registry = entryOf('github', { owner: 'shipped', origin: 'registry' });
const mine = entryOf('github', { owner: 'user', origin: '/home/ann/servers.json' });
const theirs = entryOf('github', { owner: 'workspace', origin: '/work/.mcp.json' });

test('says whose entry hides whose, and warns only where a repository took a place', () => {
  expect(hides(theirs, [mine, registry])).toBe(
    'This is the repository\'s "github", from /work/.mcp.json. It hides your own (/home/ann/servers.json) and ' +
      "the registry's with the same name, which can't be selected while it exists.",
  );
  expect(hidesOthers(theirs, [registry])).toContain("It hides the registry's with the same name");
  expect(hiddenByRepository(theirs, [mine, theirs])).toEqual([mine]);
  expect(hides(mine, [registry])).toContain('This is your own "github"');
  expect([hidesOthers(mine, [registry]), hides(theirs, [theirs]), hides(mine, [])]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

test('no entry takes the name of a module of ours, whatever source it is from', async () => {
  const modules = new MemorySource('built-in', entryOf('workflow', { owner: 'shipped' }));
  const user = new MemorySource('settings', entryOf('workflow', { launch: stdio('mine') }), entryOf('other'));
  const file = new MemorySource('servers-file', entryOf('workflow', { origin: '/work/servers.json' }));
  const { catalog } = await catalogOver([user, file, modules]);
  expect(catalog.find('workflow')?.source).toBe('built-in');
  expect(catalog.find('other')).toBeDefined();
  expect(catalog.shadowed('workflow')).toEqual([]);
  expect(catalog.problems().map(({ origin, message }) => `${origin}: ${message}`)).toEqual([
    'settings: "workflow" is reserved for a Switchyard module, so this server is ignored. Rename it.',
    '/work/servers.json: "workflow" is reserved for a Switchyard module, so this server is ignored. Rename it.',
  ]);
  file.change([]);
  await expect.poll(() => catalog.problems().length).toBe(1);
});
