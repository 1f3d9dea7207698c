import { expect, test } from 'vitest';
import { idOf } from '../../../test/support/catalogWorld';
import { flagCalls } from './flagCalls';
import { sessionId } from '../../shared/ids';
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

const plan = {
  plan: 'release',
  tools: [
    { server: idOf('files'), tool: 'write', exposedName: 'files__write', leaves: 2 },
    { server: idOf('web'), tool: 'post', exposedName: 'web__post', leaves: 1 },
  ],
};

test.each([
  ['allows all', { action: 'accept', content: {} }, ['files__write', 'web__post']],
  ['clears one', { action: 'accept', content: { tool_0: false, tool_1: true } }, ['web__post']],
  ['says no', { action: 'decline' }, 'no'],
  ['leaves', { action: 'cancel' }, 'closed'],
] as const)(
  'a person at a client who %s about a plan is taken at their word',
  async (_what, said, answer) => {
    const asked: unknown[] = [];
    const client = {
      session: sessionId('anna'),
      ask: async (_method: string, params: unknown) => {
        asked.push(params);
        return { ...said };
      },
      tell: () => undefined,
    };
    const calls = flagCalls({ callApprovals: 'none', asksAboutCalls: true }, new PersonAtClient());
    expect(await calls.askPlan?.({ ...plan, client }, new AbortController().signal)).toEqual(answer);
    expect(asked).toMatchObject([
      {
        requestedSchema: {
          properties: {
            tool_0: { type: 'boolean', title: 'write of files, called by 2 leaves' },
            tool_1: {},
          },
        },
      },
    ]);
  },
);

test('nobody is asked about tools of a plan that flags allow, nor where nobody is to be asked', async () => {
  const { signal } = new AbortController();
  const person = new PersonAtClient();
  const all = flagCalls({ callApprovals: 'all', asksAboutCalls: true }, person);
  const never = flagCalls({ callApprovals: 'none', asksAboutCalls: false }, person);
  expect([await all.askPlan?.(plan, signal), await never.askPlan?.(plan, signal)]).toEqual([[], []]);
});
