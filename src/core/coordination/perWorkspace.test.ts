import { expect, test } from 'vitest';
import { type Counted, counting } from '../../../test/support/counting';
import { KeptLog } from '../../../test/support/keptLog';
import { MemoryEventStore, MemoryLog } from '../../../test/support/memoryEventStore';
import { StoppedClock } from '../../../test/support/stoppedClock';
import { Bus } from '../journal/bus';
import type { AnyDomain } from '../journal/slot';
import { LiveJournal } from '../journal/liveJournal';
import type { Instant } from '../support/clock';
import { commitOnce, onceOf, onceOnly, readShared } from './once';
import { perWorkspace } from './perWorkspace';

const before = onceOnly(counting);
const domain = perWorkspace(before);

async function opened(log: MemoryLog, domains: readonly AnyDomain[] = [domain]) {
  const lines = new KeptLog();
  const store = new MemoryEventStore(log);
  return await LiveJournal.open({
    domains,
    store,
    clock: new StoppedClock(),
    bus: new Bus(lines),
    log: lines,
  });
}

/** A program of a workspace. */
async function program(log: MemoryLog, workspace: string) {
  const journal = await opened(log);
  const door = { journal, domain, workspace };
  const add = async (by: number, key?: string) => {
    const once = key === undefined ? undefined : onceOf('count', key, { by }, text => text);
    const wish = { add: [{ name: 'a', by }] };
    return await commitOnce(door, once === undefined ? { wish } : { wish, once });
  };
  const sum = () => readShared(door, counting.create).sums.get('a') ?? 0;
  return { journal, add, sum };
}

/** What a version before this one recorded. */
async function older(log: MemoryLog): Promise<void> {
  const journal = await opened(log, [before]);
  await journal.commit(before, { wish: { add: [{ name: 'a', by: 5 }] } });
}

test('keeps the parts of two workspaces in one journal apart, and their requests too', async () => {
  const log = new MemoryLog();
  const [one, other] = [await program(log, '/one'), await program(log, '/other')];
  await one.add(2, 'k');
  expect(await other.add(2, 'k')).toMatchObject({ isReplay: false });
  await expect(other.add(-3)).rejects.toThrow('would fall to -1');
  await one.journal.freshen();
  expect([one.sum(), other.sum()]).toEqual([2, 2]);
  expect(await one.add(2, 'k')).toMatchObject({
    isReplay: true,
    facts: [{ by: 2 } satisfies Partial<Counted>],
  });
  const again = await program(log, '/one');
  expect(again.sum()).toBe(2);
});

test('shows to all what an older version left, until one workspace changes something: then it is its own', async () => {
  const log = new MemoryLog();
  await older(log);
  const [one, other] = [await program(log, '/one'), await program(log, '/other')];
  expect([one.sum(), other.sum()]).toEqual([5, 5]);
  await one.add(1);
  await other.journal.freshen();
  expect([one.sum(), other.sum()]).toEqual([6, 0]);
  await other.add(3);
  expect([(await program(log, '/one')).sum(), (await program(log, '/other')).sum()]).toEqual([6, 3]);
});

test('reads what an older version saved, and saves the parts of all', async () => {
  const log = new MemoryLog();
  await older(log);
  const saved = before.save((await opened(log, [before])).read(before));
  const upgraded = domain.load(JSON.parse(JSON.stringify(domain.upgrade?.(saved, 1))));
  expect(upgraded).toMatchObject({ unclaimed: { inner: { sums: new Map([['a', 5]]) } } });
  for (const workspace of ['/one', '/other'])
    domain.evolve(upgraded, { type: 'counted', name: 'a', by: 1, workspace }, 0 as Instant);
  const loaded = domain.load(JSON.parse(JSON.stringify(domain.save(upgraded))));
  expect(loaded).toEqual(upgraded);
  expect([...loaded.own].map(([workspace, { inner }]) => [workspace, inner.sums.get('a')])).toEqual([
    ['/one', 6],
    ['/other', 1],
  ]);
});
