import fc from 'fast-check';
import { expect, test } from 'vitest';
import { serverId } from '../../shared/ids';
import { deepLinkOf } from './deepLink';

const TASK = '0190b3a8-5c1e-4d2f-9a3b-0c1d2e3f4a5b';

test('reads the address of a task and of a server', () => {
  expect(deepLinkOf(`/task/${TASK}`)).toEqual({ kind: 'task', id: TASK });
  expect(deepLinkOf('/server/github')).toEqual({ kind: 'server', id: 'github' });
});

test('reads nothing else', () => {
  const others = ['', '/', '/task', '/task/', `/task/${TASK}/delete`, `/task/../${TASK}`, `/tasks/${TASK}`];
  const odd = ['/server/a__b', '/server/..', '/server/a b', `/task/${TASK.toUpperCase()}`, `x/task/${TASK}`];
  const hidden = ['/server/a\n', '/server/\u202egithub', `/task/${TASK}\0`, `/workflow/${TASK}`];
  expect([...others, ...odd, ...hidden].map(deepLinkOf)).toEqual(
    [...others, ...odd, ...hidden].map(() => undefined),
  );
});

test('makes of any text nothing, or an id in exactly the form that we give', () => {
  const pieces = fc.constantFrom(
    '/',
    'task',
    'server',
    TASK,
    'github',
    '..',
    '%2e',
    '\\',
    '?',
    '#',
    '\u202e',
  );
  const paths = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 80 }),
    fc.array(pieces).map(parts => parts.join('')),
    fc.string({ unit: 'binary', maxLength: 80 }).map(id => `/server/${id}`),
  );
  fc.assert(
    fc.property(paths, path => {
      const link = deepLinkOf(path);
      if (link === undefined) return;
      expect(path).toBe(`/${link.kind}/${link.id}`);
      expect(link.kind === 'task' ? link.id : serverId(link.id)).toMatch(/^[\w-]{1,36}$/);
    }),
    { numRuns: 300 },
  );
});
