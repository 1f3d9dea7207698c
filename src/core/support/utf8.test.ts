import fc from 'fast-check';
import { expect, test } from 'vitest';
import { utf8Bytes, utf8Prefix } from './utf8';

/** A text's code points: what a cut must not go through. */
const characters = (text: string): readonly string[] => Array.from(text);

const anyText = fc.string({ unit: 'binary' });

test('counts the bytes that the text takes', () => {
  fc.assert(
    fc.property(anyText, text => {
      expect(utf8Bytes(text)).toBe(Buffer.byteLength(text));
    }),
  );
});

test('cuts at a border of characters, and as late as it may', () => {
  fc.assert(
    fc.property(anyText, fc.nat(60), (text, maxBytes) => {
      const prefix = utf8Prefix(text, maxBytes);
      const next = characters(text.slice(prefix.length))[0] ?? '';
      expect(text.startsWith(prefix)).toBe(true);
      expect([...characters(prefix), ...characters(text.slice(prefix.length))]).toEqual(characters(text));
      expect(Buffer.byteLength(prefix)).toBeLessThanOrEqual(maxBytes);
      expect(prefix === text || Buffer.byteLength(prefix + next) > maxBytes).toBe(true);
    }),
  );
});
