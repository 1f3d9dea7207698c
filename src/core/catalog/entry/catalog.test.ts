import { expect, test } from 'vitest';
import { entryOf, MemorySource, MemorySwitches, secret, stdio } from '../../../../test/support/catalogWorld';
import { catalogOf, catalogOver } from '../../../../test/support/shippedCatalog';
import { Refusal } from '../../support/refusal';
import type { CatalogChange } from '../catalog';
import type { CatalogEntry } from './entry';
import type { CatalogSource } from './ports';

test('lets the stronger source win and keeps what it hides', async () => {
  const { catalog } = await catalogOver([
    new MemorySource(
      'registry',
      entryOf('github', { origin: 'registry' }),
      entryOf('time', { origin: 'registry' }),
    ),
    new MemorySource('servers-file', entryOf('github', { origin: 'file' })),
    new MemorySource('settings', entryOf('github', { origin: 'settings' })),
    new MemorySource('built-in', entryOf('workflow', { origin: 'built in', launch: { type: 'native' } })),
    new MemorySource('servers-file', entryOf('github', { origin: 'second file' })),
  ]);

  expect(catalog.entries().map(({ id, origin }) => `${id} from ${origin}`)).toEqual([
    'github from settings',
    'workflow from built in',
    'time from registry',
  ]);
  expect(catalog.shadowed('github').map(({ origin }) => origin)).toEqual(['file', 'second file', 'registry']);
  expect(catalog.shadowed('time')).toEqual([]);
});

test('tells what is wrong with the entry that counts, and not with those that it hides', async () => {
  const [files, own] = [new MemorySource('servers-file'), new MemorySource('settings')];
  const { catalog } = await catalogOver([files, own]);
  const problem = { origin: 'file', message: 'A field is not read.', server: 'github' };
  files.change([entryOf('github', { origin: 'file' })], [problem]);
  await settled();
  expect(catalog.problemsOf('github')).toEqual([problem]);
  own.change([entryOf('github', { origin: 'settings' })]);
  await settled();
  expect(catalog.problemsOf('github')).toEqual([]);
  expect(catalog.problems()).toEqual([problem]);
});

test('reads a changed source again, alone, and tells what changed', async () => {
  const file = new MemorySource('servers-file', entryOf('one'), entryOf('two'), entryOf('three'));
  const { catalog } = await catalogOver([file, new MemorySource('settings', entryOf('own'))]);
  const changes: CatalogChange[] = [];
  catalog.onDidChange(change => changes.push(change));

  file.change([entryOf('one'), entryOf('two', { description: 'Another' }), entryOf('four')]);
  await settled();

  expect(changes).toEqual([{ servers: ['two', 'three', 'four'] }]);
  expect(catalog.entries().map(({ id }) => id)).toEqual(['own', 'one', 'two', 'four']);
  const found = catalog.discover('three', 5).matches.map(({ entry }) => String(entry.id));
  expect(found).not.toContain('three');
  expect(catalog.discover('four', 5).matches[0]).toMatchObject({ entry: { id: 'four' } });
});

test('brings the search up to date for what changed, and for nothing else', async () => {
  const read: string[] = [];
  const knownTools = (id: string) => {
    read.push(id);
    return [];
  };
  const file = new MemorySource('servers-file', entryOf('one'), entryOf('two'), entryOf('three'));
  const { catalog } = await catalogOver([file], { knownTools });
  catalog.discover('a first search', 1);
  read.length = 0;

  file.change([entryOf('one'), entryOf('two', { description: 'Another' }), entryOf('four')]);
  await settled();

  catalog.discover('a second search', 1);
  const found = catalog.discover('three', 5).matches.map(({ entry }) => String(entry.id));
  expect(found).not.toContain('three');
  expect(read).toEqual(['two', 'four']);
});

test('shows what was hidden once the stronger entry is gone', async () => {
  const settings = new MemorySource('settings', entryOf('github', { description: 'mine' }));
  const { catalog } = await catalogOver([
    settings,
    new MemorySource('registry', entryOf('github', { description: 'shipped' })),
  ]);

  settings.change([]);
  await settled();

  expect(catalog.find('github')?.description).toBe('shipped');
});

test('keeps the newest of two readings that overtake each other', async () => {
  const answers: ((entries: readonly CatalogEntry[]) => void)[] = [];
  let fire: (() => void) | undefined;
  const slow: CatalogSource = {
    read: async () => {
      const entries = await new Promise<readonly CatalogEntry[]>(resolve => answers.push(resolve));
      return { source: 'settings', entries, problems: [] };
    },
    onDidChange(listener) {
      fire = listener;
      return { dispose: () => undefined };
    },
  };
  const loading = catalogOver([slow]);
  answers[0]?.([entryOf('first')]);
  const { catalog } = await loading;

  fire?.();
  fire?.();
  answers[2]?.([entryOf('newest')]);
  await settled();
  answers[1]?.([entryOf('late')]);
  await settled();

  expect(catalog.entries().map(({ id }) => id)).toEqual(['newest']);
});

