import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { becomeOrdinaryUser, canBeRefused } from './ordinaryUser';
import { accountText, calm, requestOf, SnapshotWorld } from './world';

let at: SnapshotWorld;

beforeAll(becomeOrdinaryUser);
beforeEach(() => {
  at = new SnapshotWorld('repository');
  at.write('a.txt', 'a\n');
  at.write('data/known.txt', 'known\n');
  at.commit('base');
  at.write('data/inner/new.txt', 'new\n');
  at.write('open/b.txt', 'b\n');
});
afterEach(() => {
  at.chmod('data', 0o755);
  at.dispose();
});

const GAP = 'partial data/ could not be read at one of the two moments, so changes in it are not known.';

test.runIf(canBeRefused)(
  'files of a folder that could not be read before are not a task’s, and a restore leaves them',
  async () => {
    at.chmod('data', 0);
    const start = await at.take();
    expect([start.state, start.roots[0]?.partial]).toEqual([
      'partial',
      "These folders can't be read: data/.",
    ]);
    at.chmod('data', 0o755);
    at.write('data/known.txt', 'changed\n');
    at.write('open/b.txt', 'changed\n');
    const end = await at.take();
    expect(accountText(await at.account(start, end))).toEqual([
      'own modified open/b.txt +1 -1',
      'touched open/b.txt',
      GAP,
    ]);
    const plan = await at.snapshots.planRestore(requestOf(start, end), null, calm);
    await at.snapshots.applyRestore(plan, new Map(), calm);
    expect([at.read('data/known.txt'), at.read('data/inner/new.txt'), at.read('open/b.txt')]).toEqual([
      'changed\n',
      'new\n',
      'b\n',
    ]);
  },
);

test.runIf(canBeRefused)(
  'files of a folder that cannot be read after a task are not told as deleted',
  async () => {
    const start = await at.take();
    at.write('open/b.txt', 'changed\n');
    at.chmod('data', 0);
    const end = await at.take();
    expect(accountText(await at.account(start, end))).toEqual([
      'own modified open/b.txt +1 -1',
      'touched open/b.txt',
      GAP,
    ]);
    const both = await at.take();
    expect(accountText(await at.account(end, both))).toEqual([]);
    at.chmod('data', 0o755);
    at.remove('data/inner');
    expect(accountText(await at.account(both, await at.take()))).toEqual([GAP]);
  },
);

test.runIf(canBeRefused)('however many folders cannot be read, all of them are left alone', async () => {
  const names = Array.from({ length: 200 }, (_, i) => `theirs/${String(i).padStart(100, 'x')}`);
  for (const name of names) at.write(`${name}/new.txt`, 'new\n');
  for (const name of names) at.chmod(name, 0);
  const start = await at.take();
  for (const name of names) at.chmod(name, 0o755);
  const account = await at.account(start, await at.take());
  expect(account.own).toEqual([]);
});
