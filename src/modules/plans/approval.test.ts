import { expect, test } from 'vitest';
import type { PlanRequest } from '../../core/gateway/calls/callApproval';
import { entryOf } from '../../../test/support/catalogWorld';
import { leaf, planWorld, soon } from '../../../test/support/planWorld';

const tree = {
  id: 'p',
  root: { type: 'sequence', children: [leaf('files__write'), leaf('files__write'), leaf('files__read')] },
};

async function asking(answer: readonly string[] | 'no' | 'closed') {
  const asked: PlanRequest[] = [];
  const world = await planWorld({
    entries: [entryOf('files', { requireApproval: 'auto' })],
    askPlan: async request => {
      asked.push(request);
      return answer;
    },
  });
  return { ...world, asked };
}

test('a person is asked once about all tools of a plan, and those they allow run without another question', async () => {
  const { core, call, asked } = await asking(['files__write', 'files__read']);
  const { result } = await soon(core, call('plan_run_bt', { tree }));
  expect(result).toMatchObject({ status: 'success', calls: 3 });
  expect(asked).toMatchObject([
    {
      plan: 'p',
      tools: [
        { server: 'files', tool: 'write', exposedName: 'files__write', leaves: 2 },
        { tool: 'read', leaves: 1 },
      ],
    },
  ]);
  expect(core.askedCalls).toEqual([]);
  // It holds for that run alone.
  await soon(core, call('plan_run_bt', { tree }));
  expect(asked).toHaveLength(2);
});

test('tools that the person did not tick ask at each call', async () => {
  const { core, call } = await asking(['files__read']);
  core.person.answerCall = async () => 'once';
  const { result } = await soon(core, call('plan_run_bt', { tree }));
  expect(result).toMatchObject({ status: 'success' });
  expect(core.askedCalls.map(({ tool }) => tool)).toEqual(['write', 'write']);
});

test.each(['no', 'closed'] as const)('nothing runs where the answer is %s', async answer => {
  const { core, call, calls } = await asking(answer);
  const { isError, result } = await soon(core, call('plan_run_bt', { tree }));
  expect([isError, result['error']]).toEqual([true, 'call-rejected']);
  expect(calls.filter(name => name.includes('write'))).toEqual([]);
  expect(core.plans.all()).toEqual([]);
});

test('a call that the person refuses in the middle fails its leaf by that name', async () => {
  const { core, call } = await asking(['files__read']);
  core.person.answerCall = async () => 'no';
  const { result } = await soon(core, call('plan_run_bt', { tree }));
  expect(result).toMatchObject({
    status: 'failure',
    failure: { code: 'call-rejected', leaf: 'files__write' },
  });
});

test('a server that is switched off in the middle fails the leaves that need it', async () => {
  const { core, call, slow } = await planWorld();
  const running = call('plan_run_bt', {
    tree: {
      id: 'p',
      root: { type: 'sequence', children: [leaf('files__slow'), leaf('files__read', { id: 'after' })] },
    },
  });
  await soon(core, Promise.resolve());
  await new Promise(resolve => setImmediate(resolve));
  const [session] = core.gateway.sessions();
  await core.gateway.deactivateFor(session!, 'files');
  const { result } = await soon(core, running);
  expect(result).toMatchObject({ status: 'failure' });
  expect(slow.waiting).toEqual(['slow']);
});
