import { writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { onOwnDisk } from './ownDisk';

test.runIf(process.platform === 'linux')('says that the disk is full and what to do', async () => {
  await expect(onOwnDisk(() => writeFile('/dev/full', 'x'))).rejects.toMatchObject({
    code: 'journal-full',
    message:
      'The disk is full, so nothing was recorded. Free some space, then try again. What was recorded before is safe.',
  });
});

test('says what else the disk answered, and leaves bugs alone', async () => {
  await expect(onOwnDisk(() => writeFile('.', 'x'))).rejects.toMatchObject({
    code: 'journal-io',
    message: expect.stringContaining('The disk answered EISDIR where the records of this workspace are kept'),
  });
  const bug = new TypeError('a bug');
  await expect(onOwnDisk(() => Promise.reject(bug))).rejects.toBe(bug);
});
