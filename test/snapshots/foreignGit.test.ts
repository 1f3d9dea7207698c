import { chmodSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { becomeOrdinaryUser, canBeRefused } from './ordinaryUser';
import { accountText, calm, oneFile, requestOf, type SnapshotWorld } from './world';

let at: SnapshotWorld;

beforeAll(becomeOrdinaryUser);
beforeEach(() => {
  at = oneFile();
});
afterEach(() => {
  for (const [, close] of CLOSED) close(0o755);
  at.dispose();
});

function objects(mode: number): void {
  const folder = at.path('.git/objects');
  for (let i = 0; i < 256; i += 1)
    mkdirSync(join(folder, i.toString(16).padStart(2, '0')), { recursive: true });
  for (const name of readdirSync(folder)) chmodSync(join(folder, name), mode);
}

const CLOSED: readonly (readonly [string, (mode: number) => void])[] = [
  ['folders of objects', objects],
  ['folder of refs', mode => at.chmod('.git/refs', mode)],
  ['index', mode => at.chmod('.git/index', mode === 0o755 ? mode : 0)],
];

test.runIf(canBeRefused).each(CLOSED)(
  'a task is recorded and put back where the %s belongs to somebody else, as after sudo git',
  async (_what, close) => {
    for (const when of ['before', 'meanwhile']) {
      at.write('a.txt', 'a\n');
      if (when === 'before') close(0o555);
      const start = await at.take();
      if (when === 'meanwhile') close(0o555);
      at.write('a.txt', `changed ${when}\n`);
      const end = await at.take();
      expect(accountText(await at.account(start, end))).toContain('own modified a.txt +1 -1');
      const plan = await at.snapshots.planRestore(requestOf(start, end), null, calm);
      await at.snapshots.applyRestore(plan, new Map(), calm);
      expect(at.read('a.txt')).toBe('a\n');
      close(0o755);
    }
  },
);
