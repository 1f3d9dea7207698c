import { expect, test } from 'vitest';
import { fileIcon } from './fileIcon';

test('a file looks like what the end of its name says, and like a file where it says nothing', () => {
  const paths = [
    'src/auth.ts',
    'README.md',
    'a/package.json',
    'logo.SVG',
    '.env',
    'Makefile',
    'v1.2/LICENSE',
  ];
  expect(paths.map(fileIcon)).toEqual([
    'file-code',
    'markdown',
    'json',
    'file-media',
    'gear',
    'file',
    'file',
  ]);
});
