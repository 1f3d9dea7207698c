import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { KeptLog } from '../../../test/support/keptLog';
import { loginPath } from './loginPath';

const DESKTOP = '/usr/bin:/bin:/usr/sbin:/sbin';

/** A login shell that runs these lines before what it is told. */
function shellOf(lines: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'switchyard-shell-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const shell = join(folder, 'shell');
  writeFileSync(shell, `#!/bin/sh\n${lines}\n[ "$1 $2 $3" = "-i -l -c" ] && eval "$4"\n`);
  chmodSync(shell, 0o755);
  return shell;
}

const ask = (shell: string | undefined, path: string | undefined = DESKTOP) =>
  loginPath(new KeptLog(), { platform: 'linux', path, shell });

test.skipIf(process.platform === 'win32')(
  'takes over what the login shell adds, whatever else it says',
  async () => {
    const shell = shellOf('echo Welcome back; export PATH="/opt/brew/bin:/usr/bin"; echo "no tty" >&2');
    expect(await ask(shell)).toBe('/opt/brew/bin:/usr/bin:/bin:/usr/sbin:/sbin');
  },
);

test.skipIf(process.platform === 'win32')(
  'asks no shell where PATH has seen one, or there is none',
  async () => {
    const shell = shellOf('export PATH=/never:/usr/bin');
    expect(await ask(shell, `/opt/tools/bin:${DESKTOP}`)).toBeUndefined();
    expect(await ask(undefined)).toBeUndefined();
    expect(await ask('zsh')).toBeUndefined();
    expect(await loginPath(new KeptLog(), { platform: 'win32', path: DESKTOP, shell })).toBeUndefined();
  },
);

test.skipIf(process.platform === 'win32')('does without a shell that fails or waits for ever', async () => {
  expect(await ask('/no/such/shell')).toBeUndefined();
  expect(await ask(shellOf('exit 1'))).toBeUndefined();
  // What it started holds the pipe as well.
  expect(await ask(shellOf('sleep 600 & sleep 600'))).toBeUndefined();
});
