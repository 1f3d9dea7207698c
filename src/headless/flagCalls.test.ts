import { expect, test } from 'vitest';
import { idOf } from '../../test/support/catalogWorld';
import { flagCalls } from './flagCalls';

const request = {
  server: idOf('files'),
  tool: 'write',
  exposedName: 'files__write',
  arguments: '{}',
  mayAllowChat: true,
};

test.each([
  ['none', 'no'],
  ['all', 'once'],
  [['files'], 'once'],
  [['files__write'], 'once'],
  [['web', 'files__read'], 'no'],
] as const)('with %j answers %s', async (approvals, answer) => {
  expect(await flagCalls(approvals).ask(request, new AbortController().signal)).toBe(answer);
});

test('says which flag lets a call through', () => {
  expect(flagCalls('none').adviceAfterNo(request)).toContain(
    'start switchyard with --approve-calls files__write, or files for all its tools.',
  );
});
