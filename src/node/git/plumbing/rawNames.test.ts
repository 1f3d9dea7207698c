import fc from 'fast-check';
import { expect, test } from 'vitest';
import { diskName, rawName, readableName } from './rawNames';

const raw = (...bytes: readonly number[]): string => Buffer.from(bytes).toString('latin1');

test('leaves a name in UTF-8 as it is', () => {
  expect(readableName(rawName('dir/é "odd" 日本.txt'))).toBe('dir/é "odd" 日本.txt');
  expect(diskName(rawName('é'))).toBe('é');
});

test('tells a byte that is no UTF-8 by its digits', () => {
  expect(readableName(raw(0x63, 0xe9, 0x2e, 0x74))).toBe('c�E9.t');
  expect(readableName(raw(0xff))).not.toBe(readableName(raw(0xfe)));
  expect(diskName(raw(0xff))).toEqual(Buffer.from([0xff]));
});

test('does not take a � that is really in a name for such a byte', () => {
  expect(readableName(Buffer.from('�').toString('latin1'))).toBe('�EF�BF�BD');
  expect(readableName(Buffer.from('�E9').toString('latin1'))).not.toBe(readableName(raw(0xe9)));
});

test('leads back from every readable name to the bytes', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 12 }), bytes => {
      const name = Buffer.from(bytes).toString('latin1');
      expect(rawName(readableName(name))).toBe(name);
    }),
  );
});
