import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Instant } from '../../core/support/clock';
import type { Entry } from './entry';
import { Expiries } from '../../core/coordination/expiries';
import { VersionLog } from './versionLog';

const step = fc.oneof(
  { weight: 3, arbitrary: fc.constant({ does: 'push' as const }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('spoil' as const), which: fc.nat() }) },
  { weight: 1, arbitrary: fc.constant({ does: 'take' as const }) },
);

test('a log says the same as a list from which what is stale was taken out', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 600, size: 'max' }), fc.nat(300), (steps, from) => {
      const stale = new Set<number>();
      const log = new VersionLog<{ version: number }>(({ version }) => !stale.has(version));
      let list: number[] = [];
      let last = 0;
      for (const each of steps) {
        if (each.does === 'push') {
          list.push((last += 1));
          log.push({ version: last });
        } else if (each.does === 'take') {
          const oldest = list.shift();
          expect(log.takeOldest()?.version).toBe(oldest);
        } else if (list.length > 0) {
          const version = list[each.which % list.length] ?? 0;
          list = list.filter(other => other !== version);
          stale.add(version);
          log.becameStale();
        }
        expect(log.size).toBe(list.length);
      }
      const versions = (items: Iterable<{ version: number }>) => Array.from(items, ({ version }) => version);
      expect(versions(log.after(from))).toEqual(list.filter(version => version > from));
      expect(versions(log.newestFirst(from))).toEqual(list.filter(version => version < from).toReversed());
    }),
    { numRuns: 100 },
  );
});

test('what is over is found as by looking at everything, whatever was replaced', () => {
  const change = fc.record({ key: fc.nat(80), end: fc.option(fc.nat(100)) });
  fc.assert(
    fc.property(fc.array(change, { maxLength: 500, size: 'max' }), fc.nat(100), (changes, now) => {
      const entries = new Map<number, Entry>();
      const expiries = new Expiries<Entry>(
        ({ key, version }) => entries.get(Number(key))?.version === version,
      );
      for (const [version, { key, end }] of changes.entries()) {
        const old = entries.get(key);
        const entry = { key: String(key), version, expiresAt: end as Instant | null } as Entry;
        entries.set(key, entry);
        if (old) expiries.becameStale(old);
        expiries.add(entry);
      }
      const ends = [...entries.values()].flatMap(({ expiresAt }) => expiresAt ?? []);
      expect(expiries.earliest).toBe(ends.length === 0 ? undefined : Math.min(...ends));
      const due = [...entries.values()]
        .filter(({ expiresAt }) => expiresAt !== null && expiresAt <= now)
        .sort((a, b) => Number(a.expiresAt) - Number(b.expiresAt) || a.version - b.version);
      expect(expiries.dueAt(now as Instant, Infinity)).toEqual(due);
      expect(expiries.dueAt(now as Instant, 3)).toHaveLength(Math.min(3, due.length));
    }),
    { numRuns: 100 },
  );
});
