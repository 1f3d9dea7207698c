import { expect, test } from 'vitest';
import { isWithin } from './insideFolder';

test.each([
  // Drives and their letters.
  ['C:\\work\\a.txt', 'C:\\work', true],
  ['c:\\Work\\A.txt', 'C:\\work', true],
  ['C:/work/a.txt', 'C:\\work', true],
  ['C:\\work', 'C:\\work\\', true],
  ['D:\\work\\a.txt', 'C:\\work', false],
  ['C:\\work2\\a.txt', 'C:\\work', false],
  ['C:\\work\\..\\other', 'C:\\work', false],
  ['C:\\work\\..a\\b', 'C:\\work', true],
  ['C:\\', 'C:\\work', false],
  ['C:\\work', 'C:\\', true],
  // Shares.
  ['\\\\server\\share\\work\\a', '\\\\SERVER\\Share\\work', true],
  ['\\\\server\\other\\work\\a', '\\\\server\\share\\work', false],
  ['\\\\other\\share\\work\\a', '\\\\server\\share\\work', false],
  ['C:\\share\\work\\a', '\\\\server\\share\\work', false],
  // Paths of any length.
  ['\\\\?\\C:\\work\\a.txt', 'C:\\work', true],
  ['C:\\work\\a.txt', '\\\\?\\c:\\work', true],
  ['\\\\?\\UNC\\server\\share\\work\\a', '\\\\server\\share\\work', true],
  ['\\\\?\\D:\\work\\a.txt', 'C:\\work', false],
  ['\\\\.\\C:\\work\\a.txt', 'C:\\work', true],
])('Windows: %s in %s: %s', (path, folder, expected) => {
  expect(isWithin(path, folder, 'win32')).toBe(expected);
});

test.each([
  ['/home/ann/work/a', '/home/ann/work', 'linux', true],
  ['/home/ann/Work/a', '/home/ann/work', 'linux', false],
  ['/Users/ann/Work/a', '/Users/ann/work', 'darwin', true],
  ['/home/ann/work2', '/home/ann/work', 'linux', false],
  ['/home/ann/work/..a', '/home/ann/work', 'linux', true],
  // A backslash is a letter there.
  ['/home/ann/work\\..\\x', '/home/ann', 'linux', true],
] as const)('elsewhere: %s in %s on %s: %s', (path, folder, platform, expected) => {
  expect(isWithin(path, folder, platform)).toBe(expected);
});
