import { expect, test } from 'vitest';
import { agentWorld } from '../../../../test/support/workflowWorld';
import { ReviewWalk } from './reviewWalk';

test('goes from one waiting task to the next and round again, also when one was reviewed meanwhile', async () => {
  const { begin, start, complete, workflows } = await agentWorld();
  const { id } = await begin();
  for (const name of ['a', 'b', 'c']) {
    await complete((await start(id, { name })).id, { needsReview: true });
  }
  const walk = new ReviewWalk();
  const next = () => walk.next(workflows.reviewQueue())?.name;
  expect([next(), next(), next(), next(), next()]).toEqual(['a', 'b', 'c', 'a', 'b']);
  await workflows.review(workflows.reviewQueue()[1]?.id ?? '', 'approved', []);
  expect([next(), next(), next()]).toEqual(['c', 'a', 'c']);
  for (const task of workflows.reviewQueue()) await workflows.review(task.id, 'approved', []);
  expect(next()).toBeUndefined();
});
