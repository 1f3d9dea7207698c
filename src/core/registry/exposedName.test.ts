import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { serverId } from '../../shared/ids';
import { exposedName } from './exposedName';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const id = (text: string) => serverId(text) ?? expect.fail(`${text} is no server id`);
const name = (server: string, tool: string) => exposedName(id(server), tool, sha256);

test('keeps a name that fits as it is', () => {
  expect(name('filesystem', 'read_text_file')).toBe('filesystem__read_text_file');
  expect(name('github', 'create-issue')).toBe('github__create-issue');
});

test('cuts a long name to 46 characters and keeps it apart from its neighbours', () => {
  const long = 'list_organisation_repository_security_alerts';
  expect(name('github', `${long}_a`)).toHaveLength(46);
  expect(name('github', `${long}_a`)).not.toBe(name('github', `${long}_b`));
});

test('replaces characters that hosts refuse', () => {
  expect(name('wiki', 'page.get/v2')).toMatch(/^wiki__page_get_v2_[0-9a-f]{8}$/);
});

test('starts with a letter or an underscore, as Gemini wants it', () => {
  expect(name('21st', 'build')).toBe('_21st__build');
  expect(name('4'.repeat(30), 'x'.repeat(40))).toMatch(/^_4{30}__x+_[0-9a-f]{8}$/);
});

test('gives two different tools of any two servers two different names', () => {
  const server = fc.stringMatching(/^[a-z0-9][a-z0-9_-]{0,31}$/).filter(text => serverId(text) !== undefined);
  const tool = fc.oneof(
    fc.stringMatching(/^[A-Za-z0-9_-]{1,60}$/),
    fc.string({ minLength: 1, maxLength: 40 }),
  );
  fc.assert(
    fc.property(server, tool, server, tool, (server1, tool1, server2, tool2) => {
      fc.pre(server1 !== server2 || tool1 !== tool2);
      expect(name(server1, tool1)).not.toBe(name(server2, tool2));
      expect(name(server1, tool1)).toMatch(/^[A-Za-z_][A-Za-z0-9_-]{0,45}$/);
    }),
    { numRuns: 2_000 },
  );
});
