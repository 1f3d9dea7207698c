import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Instant } from '../../core/support/clock';
import { tripleKey } from './triple';
import { TripleStore } from './tripleStore';

const name = (number: number) => ({ subject: `s${number}`, predicate: 'is', object: 'o' });

test('gives each triple once, the one that was said last first, whatever was said again, forgotten or saved', () => {
  const step = fc.record({ number: fc.nat(8), verb: fc.constantFrom('say', 'say', 'forget', 'restart') });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 300 }), steps => {
      let store = new TripleStore();
      const said = new Set<string>();
      for (const [at, { number, verb }] of steps.entries()) {
        const key = tripleKey(name(number));
        if (verb === 'restart') {
          store = TripleStore.load(
            JSON.parse(JSON.stringify(store.save())) as Parameters<typeof TripleStore.load>[0],
          );
          continue;
        }
        said.delete(key);
        if (verb === 'forget') store.remove(name(number));
        else {
          store.put({ ...name(number), source: null, confidence: 1 }, at as Instant);
          said.add(key);
        }
      }
      expect([...store.newestFirst()].map(tripleKey)).toEqual([...said].toReversed());
    }),
  );
});
