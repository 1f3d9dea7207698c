import { expect, test } from 'vitest';
import { commandWorld } from '../../../test/support/commandWorld';
import { plainWording, textOfRow } from '../../../test/support/pictureText';
import type { Task } from '../../core/workflow/model/state';
import { headingOf } from '../taskPage/heading';
import { taskRow } from './taskRows';

test('a task of another machine says whose it is, on its row and its page', async () => {
  const { core, start } = await commandWorld();
  const task = await start();
  const [workflow] = core.workflows.all();
  if (workflow === undefined || task.start === null) throw new Error('Nothing was recorded.');
  const of = (who: { disk?: string; by?: string }): Task => ({
    ...task,
    start: task.start && { ...task.start, ...who },
  });
  const mark = (who: { disk?: string; by?: string }, disk?: string) =>
    taskRow(
      { task: of(who), level: 1, milestones: [], isToReview: false, isStartable: false, disk },
      plainWording,
    ).mark;
  expect(mark({ disk: 'theirs', by: 'ben' }, 'mine')).toEqual({
    icon: 'organization',
    title: 'Team: ben, on another machine',
  });
  expect(mark({ disk: 'theirs' }, 'mine')?.title).toBe('Team: on another machine');
  expect([mark({ disk: 'mine', by: 'ann' }, 'mine'), mark({}, 'mine'), mark({ disk: 'theirs' })]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  const facts = { task: of({ by: 'ben' }), workflow, siblings: [task], milestones: [] };
  expect(headingOf(facts, plainWording).facts).toContainEqual({ label: 'Recorded by', text: 'ben' });
  const row = taskRow(
    {
      task: of({ disk: 'theirs', by: 'ben' }),
      level: 1,
      milestones: [],
      isToReview: false,
      isStartable: false,
      disk: 'mine',
    },
    plainWording,
  );
  expect(textOfRow(row)).toContain('organization');
});
