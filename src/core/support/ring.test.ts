import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Numbered, Ring } from './ring';

test('keeps the newest in order, and says what went', () => {
  const ring = new Ring<Numbered>(3);
  const gone = [2, 3, 5, 8].map(seq => ring.push({ seq })?.seq);
  expect(gone).toEqual([undefined, undefined, undefined, 2]);
  expect([...ring.after(0)]).toEqual([{ seq: 3 }, { seq: 5 }, { seq: 8 }]);
  expect({ dropped: ring.droppedSeq, last: ring.lastSeq, size: ring.size }).toEqual({
    dropped: 2,
    last: 8,
    size: 3,
  });
});

test('gives from any number what an array would', () => {
  const gaps = fc.array(fc.integer({ min: 1, max: 5 }), { maxLength: 60 });
  fc.assert(
    fc.property(gaps, fc.integer({ min: 1, max: 12 }), fc.nat(200), (steps, most, from) => {
      const ring = new Ring<Numbered>(most);
      const all: Numbered[] = [];
      let seq = 0;
      for (const step of steps) {
        seq += step;
        all.push({ seq });
        ring.push({ seq });
      }
      expect([...ring.after(from)]).toEqual(all.slice(-most).filter(row => row.seq > from));
    }),
  );
});
