import { expect, test } from 'vitest';
import { guardedFolder } from './folderGuard';

test.each(['/', '/home', '/home/ada', '/home/ada/', '/home/ada/Desktop', '/home/ada/Downloads'])(
  'does not record %s',
  folder => expect(guardedFolder(folder, '/home/ada')).toMatch(/too much to record\.$/),
);

test.each(['/home/ada/code', '/home/ada/Desktop/project', '/srv/Desktop', '/home/adam'])(
  'records %s',
  folder => expect(guardedFolder(folder, '/home/ada')).toBeUndefined(),
);
