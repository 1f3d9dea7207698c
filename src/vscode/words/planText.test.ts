import { expect, test } from 'vitest';
import { leaf, planWorld, rest } from '../../../test/support/planWorld';
import { planText } from './planText';

const t = (text: string, ...parts: readonly unknown[]): string =>
  text.replaceAll(/\{(\d)\}/g, (_all, i: string) => String(parts[Number(i)]));

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
  expect(planText(run!, core.clock.now(), { t }).split('\n')).toEqual([
    'Plan "release": running.',
    'Ticks: 3, calls: 2, time: 1.5 s',
    '',
    '▶ sequence',
    '  ✔ first\\u{202e} files__read  0 ms',
    '  ▶ again (retry)',
    '    ▶ files__slow  1.5 s',
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
