import { expect, test } from 'vitest';
import { plainRemote } from './repositoryId';

test.each([
  'https://example.com/team/work.git',
  'https://ann:secret@EXAMPLE.com/team/work',
  'git@example.com:team/work.git',
  'ssh://git@example.com:2222/team/work.git/',
  'git+ssh://example.com/team/work',
])('%s is one place', remote => {
  expect(plainRemote(remote)).toBe('example.com/team/work');
});

test('a path of this machine says nothing', () => {
  expect([plainRemote('/home/ann/work'), plainRemote('../work'), plainRemote('')]).toEqual(['', '', '']);
});
