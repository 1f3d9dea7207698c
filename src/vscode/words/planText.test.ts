import { expect, test } from 'vitest';
import { leaf, planWorld, rest } from '../../../test/support/planWorld';
import { plainWording } from '../../../test/support/pictureText';
import { planText } from './planText';

test('a run is read as text: its state, the tree with what each leaf came to, the outputs', async () => {
  const { core, call } = await planWorld();
  const tree = {
    id: 'release',
    root: {
      type: 'sequence',
      children: [
        leaf('files__read', { id: 'first\u202e' }),
        { type: 'retry', id: 'again', max_attempts: 2, child: leaf('files__slow') },
        leaf('noop'),
      ],
    },
  };
  await call('plan_run_bt', { tree, background: true });
  await rest();
  core.clock.advance(1_500);
  const [run] = core.plans.all();
  expect(planText(run!, core.clock.now(), plainWording).split('\n')).toEqual([
    'Plan "release": running.',
    'Ticks: 3, calls: 2, time: 1.5 s',
    '',
    '▶ sequence – running',
    '  ✔ first\\u{202e} (files__read) – succeeded (0 ms)',
    '  ▶ again (retry) – running',
    '    ▶ files__slow – running (1.5 s)',
    '  ○ noop',
    '',
    'Outputs',
    '',
    '— first\\u{202e}',
    JSON.stringify({ tool: 'read', input: {} }, null, 2).split('\n')[0],
    ...JSON.stringify({ tool: 'read', input: {} }, null, 2).split('\n').slice(1),
    '',
  ]);
});
