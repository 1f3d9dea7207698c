import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isModestJson } from './jsonShape';

/** Depth and number of members of a parsed value, counted the slow way. */
function shapeOf(value: unknown): { depth: number; members: number } {
  if (typeof value !== 'object' || value === null) return { depth: 0, members: 0 };
  const parts = Object.values(value).map(shapeOf);
  return {
    depth: 1 + Math.max(0, ...parts.map(part => part.depth)),
    members: Math.max(0, parts.length - 1) + parts.reduce((sum, part) => sum + part.members, 0),
  };
}

const isModest = (text: string): boolean => isModestJson(Buffer.from(text));

test('lets all JSON through that is shallow and small, whatever its strings hold', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 12 }), fc.boolean(), (value, isSpaced) => {
      expect(isModest(JSON.stringify(value, null, isSpaced ? 2 : 0))).toBe(true);
    }),
  );
  fc.assert(
    fc.property(fc.array(fc.constantFrom('"', '\\', ',', '[', '{', 'é', '\u2028')), parts => {
      expect(isModest(JSON.stringify([parts.join('').repeat(50)]))).toBe(true);
    }),
  );
});

test('judges depth and members as a parser would count them', () => {
  const nested = fc
    .integer({ min: 50, max: 80 })
    .map(depth => '[{"a":'.repeat(depth / 2) + '1' + '}]'.repeat(depth / 2));
  const wide = fc.integer({ min: 19_990, max: 20_010 }).map(count => JSON.stringify(Array(count).fill(0)));
  fc.assert(
    fc.property(fc.oneof(nested, wide), text => {
      const { depth, members } = shapeOf(JSON.parse(text));
      expect(isModest(text)).toBe(depth <= 64 && members <= 20_000);
    }),
  );
});

test('looks at text that no parser would take without failing', () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ maxLength: 200 }),
      bytes => typeof isModestJson(Buffer.from(bytes)) === 'boolean',
    ),
  );
});
