import { expect, test } from 'vitest';
import { testCore } from '../../../test/support/testCore';

const by = (session?: string) => ({ origin: session === undefined ? {} : { session } });

test('of a key, the newest change comes first, each with the session that made it, and no other key is among them', async () => {
  const { blackboard } = await testCore();
  await blackboard.set({ key: 'plan:a', value: 1, tags: [] }, by('anna'));
  await blackboard.set({ key: 'plan:b', value: 9, tags: [] }, by('ben'));
  await blackboard.set({ key: 'plan:a', value: 2, tags: [] }, by('ben'));
  await blackboard.delete({ key: 'plan:a' }, by());
  await blackboard.set({ key: 'plan:a', value: 3, tags: [] }, by('anna'));
  const { entry, changes, isWhole } = await blackboard.historyOf('plan:a');
  expect(entry).toMatchObject({ value: 3, version: 5 });
  expect(isWhole).toBe(true);
  expect(
    changes.map(({ version, kind, session, entry: set }) => [version, kind, session, set?.value]),
  ).toEqual([
    [5, 'set', 'anna', 3],
    [4, 'delete', undefined, undefined],
    [3, 'set', 'ben', 2],
    [1, 'set', 'anna', 1],
  ]);
  expect(await blackboard.historyOf('plan:c')).toEqual({ entry: undefined, changes: [], isWhole: true });
});
