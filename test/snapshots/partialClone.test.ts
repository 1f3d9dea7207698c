import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { accountText, calm, requestOf, SnapshotWorld } from './world';

let world: SnapshotWorld | undefined;
afterEach(() => world?.dispose());

/** A clone that has the contents of `in` only, of a server that is away. */
function clone(): SnapshotWorld {
  const at = (world = new SnapshotWorld('repository'));
  const server = join(at.base, 'server');
  for (const folder of ['in', 'out']) {
    mkdirSync(join(server, folder), { recursive: true });
    for (const name of ['a', 'b']) writeFileSync(join(server, folder, name), `${folder} ${name}\n`);
  }
  at.gitIn(server, 'init', '-q', '-b', 'main');
  at.gitIn(server, 'config', 'uploadpack.allowFilter', 'true');
  at.gitIn(server, 'add', '-A');
  at.gitIn(server, 'commit', '-q', '-m', 'base');
  rmSync(at.folder, { recursive: true });
  at.gitIn(at.base, 'clone', '-q', '--filter=blob:none', '--sparse', `file://${server}`, at.folder);
  at.git('sparse-checkout', 'set', 'in');
  renameSync(server, `${server}.away`);
  return at;
}

test('restores in a partial clone all but the file whose content only the server has', async () => {
  const at = clone();
  const start = await at.take();
  at.write('in/a', 'changed\n');
  at.write('in/new', 'new\n');
  at.write('out/a', 'changed\n');
  const end = await at.take();
  const account = await at.account(start, end);
  expect(accountText(account)).toEqual([
    'own added in/new',
    'own modified in/a',
    'own modified out/a',
    "partial The contents of these files from before the task aren't on this machine, so they can't be restored, and no lines are counted: out/a.",
  ]);
  const plan = await at.snapshots.planRestore(requestOf(start, end), null, calm);
  expect(plan.steps).toEqual([
    { path: 'in/a', action: 'write' },
    { path: 'in/new', action: 'delete' },
    {
      path: 'out/a',
      action: 'impossible',
      reason: 'Its content before the task is not on this machine.',
    },
  ]);
  await at.snapshots.applyRestore(plan, new Map(), calm);
  expect([at.read('in/a'), at.read('out/a'), at.disk().has('in/new')]).toEqual([
    'in a\n',
    'changed\n',
    false,
  ]);
});
