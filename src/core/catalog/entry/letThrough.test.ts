import { expect, test } from 'vitest';
import { letsThrough } from './letThrough';

const allowed = (...allowedTools: readonly string[]) => ({ allowedTools });

test('offers the tools that are allowed, all where none is named, and never an excluded one', () => {
  expect(letsThrough(allowed(), 'read')).toBe(true);
  expect(letsThrough(allowed('read'), 'read')).toBe(true);
  expect(letsThrough(allowed('read'), 'write')).toBe(false);
  expect(letsThrough({ allowedTools: ['read'], excludedTools: ['read'] }, 'read')).toBe(false);
});

test.each([
  ['navigate_*', 'navigate_page', true],
  ['navigate_*', 'navigate_', true],
  ['navigate_*', 'renavigate_page', false],
  ['*_page', 'new_page', true],
  ['*_page', 'page', false],
  ['get_*_by_*', 'get_user_by_id', true],
  ['get_*_by_*', 'get_user', false],
  ['*', 'anything', true],
  ['a*a', 'a', false],
  ['a.c*', 'abcd', false],
])('a "*" in %j stands for any part: %j is %j', (name, tool, isOffered) => {
  expect(letsThrough(allowed(name), tool)).toBe(isOffered);
  expect(letsThrough({ allowedTools: [], excludedTools: [name] }, tool)).toBe(!isOffered);
});
