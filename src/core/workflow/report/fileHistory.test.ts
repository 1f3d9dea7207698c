import { expect, test } from 'vitest';
import { agentWorld, ben } from '../../../../test/support/workflowWorld';
import { type FileEdit, fileEdits, fileHistory } from './fileHistory';

/** A tracker, and what it says of the history of a file. */
async function world() {
  const made = await agentWorld();
  const { id } = await made.begin();
  const { workflows } = made;
  const historyOf = (path: string) =>
    fileHistory(
      workflows.all().flatMap(each => workflows.tasks(each.id)),
      path,
    );
  const told = (path: string) =>
    historyOf(path).map(({ task, change, isShared }) =>
      [task.name, change.status, change.path, ...(isShared ? ['shared'] : [])].join(' '),
    );
  const edits = (path: string) =>
    fileEdits(historyOf(path), ({ id: task }) => workflows.intervals(task)).map(shown);
  return { ...made, id, historyOf, told, edits };
}

const shown = ({ task, before, after }: FileEdit): string =>
  `${task.name}: ${[before, after]
    .map(({ snapshot, paths, mayBeAbsent }) => `${snapshot.id} ${paths.join()}${mayBeAbsent ? '?' : ''}`)
    .join(' > ')}`;

test('a file has the tasks that changed it, the newest first, and is followed to its earlier name', async () => {
  const { id, start, complete, snapshots, told, edits } = await world();
  const write = await start(id, { name: 'Write' });
  snapshots.write('a.ts').write('other.ts');
  await complete(write.id);
  const other = await start(id, { name: 'Other' });
  snapshots.write('other.ts');
  await complete(other.id);
  const move = await start(id, { name: 'Move' });
  snapshots.move('a.ts', 'b.ts');
  await complete(move.id);
  const runs = await start(id, { name: 'Runs' });
  snapshots.write('b.ts');
  expect(told('b.ts')).toEqual(['Move renamed b.ts', 'Write added a.ts']);
  expect(edits('b.ts')).toEqual([
    'Write: snapshot-1 a.ts? > snapshot-2 a.ts',
    'Move: snapshot-5 a.ts > snapshot-6 b.ts',
  ]);
  await complete(runs.id);
  expect(told('b.ts')).toHaveLength(3);
  expect(told('a.ts')).toEqual(['Write added a.ts']);
  expect(told('nothing.ts')).toEqual([]);
});

test('of tasks that ran together, only the stretches count in which one alone can have written the file', async () => {
  const { id, start, complete, snapshots, told, edits } = await world();
  const first = await start(id, { name: 'First' });
  snapshots.write('alone.ts').write('both.ts');
  const second = await start(id, { name: 'Second' }, ben);
  snapshots.write('both.ts');
  await complete(second.id, {}, ben);
  snapshots.write('both.ts');
  await complete(first.id);
  expect(told('both.ts')).toEqual(['First added both.ts shared', 'Second modified both.ts shared']);
  expect(edits('both.ts')).toEqual([
    'First: snapshot-1 both.ts? > snapshot-2 both.ts',
    'First: snapshot-3 both.ts > snapshot-4 both.ts',
  ]);
  // Nobody else changed it: it may be absent in between.
  expect(edits('alone.ts')).toEqual([
    'First: snapshot-1 alone.ts? > snapshot-2 alone.ts?',
    'First: snapshot-3 alone.ts? > snapshot-4 alone.ts',
  ]);
});

test('areas tell tasks that ran together apart', async () => {
  const { id, start, complete, snapshots, edits } = await world();
  const api = await start(id, { name: 'Api', areas: ['api'] });
  const web = await start(id, { name: 'Web', areas: ['web'] }, ben);
  snapshots.write('api/a.ts').write('web/a.ts');
  await complete(web.id, {}, ben);
  await complete(api.id);
  expect(edits('api/a.ts')).toEqual(['Api: snapshot-1 api/a.ts? > snapshot-4 api/a.ts']);
  expect(edits('web/a.ts')).toEqual(['Web: snapshot-2 web/a.ts? > snapshot-3 web/a.ts']);
});

test('a task in which Git may have brought lines of others is in the history, and says nothing of lines', async () => {
  const { id, start, complete, snapshots, told, edits } = await world();
  const imported = [{ path: 'other.ts', status: 'modified' as const }];
  const play = async (name: string, head: string, says: typeof snapshots.accountSays) => {
    const { id: task } = await start(id, { name });
    snapshots.write('a.ts');
    snapshots.head = head;
    snapshots.accountSays = says;
    await complete(task);
  };
  await play('Unknown', 'abc123', { unknown: 'Nothing is known.' });
  await play('Branched', 'abc123', { history: 'switched' });
  await play('Committed', 'def456', {});
  await play('Merged', 'ffffff', { history: 'merged' });
  await play('Picked', '000000', { imported });
  expect(told('a.ts').map(words => words.split(' ')[0])).toEqual([
    'Picked',
    'Merged',
    'Committed',
    'Branched',
    'Unknown',
  ]);
  // A new branch at the same commit brings nothing.
  expect(edits('a.ts').map(words => words.split(':')[0])).toEqual(['Branched', 'Committed']);
});
