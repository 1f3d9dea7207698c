import { expect, test } from 'vitest';
import { idOf } from '../../../test/support/catalogWorld';
import { flagCalls } from './flagCalls';
import { PersonAtClient } from './personAtClient';

const request = {
  server: idOf('files'),
  tool: 'write',
  exposedName: 'files__write',
  arguments: '{}',
  mayAllowChat: true,
};

test.each([
  ['none', 'unasked'],
  ['all', 'once'],
  [['files'], 'once'],
  [['files__write'], 'once'],
  [['web', 'files__read'], 'unasked'],
] as const)('with %j answers %s', async (approvals, answer) => {
  const calls = flagCalls({ callApprovals: approvals, asksAboutCalls: true }, new PersonAtClient());
  expect(await calls.ask(request, new AbortController().signal)).toBe(answer);
});

test('says which flag lets a call through', () => {
  const calls = flagCalls({ callApprovals: 'none', asksAboutCalls: true }, new PersonAtClient());
  expect(calls.adviceAfterNo(request, 'unasked')).toContain(
    'start switchyard with --approve-calls files__write, or files for all its tools.',
  );
});
