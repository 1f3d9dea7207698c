import { expect, test } from 'vitest';
import { AROUND } from '../../../test/support/aroundExplorer';
import { commandWorld } from '../../../test/support/commandWorld';
import { plainWording, textOfPicture } from '../../../test/support/pictureText';
import { headingOf } from '../taskPage/heading';
import { pictureOf } from './pictureOf';

test('after a person asked for changes, row and page say so, until they approve', async () => {
  const { core, run, start, complete } = await commandWorld();
  const { id } = await start();
  await complete(id, true);
  const row = () =>
    /^.*JWT.*$/m.exec(textOfPicture(pictureOf(core, 'workflows', '', AROUND, plainWording)))?.[0];
  const page = () => {
    const task = core.workflows.task(id);
    const [workflow] = core.workflows.all();
    if (workflow === undefined) throw new Error('There is no workflow.');
    const { icon, facts } = headingOf({ task, workflow, siblings: [task], milestones: [] }, plainWording);
    return [icon, facts[0]?.text];
  };
  expect(row()).toMatch(/eye JWT .*Review/);
  expect(page()).toEqual(['eye', 'needs review']);
  await run('markReviewed', id, 'Request Changes', 'Use the new API');
  expect(row()).toMatch(/comment JWT/);
  expect(row()).not.toMatch(/Review/);
  expect(page()).toEqual(['comment', 'changes requested']);
  await run('markReviewed', id, 'Approve', '');
  expect(page()).toEqual(['pass', 'done']);
});
