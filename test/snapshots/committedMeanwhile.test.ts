import { afterEach, expect, test } from 'vitest';
import { accountText, oneFile, type SnapshotWorld } from './world';

let world: SnapshotWorld | undefined;
afterEach(() => world?.dispose());

test.each<[string, (at: SnapshotWorld) => void]>([
  ['commits', at => at.commit('meanwhile')],
  ['amends', at => at.git('commit', '-q', '-a', '--amend', '-m', 'meanwhile')],
  [
    'commits on a new branch',
    at => {
      at.git('checkout', '-q', '-b', 'meanwhile');
      at.commit('meanwhile');
    },
  ],
])('takes nothing for lost where somebody %s what the task wrote while it ends', async (_, meanwhile) => {
  const at = (world = oneFile());
  at.write('a.txt', 'of the user\n');
  const start = await at.take();
  at.write('a.txt', 'of the task\n');
  const end = await at.take();
  meanwhile(at);
  expect(accountText(await at.account(start, end))).toEqual(['own modified a.txt +1 -1', 'touched a.txt']);
});

test('still says what is lost where the task fetched a file from a branch that moved on meanwhile', async () => {
  const at = (world = oneFile());
  at.git('checkout', '-q', '-b', 'topic');
  at.write('a.txt', 'of the topic\n');
  at.commit('topic');
  at.git('checkout', '-q', 'main');
  at.write('a.txt', 'of the user\n');
  const start = await at.take();
  at.git('checkout', '-q', 'topic', '--', 'a.txt');
  const end = await at.take();
  at.git('stash', '-q');
  at.git('checkout', '-q', 'topic');
  at.write('a.txt', 'later\n');
  at.commit('later');
  expect(accountText(await at.account(start, end))).toContain('destroyed a.txt');
});
