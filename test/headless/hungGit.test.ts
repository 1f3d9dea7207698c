import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { expect, test } from 'vitest';
import { isRunning } from '../support/isRunning';
import { overStdio } from './clients';
import { world } from './world';

test.skipIf(process.platform === 'win32')(
  'serves while the git in PATH hangs in something that it started, and leaves neither behind',
  async () => {
    const of = world({});
    const bin = join(of.folder, 'bin');
    const note = join(of.folder, 'pid');
    mkdirSync(bin);
    writeFileSync(
      join(bin, 'git'),
      `#!/bin/sh\nsleep 600 &\necho $! > '${note}.new'\nmv '${note}.new' '${note}'\nwait\n`,
    );
    chmodSync(join(bin, 'git'), 0o755);

    const { agent } = await overStdio(of, [], { PATH: `${bin}${delimiter}${process.env['PATH']}` });

    expect(await agent.toolNames()).toContain('mcp_discover');
    // Nobody has needed git so far. The first task does.
    expect(existsSync(note)).toBe(false);
    const { structured } = await agent.call('start_workflow', { name: 'w' });
    const starts = agent.call('start_task', {
      workflow_id: structured['workflow_id'],
      name: 't',
      goal: 'To see what a git that hangs holds up.',
    });
    starts.catch(() => undefined); // Its client goes away before it is answered.
    await expect.poll(() => existsSync(note)).toBe(true);
    const pid = Number(readFileSync(note, 'utf8'));
    // Had anybody waited for it, it would have been ended by now.
    expect(isRunning(pid)).toBe(true);
    expect((await agent.call('mcp_discover', { intent: 'files' })).isError).toBe(false);
    await agent.client.close();
    await expect.poll(() => isRunning(pid)).toBe(false);
  },
);
