import { chmodSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { accountText, calm, oneFile, requestOf, type SnapshotWorld } from './world';

let world: SnapshotWorld | undefined;
afterEach(() => world?.dispose());

test.skipIf(process.platform === 'win32')(
  'refuses a snapshot where the disk of the repository is full, so that it is taken once there is room',
  async () => {
    const at = (world = oneFile());
    const git = join(at.base, 'git-that-may-be-full');
    const full = join(at.base, 'full');
    const answer = 'fatal: unable to write loose object file: No space left on device';
    writeFileSync(
      git,
      `#!/bin/sh\ncase "$*" in *update-index*) if [ -e '${full}' ]; then echo '${answer}' >&2; exit 128; fi;; esac\nexec git "$@"\n`,
    );
    chmodSync(git, 0o755);
    const window = at.open({ gitBinary: git });
    const start = await window.take(calm);
    at.write('a.txt', 'changed\n');
    writeFileSync(full, '');
    await expect(window.take(calm)).rejects.toMatchObject({
      code: 'journal-full',
      message: expect.stringContaining('Free some space, then try again.'),
    });
    rmSync(full);
    const account = await window.account(requestOf(start, await window.take(calm)), calm);
    expect(accountText(account)).toEqual(['own modified a.txt +1 -1']);
  },
);
