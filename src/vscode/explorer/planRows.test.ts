import { AROUND } from '../../../test/support/aroundExplorer';
import { expect, test } from 'vitest';
import { plainWording, textOfPicture } from '../../../test/support/pictureText';
import { leaf, planWorld, rest } from '../../../test/support/planWorld';
import { pictureOf } from './pictureOf';

test('runs of plans stand below the chats, those that run first, with how far they are', async () => {
  const { core, call } = await planWorld();
  const drawn = () => textOfPicture(pictureOf(core, 'sessions', '', AROUND, plainWording));
  const tree = (id: string, ...children: readonly unknown[]) => ({
    id,
    root: { type: 'sequence', children },
  });
  await call('plan_run_bt', { tree: tree('ended', leaf('noop')), background: true });
  await call('plan_run_bt', { tree: tree('failed', leaf('files__fail')), background: true });
  await call('plan_run_bt', {
    tree: tree('slow', leaf('noop'), leaf('files__slow')),
    background: true,
    run_id: 's',
  });
  await rest();
  expect(drawn()).toMatchInlineSnapshot(`
    "v comment-discussion Chat anna · 2 servers · 5 tools · ~81 tokens [deactivateAll]
        plug files · turned on by the agent · 12:00 · 5 tools · ~81 [chooseTools, deactivateServer]
        plug plans · turned on by the agent · 12:00 [chooseTools, deactivateServer]
        lock orchestrator, workflow, introspection · core
    v layers Plan Runs · Running: 1
        play slow · running · 12:00 50% [pausePlan, cancelPlan, managePlans]
        error failed · failed · 12:00 [retryPlan, managePlans]
        pass ended · done · 12:00 [managePlans]
    Tools: 5 / 48
    Tokens: ~81 / 16k"
  `);
  await call('plan_pause', { run_id: 's' });
  expect(drawn()).toContain('paused');
});
