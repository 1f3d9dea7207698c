import { afterEach, expect, test } from 'vitest';
import { agentWorld } from '../support/workflowWorld';
import { calm, SnapshotWorld } from './world';

let world: SnapshotWorld | undefined;
afterEach(() => world?.dispose());

/** A tracker over a real repository, and work that commits what it did where that is asked. */
async function repository() {
  const at = new SnapshotWorld('repository');
  world = at;
  at.write('a.txt', 'a0\n');
  at.write('b.txt', 'b0\n');
  at.commit('base');
  const made = await agentWorld({ snapshots: at.snapshots as never });
  const { id } = await made.begin();
  const work = async (name: string, change: () => void): Promise<string> => {
    const task = await made.start(id, { name });
    change();
    await made.complete(task.id);
    return task.id;
  };
  const { workflows } = made;
  const plan = (task: string) => workflows.planRestorePoint(task, false, calm);
  return { ...made, at, work, plan };
}

test("goes back over commits and new files of several tasks at once, keeps a person's own, and comes forward again", async () => {
  const { at, work, plan, workflows, undo } = await repository();
  const first = await work('first', () => {
    at.write('a.txt', 'a1\n');
    at.commit('by the first');
  });
  at.write('own.txt', 'mine\n');
  const second = await work('second', () => {
    at.write('a.txt', 'a2\n');
    at.remove('b.txt');
    at.write('new.txt', 'new\n');
  });
  const made = await plan(first);
  expect(made.steps.map(({ action, path }) => `${action} ${path}`).sort((a, b) => (a < b ? -1 : 1))).toEqual([
    'delete new.txt',
    'write a.txt',
    'write b.txt',
  ]);
  await workflows.applyRestore(made.id, new Map(), calm);
  expect([at.read('a.txt'), at.read('b.txt'), at.read('own.txt')]).toEqual(['a0\n', 'b0\n', 'mine\n']);
  expect(() => at.read('new.txt')).toThrow('ENOENT');
  expect([first, second].map(id => workflows.task(id).status)).toEqual(['reverted', 'reverted']);
  await undo(second);
  expect([at.read('a.txt'), at.read('new.txt'), at.read('own.txt')]).toEqual(['a2\n', 'new\n', 'mine\n']);
  expect(() => at.read('b.txt')).toThrow('ENOENT');
});

test('what a person wrote into a file between two tasks is not lost without a word', async () => {
  const { at, work, plan, workflows } = await repository();
  const first = await work('first', () => at.write('a.txt', 'a1\n'));
  at.write('a.txt', 'a1\nmine\n');
  await work('second', () => at.write('a.txt', 'a2\nmine\n'));
  const made = await plan(first);
  expect(made.steps).toMatchObject([
    { path: 'a.txt', action: 'conflict', reason: 'Something else changed it between these tasks.' },
  ]);
  await expect(workflows.applyRestore(made.id, new Map(), calm)).rejects.toMatchObject({
    code: 'conflicts-open',
  });
  expect(at.read('a.txt')).toBe('a2\nmine\n');
});

test.skipIf(process.platform === 'win32')(
  'what a person made executable between two tasks does not lose that without a word',
  async () => {
    const { at, work, plan, workflows } = await repository();
    const first = await work('first', () => at.write('a.txt', 'a1\n'));
    at.chmod('a.txt', 0o755);
    await work('second', () => at.write('b.txt', 'b2\n'));
    const made = await plan(first);
    expect(made.steps.find(({ path }) => path === 'a.txt')).toMatchObject({
      action: 'conflict',
      reason: 'Something else changed it between these tasks.',
    });
    await workflows.applyRestore(made.id, new Map([['a.txt', 'mine']]), calm);
    expect([at.disk().get('a.txt'), at.read('b.txt')]).toEqual(['+x a1\n', 'b0\n']);
  },
);