test('goes on with the other sources, and with what it knew, when one fails', async () => {
  const file = new MemorySource('servers-file', entryOf('one', { origin: '.switchyard/servers.json' }));
  const { catalog, log } = await catalogOver([file, new MemorySource('settings', entryOf('own'))]);

  file.failure = new Error('disk on fire');
  file.change([]);
  await settled();

  expect(catalog.entries().map(({ id }) => id)).toEqual(['own', 'one']);
  expect(catalog.problems()).toEqual([
    {
      origin: '.switchyard/servers.json',
      message:
        "This source couldn't be read. Its last known servers are still listed. See the log for details.",
    },
  ]);
  expect(log.lines).toEqual(['error A source of the catalog failed']);

  file.failure = undefined;
  file.change([]);
  await settled();
  expect(catalog.problems()).toEqual([]);
});

test('lists the problems of every source', async () => {
  const file = new MemorySource('servers-file');
  const { catalog } = await catalogOver([file]);
  file.change([], [{ origin: 'a.json', message: 'A comma is missing.', line: 3, column: 5 }]);
  await settled();
  expect(catalog.problems()).toEqual([
    { origin: 'a.json', message: 'A comma is missing.', line: 3, column: 5 },
  ]);
});

test('names of a setting that no server has are problems for as long as none has them, and hide nothing', async () => {
  const file = new MemorySource('servers-file', entryOf('github'));
  const named = { origin: 'a.setting', names: () => ['github', 'gitlab'] };
  const { catalog } = await catalogOver([file], { named });
  expect(catalog.problems()).toEqual([
    { origin: 'a.setting', message: 'No server is named "gitlab". Did you mean "github"?', isWarning: true },
  ]);
  expect(() => catalog.require('time')).not.toThrow('Servers may be missing');
  file.change([entryOf('github'), entryOf('gitlab')]);
  await settled();
  expect(catalog.problems()).toEqual([]);
});

test('refuses an unknown name with the nearest ones', async () => {
  const catalog = await catalogOf([entryOf('github'), entryOf('stripe')]);
  expect(() => catalog.require('gitub')).toThrow(
    'There is no server "gitub". Did you mean "github"? Call mcp_discover to search the catalog.',
  );
  expect(() => catalog.require('gi\ntub')).toThrow('There is no server "gi tub".');
  expect(catalog.require('github').id).toBe('github');
});

test.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty', ''])(
  'knows no server called %j',
  async name => {
    const catalog = await catalogOf([entryOf('github')]);
    expect(catalog.find(name)).toBeUndefined();
    expect(catalog.shadowed(name)).toEqual([]);
    expect(() => catalog.require(name)).toThrow(Refusal);
  },
);

test('takes constructor for a name like any other once a server is called so', async () => {
  const catalog = await catalogOf([entryOf('constructor')]);
  expect(catalog.find('constructor')?.id).toBe('constructor');
  expect(catalog.discover('constructor', 1).matches).toMatchObject([{ entry: { id: 'constructor' } }]);
});

test('says how ready an entry is, what it runs on and what it would start', async () => {
  const entry = entryOf('a', { launch: stdio('uvx', ['a', '${workspaceFolder}']), needs: [secret('KEY')] });
  const { catalog, credentials } = await catalogOver([new MemorySource('settings', entry)]);

  expect(catalog.readiness(entry)).toMatchObject({ status: 'missing-credentials', keys: ['KEY'] });
  credentials.set('a', 'KEY', 'v');
  expect(catalog.readiness(entry)).toEqual({ status: 'available' });
  expect(catalog.runtime(entry)).toMatchObject({ status: 'missing', program: 'uvx' });
  expect(await catalog.resolve(entry)).toMatchObject({ args: ['a', '/work'], env: { KEY: 'v' } });
});

test('takes what people switched for more than what an entry says, but for a policy', async () => {
  const switches = new MemorySwitches();
  const entries = [
    entryOf('plain'),
    entryOf('off', { disabledBy: 'workspace' }),
    entryOf('gone', { disabledBy: 'policy' }),
  ];
  const { catalog } = await catalogOver([new MemorySource('settings', ...entries)], { switches });
  const changes: CatalogChange[] = [];
  catalog.onDidChange(change => changes.push(change));

  switches.set('plain', false, 'workspace');
  switches.set('off', true);
  switches.set('gone', true);

  expect(catalog.entries().map(({ disabledBy }) => disabledBy)).toEqual(['workspace', null, 'policy']);
  expect(catalog.readiness(catalog.require('plain'))).toMatchObject({
    message: '"plain" is switched off for this workspace. Only the user can switch it on again.',
  });
  expect(changes.map(({ servers }) => servers)).toEqual([['plain'], ['off'], []]);
  switches.set('plain', undefined);
  expect(catalog.readiness(catalog.require('plain')).status).toBe('available');
});

test('hears nothing more once it is disposed', async () => {
  const file = new MemorySource('servers-file', entryOf('one'));
  const { catalog } = await catalogOver([file]);
  catalog.dispose();
  file.change([]);
  await settled();
  expect(catalog.find('one')).toBeDefined();
});

/** Lets every promise that can be kept be kept. */
function settled(): Promise<void> {
  return new Promise(resolve => setImmediate(resolve));
}
