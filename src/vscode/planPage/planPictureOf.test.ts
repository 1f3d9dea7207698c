import { expect, test } from 'vitest';
import { plainWording } from '../../../test/support/pictureText';
import { textOfPlanPicture } from '../../../test/support/planPictureText';
import { leaf, type PlanWorld, planWorld, rest } from '../../../test/support/planWorld';
import { MAX_NODES, planPageTellingOf } from '../../shared/planPage/messages';
import { planPictureOf } from './planPictureOf';

/** What the page shows, as text; what does not fit a message is not shown at all. */
function shownBy({ core }: PlanWorld, run: string, node = ''): string {
  const picture = planPictureOf(core, run, node, plainWording);
  expect(planPageTellingOf({ type: 'picture', picture })).toBeDefined();
  return textOfPlanPicture(picture);
}

const tree = (...children: readonly unknown[]) => ({ id: 'p', root: { type: 'sequence', children } });

test('shows the tree of a run as it moves, with what came of each leaf, and what can be done', async () => {
  const world = await planWorld();
  const { core, call } = world;
  const children = [
    leaf('files__read', { id: 'first', input: { path: 'a.txt' } }),
    { type: 'retry', id: 'again', max_attempts: 2, child: leaf('files__slow') },
    leaf('noop'),
  ];
  await call('plan_run_bt', { tree: tree(...children), background: true, run_id: 'r' });
  await rest();
  core.clock.advance(1_500);
  expect(shownBy(world, 'r')).toMatchInlineSnapshot(`
    "Plan run
    play p (running): 
    Status running | Started 12:00 | Calls 2 | Ticks 3 | Outputs ~10 tokens
    33%
    [pausePlan, cancelPlan, showPlanText, savePlan]
     v play sequence (running)
         pass first · files__read · 0 ms (succeeded)
       v play again · retry (running)
    >      play files__slow · since 12:00 (running)
         circle-outline noop (not running)
    # files__slow
    Status running | Tool files__slow | Started 12:00 | Calls 1"
  `);
  expect(shownBy(world, 'r', 'node:1')).toMatch(/# first\n.*Tool files__read.*\n## Input\n/s);
  await call('plan_pause', { run_id: 'r' });
  expect(shownBy(world, 'r')).toContain('[resumePlan, cancelPlan, showPlanText, savePlan]');
});

test('a run that failed opens at what failed, and offers to retry it', async () => {
  const world = await planWorld();
  const root = tree(leaf('files__read'), leaf('files__fail', { id: 'bad' }));
  await world.call('plan_run_bt', { tree: root, run_id: 'r', background: true });
  await rest();
  expect(shownBy(world, 'r')).toMatchInlineSnapshot(`
    "Plan run
    error p (failed): 
    Status failed | Started 12:00 | Duration 0 ms | Calls 2 | Ticks 4 | Outputs ~12 tokens
    [retryPlan, runPlanAgain, showPlanText, savePlan]
    ! error The tool answered with an error.
        bad: tool-error
     v error sequence (failed)
         pass files__read · 0 ms (succeeded)
    >    error bad · files__fail · 0 ms · tool-error (failed)
    # bad
    Status failed | Tool files__fail | Started 12:00 | Duration 0 ms | Calls 1
    ## Error
    tool-error
    ## Output
    No such file: SECRET"
  `);
});

test('a tree of any size fits the page, and a run that is gone says so', async () => {
  const world = await planWorld();
  const many = tree(...Array.from({ length: 3_000 }, () => leaf('noop')));
  await world.call('plan_run_bt', { tree: many, run_id: 'r', background: true });
  await rest();
  expect(shownBy(world, 'r')).toContain('Showing the first 2,000 of 3,001 nodes.');
  expect(planPictureOf(world.core, 'r', '', plainWording).nodes).toHaveLength(MAX_NODES);
  expect(shownBy(world, 'none')).toBe('! warning This run is no longer stored. [closePage]');
});

test('what tools and agents write is data: nothing hidden, nothing longer than a page holds', async () => {
  const world = await planWorld();
  const hostile = `<img src=x onerror=1>\u202E\n${'w'.repeat(50_000)}`;
  const root = { id: 'p', root: leaf('noop', { id: 'a\u200Bb', input: hostile }) };
  await world.call('plan_run_bt', { tree: root, run_id: 'r', background: true });
  await rest();
  const text = shownBy(world, 'r', 'node:0');
  expect(text).toContain('<img src=x onerror=1>\\u{202e}\n');
  expect(text).toContain('Showing 20,000 of 50,023 characters');
  expect(text).not.toMatch(/\u202E|\u200B/);
});
