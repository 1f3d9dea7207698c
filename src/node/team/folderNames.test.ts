import { expect, test } from 'vitest';
import { folderNames } from './folderNames';

const names = folderNames('/home/ann/work/shop', '/home/ann/.state/shop');

test.each([
  ['/home/ann/work/shop', ''],
  ['/home/ann/work/shop/packages/ui', 'packages/ui'],
  ['/home/ann/work/shop/..odd', '..odd'],
  ['/home/ann/work', '..'],
  ['/home/ann', '../..'],
])('%s has a name that says nothing of the machine, and is found by it', (folder, name) => {
  expect(names.shared(folder)).toBe(name);
  expect(names.here(name)).toBe(folder);
});

test('what is neither in the workspace folder nor holds it is named by that folder', () => {
  expect(names.shared('/home/ann/elsewhere')).toBe('');
});

test.each([
  '/home/ann/work/shop',
  '/etc',
  '../elsewhere',
  'packages/../../../bob',
  '../../../../..',
  'a//b',
  '.',
])('nobody reaches a folder by the name %s', name => {
  expect(names.here(name)).toBeUndefined();
});

test('words keep no path of the machine', () => {
  const words =
    "fatal: '/home/ann/work/shop/.git/index' and /home/ann/work/shop2, /home/ann/.gitconfig, /home/ann/.state/shop/a: broken.";
  expect(names.told(words)).toBe(
    "fatal: './.git/index' and ../shop2, ../../.gitconfig, the state folder/a: broken.",
  );
  expect(names.told('The disk is full.')).toBe('The disk is full.');
});
