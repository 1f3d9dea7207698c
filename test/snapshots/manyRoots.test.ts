import { cpSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { calm, oneFile, requestOf } from './world';

test('an account says which repositories are not recorded where there are too many', async () => {
  const at = oneFile();
  onTestFinished(() => at.dispose());
  at.git('init', '-q', 'r10');
  for (let i = 11; i < 75; i += 1) cpSync(at.path('r10'), at.path(`r${i}`), { recursive: true });
  const snapshots = at.open({ timeBudgetMs: 300_000 });
  const start = await snapshots.take(calm);
  at.write('r74/new.txt', 'x\n');
  at.write('a.txt', 'b\n');
  const account = await snapshots.account(requestOf(start, await snapshots.take(calm)), calm);
  expect([start.state, account.own.map(({ path }) => path)]).toEqual(['partial', ['a.txt']]);
  expect(account.partial).toBe('There are more than 64 repositories, so these are not recorded: r73, r74.');
});
