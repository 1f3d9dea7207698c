import { expect, test } from 'vitest';
import { agentWorld } from '../../../test/support/workflowWorld';
import { unkeptContent } from './unkeptContent';

test('says that a file has no copy, and why, but nothing of a file that was not there', async () => {
  const { begin, start, complete, snapshots } = await agentWorld();
  snapshots.write('old.bin', 'old').write('moved.bin', 'moved');
  snapshots.state = 'partial';
  const task = await start((await begin()).id);
  snapshots.write('new.bin', 'new').remove('old.bin').move('moved.bin', 'there.bin');
  const { completion } = await complete(task.id);
  const { start: first } = task;
  if (first === null) throw new Error('The task has begun.');
  const told = (version: 'before' | 'after') =>
    ['old.bin', 'new.bin', 'moved.bin', 'there.bin', 'other.bin'].filter(
      path => unkeptContent(completion.account, first, path, version) !== undefined,
    );
  expect({ before: told('before'), after: told('after') }).toEqual({
    before: ['old.bin', 'moved.bin'],
    after: ['new.bin', 'there.bin'],
  });
  expect(unkeptContent(completion.account, first, 'old.bin', 'before')).toBe(
    'The content of this file was not stored: It took too long.',
  );
});
