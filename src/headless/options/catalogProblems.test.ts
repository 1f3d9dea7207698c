import { expect, test } from 'vitest';
import { entryOf, MemorySource } from '../../../test/support/catalogWorld';
import { KeptLog } from '../../../test/support/keptLog';
import { catalogOver } from '../../../test/support/shippedCatalog';
import { tellProblems, tellUnknown } from './catalogProblems';

test('tells each problem once while it lasts, and again when it comes back', async () => {
  const source = new MemorySource('servers-file', entryOf('github'));
  const { catalog } = await catalogOver([source]);
  const log = new KeptLog();
  const told = tellProblems(catalog, log);
  const comma = { origin: 'f', message: 'A comma is missing.', line: 1, column: 2 };
  const brace = { origin: 'f', message: 'A brace is missing.', line: 9, column: 1 };

  const changes = [[comma], [comma, brace], [brace], [], [comma]];
  for (const problems of changes) await changed(source, problems);
  told.dispose();
  await changed(source, [brace]);

  expect(log.lines).toEqual([
    'warn f:1:2: A comma is missing.',
    'warn f:9:1: A brace is missing.',
    'warn f:1:2: A comma is missing.',
  ]);

  async function changed(of: MemorySource, problems: readonly (typeof comma)[]): Promise<void> {
    const heard = new Promise<void>(resolve => {
      const heardOnce = catalog.onDidChange(() => {
        heardOnce.dispose();
        resolve();
      });
    });
    of.change([entryOf('github')], problems);
    await heard;
  }
});

test('warns of names on the command line that no server has, and offers near ones', async () => {
  const { catalog } = await catalogOver([new MemorySource('servers-file', entryOf('github'))]);
  const log = new KeptLog();
  tellUnknown({ flag: '--approve', names: ['github', 'gitub', '__proto__'] }, catalog, log);
  expect(log.lines).toEqual([
    'warn --approve: no server is called "gitub". Did you mean "github"?',
    'warn --approve: no server is called "__proto__".',
  ]);
});
