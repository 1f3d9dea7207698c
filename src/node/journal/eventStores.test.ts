import { describe, expect, test } from 'vitest';
import { counting } from '../../../test/support/counting';
import { journalBackends, openCountingAt } from '../../../test/support/journalBackends';
import { countedRow } from '../../../test/support/journalOnDisk';
import { postgresForFile } from '../../../test/support/postgresForFile';
import type { EventRow } from '../../core/journal/eventStore';

const add = (name: string, by = 1) => ({ add: [{ name, by }] });

describe.each(journalBackends(postgresForFile()).filter(({ isThere }) => isThere))('in $name', backend => {
  test('gives back events as they were appended, with and without their origin', async () => {
    const store = await backend.store(await backend.place());
    const full: EventRow = {
      ...countedRow(1),
      run_id: 'r',
      op_id: 'o',
      job_id: 'j',
      graph_id: 'g',
      node_id: 'n',
      child_id: 'c',
      level: 'warn',
    };
    const { session: _, ...bare } = countedRow(2, 'ünï\u0000code \ud83d\ude80');

    await store.transact('full', transaction => {
      transaction.append(full);
      transaction.append(bare);
    });

    expect(await store.eventsAfter(0, 10)).toEqual([full, bare]);
    expect(await store.eventsAfter(0, 1)).toEqual([full]);
    expect(await store.replayAfter(1, 10)).toEqual([
      { seq: 2, ts: bare.ts, stream: 'counting', v: 1, payload: bare.payload },
    ]);
  });

  test('keeps nothing of a transaction whose work throws', async () => {
    const store = await backend.store(await backend.place());

    await expect(
      store.transact('normal', transaction => {
        transaction.append(countedRow(1));
        throw new Error('changed my mind');
      }),
    ).rejects.toThrow('changed my mind');

    expect(await store.eventsAfter(0, 10)).toEqual([]);
  });

  test('lets two journals of one place see and follow each other', async () => {
    const place = await backend.place();
    const [one, two] = [await openCountingAt(backend, place), await openCountingAt(backend, place)];

    const told = new Promise(resolve => {
      const stop = setInterval(() => {
        if (two.heard.length < 20) return;
        clearInterval(stop);
        resolve(undefined);
      }, 5);
    });
    for (let i = 0; i < 20; i++) await one.journal.commit(counting, add('a'));
    await told;

    expect(two.sums()).toEqual({ a: 20 });
    expect(two.heard.map(event => event.seq)).toEqual(one.heard.map(event => event.seq));
    await Promise.all(
      Array.from({ length: 30 }, (_, i) => (i % 2 === 0 ? one : two).journal.commit(counting, add('b'))),
    );
    await one.journal.catchUp();
    await two.journal.catchUp();
    expect([one.sums(), two.sums()]).toEqual([
      { a: 20, b: 30 },
      { a: 20, b: 30 },
    ]);
  });

  test('decides anew on what another process was faster to write, whatever the first try came to', async () => {
    const place = await backend.place();
    const [one, two] = [await openCountingAt(backend, place), await openCountingAt(backend, place)];

    await one.journal.commit(counting, add('a', 3));
    await two.journal.commit(counting, add('a', -3));
    await expect(one.journal.commit(counting, add('a', -1))).rejects.toThrow('would fall to -1');
    await one.journal.commit(counting, { add: [...add('a', 4).add, ...add('b', 1).add] });
    await two.journal.commit(counting, { add: [...add('a', 1).add, ...add('b', 1).add] });
    await one.journal.commit(counting, { add: [] });
    expect(one.sums()).toEqual({ a: 5, b: 2 });
    await one.journal.commit(counting, add('b', 9));

    expect(one.heard.map(event => event.seq)).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(two.heard.map(event => event.seq)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(one.sums()).toEqual({ a: 5, b: 11 });
  });

  test('records in one order what many callers of two programs wait for at once, and nothing that was refused', async () => {
    const place = await backend.place();
    const both = [await openCountingAt(backend, place), await openCountingAt(backend, place)] as const;
    const recorded: string[] = [];
    for (let round = 0; round < 8; round++) {
      const told = await Promise.allSettled(
        Array.from({ length: 40 }, async (_, i) => {
          // Each token once, and more that takes away than there is.
          const wish = { add: [...add(`${round}/${i}`).add, ...add('left', i % 3 === 0 ? 2 : -2).add] };
          await both[i % 2 === 0 ? 0 : 1].journal.commit(counting, wish);
          recorded.push(`${round}/${i}`);
        }),
      );
      expect(told.filter(({ status }) => status === 'rejected').length).toBeGreaterThan(0);
    }
    for (const { journal } of both) await journal.catchUp();

    const rows = await (await backend.store(place)).eventsAfter(0, 10_000);
    const facts = rows.map(({ payload }) => JSON.parse(payload) as { name: string; by: number });
    const names = facts.map(({ name }) => name);
    let left = 0;
    for (const { name, by } of facts) {
      left += name === 'left' ? by : 0;
      expect(left).toBeGreaterThanOrEqual(0);
    }
    expect(rows.map(({ seq }) => seq)).toEqual(rows.map((_, i) => i + 1));
    expect(names.filter(name => name !== 'left').toSorted()).toEqual(recorded.toSorted());
    const fresh = await openCountingAt(backend, place);
    for (const { sums, heard } of both) {
      expect(sums()).toEqual(fresh.sums());
      expect(heard.map(({ seq }) => seq)).toEqual(rows.map(({ seq }) => seq));
    }
  });

  test('leaves gaps in a tight loop, so that timers run', async () => {
    const { journal } = await openCountingAt(backend, await backend.place());
    let ticked = false;
    setTimeout(() => {
      ticked = true;
    }, 1);

    // Without gaps it would go on until the test's time is over.
    while (!ticked) await journal.commit(counting, add('a'));

    expect(ticked).toBe(true);
  });

  test('cuts no event that the saved state of its own stream does not know', async () => {
    const store = await backend.store(await backend.place());
    const rows = ['a', 'a', 'b', 'b'].map((stream, i) => ({ ...countedRow(i + 1), stream }));
    await store.transact('full', transaction => rows.forEach(row => transaction.append(row)));
    const state = (stream: string, seq: number) => ({ stream, seq, version: 1, state: '{}' });
    await store.saveStates([state('a', 1), state('b', 3)]);

    await store.trim(new Set(['a', 'b']), 0, () => null);
    expect((await store.eventsAfter(0, 10)).map(({ seq }) => seq)).toEqual([2, 4]);
  });

  test('keeps the newest state of each stream', async () => {
    const store = await backend.store(await backend.place());
    const state = (stream: string, seq: number) => ({ stream, seq, version: 1, state: `"${stream}${seq}"` });
    for (const saved of [state('a', 10), state('b', 20), state('a', 30), state('b', 5)])
      await store.saveStates([saved]);

    const shown: unknown[] = [];
    await store.readStates(saved => shown.push(saved) > 0);
    expect(shown).toEqual([state('a', 30), state('b', 20)]);
    expect(await store.compacted(new Set(['a', 'b']))).toEqual({ seq: 20, isDone: false });
    expect(await store.compacted(new Set(['a', 'c']))).toMatchObject({ seq: 0 });
  });
});
