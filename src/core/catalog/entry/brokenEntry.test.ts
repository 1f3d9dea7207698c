import { expect, test } from 'vitest';
import { entryOf, MemorySource } from '../../../../test/support/catalogWorld';
import { catalogOver } from '../../../../test/support/shippedCatalog';
import { Refusal } from '../../support/refusal';
import type { CatalogProblem } from './entry';

const ORIGIN = '/work/.switchyard/servers.json';

/** What asking for a name gives where a file has these problems: the refusal's code and words, or the entry's source. */
async function asking(name: string, ...problems: readonly Omit<CatalogProblem, 'origin'>[]): Promise<string> {
  const file = new MemorySource('servers-file', entryOf('good'));
  file.change(
    [entryOf('good')],
    problems.map(problem => ({ origin: ORIGIN, ...problem })),
  );
  const { catalog } = await catalogOver([file, new MemorySource('registry', entryOf('memory'))]);
  try {
    return catalog.require(name).source;
  } catch (error) {
    if (!Refusal.is(error)) throw error;
    return `${error.code}: ${error.message}`;
  }
}

const NO_COMMAND = { message: '"bad": it has no command.', line: 3, column: 5, server: 'bad' };
const UNREAD = {
  message: '"bad": "arg" is not read.',
  line: 4,
  column: 7,
  server: 'bad',
  isWarning: true,
} as const;
const TORN = { message: 'Syntax error.', line: 9, column: 1 };

test('an entry that cannot be used is refused with what is wrong with it and where', async () => {
  expect(await asking('bad', NO_COMMAND, UNREAD)).toBe(
    'broken-entry: "bad" can\'t be used because its entry is invalid. ' +
      `${ORIGIN}:3:5: "bad": it has no command. ${ORIGIN}:4:7: "bad": "arg" is not read. ` +
      'Call mcp_activate again once it is fixed: the file is reloaded immediately.',
  );
  const many = Array.from({ length: 5 }, () => NO_COMMAND);
  expect(await asking('bad', ...many)).toContain('it has no command. 2 more: call mcp_environment.');
});

test('an unknown name is told which files could not be read, and nothing of entries of other names', async () => {
  expect(await asking('gone', NO_COMMAND, TORN)).toBe(
    `unknown-server: There is no server "gone". Servers may be missing here: ${ORIGIN}:9:1: Syntax error. ` +
      'Call mcp_discover to search the catalog.',
  );
  expect(await asking('gone', NO_COMMAND, { ...TORN, isWarning: true })).not.toContain(ORIGIN);
  expect(await asking('bad', UNREAD)).toMatch(/^unknown-server/);
});

test('what can be used is used, whatever else is wrong', async () => {
  expect(await asking('good', NO_COMMAND, TORN, { ...NO_COMMAND, server: 'good' })).toBe('servers-file');
  expect(await asking('memory', { ...NO_COMMAND, server: 'memory' })).toBe('registry');
});
