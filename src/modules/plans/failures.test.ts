import { expect, test } from 'vitest';
import { leaf, planWorld, soon } from '../../../test/support/planWorld';

test.each([
  [
    'condition',
    { type: 'condition', id: 'ok', condition_key: 'approved' },
    'did not hold: look at "approved"',
  ],
  [
    'guard',
    { type: 'guard', id: 'ok', condition_key: 'approved', child: leaf('noop') },
    'did not hold: look at "approved"',
  ],
  ['inverter', { type: 'inverter', id: 'ok', child: leaf('noop') }, 'failed by itself'],
  [
    'timeout',
    { type: 'timeout', id: 'ok', timeout_ms: 5, child: leaf('wait', { input: { duration_ms: 60 } }) },
    'ran out',
  ],
])(
  'a run that fails at a %s says so, and blames no leaf that another made up for',
  async (type, node, words) => {
    const { core, call } = await planWorld();
    const tried = { type: 'selector', children: [leaf('abort', { id: 'tried' }), leaf('noop')] };
    const { result } = await soon(
      core,
      call('plan_run_bt', { tree: { id: 'p', root: { type: 'sequence', children: [tried, node] } } }),
    );
    expect(result).toMatchObject({ status: 'failure', failure: { code: 'E-PLAN-FAILED', leaf: 'ok' } });
    const { message } = result['failure'] as { readonly message: string };
    expect(message).toContain(`${type} "ok" `);
    expect(message).toContain(words);
  },
);
