import { expect, test } from 'vitest';
import { isSafePath } from './safePath';

test.each(['a.txt', 'dir/ünï.txt', '.gitignore', '.github/x', 'git~x', '...', 'a.git/x', '--output=x', ' '])(
  'takes %j for a path inside the folder',
  path => expect(isSafePath(path)).toBe(true),
);

test.each([
  '',
  '/etc/passwd',
  '../x',
  'a/../../x',
  'a//b',
  './a',
  '.git/hooks/x',
  'sub/.GIT/config',
  '.git./x',
  '.git /x',
  'git~1/x',
  '.g\u200cit/x',
  '.git::$INDEX_ALLOCATION/x',
  'a\\..\\b',
  'a\0b',
])('refuses %j', path => expect(isSafePath(path)).toBe(false));
