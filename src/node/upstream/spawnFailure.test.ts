import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { idOf } from '../../../test/support/catalogWorld';
import { KeptLog } from '../../../test/support/keptLog';
import { memorySignIns } from '../../../test/support/signInWorld';
import { noSignal } from '../../../test/support/testCore';
import { SdkConnector } from './sdkConnector';
import { ServerProcesses } from '../processes/serverProcesses';

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'switchyard-unstartable-')));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What is said when this is to be started with a PATH of two folders. */
async function failure(command: string, cwd = folder): Promise<string> {
  const processes = new ServerProcesses([], `${folder}:/nowhere`);
  const launch = { type: 'stdio', command, args: [], env: {}, cwd } as const;
  const hooks = { onClosed: () => undefined, onToolsChanged: () => undefined, onNotice: () => undefined };
  const starting = new SdkConnector({
    signIns: await memorySignIns(),
    version: '1',
    workspaceFolder: undefined,
    log: new KeptLog(),
    processes,
  }).connect(idOf('x'), launch, hooks, noSignal());
  return await starting.then(
    () => 'started',
    (error: unknown) => (error as Error).message.replaceAll(folder, '<folder>'),
  );
}

test.skipIf(process.platform === 'win32')(
  'says of each command that cannot be started what is wrong with it',
  async () => {
    mkdirSync(join(folder, 'dir'));
    writeFileSync(join(folder, 'plain'), 'echo hello');
    writeFileSync(join(folder, 'script'), '#!/no/such/interpreter\n');
    chmodSync(join(folder, 'script'), 0o755);
    const said = [
      await failure('npx'),
      await failure('/no/such/npx'),
      await failure(process.execPath, '/no/such/folder'),
      await failure(join(folder, 'dir')),
      await failure(join(folder, 'plain')),
      await failure('script'),
      await failure('plain/below'),
    ];
    expect(said.map(line => line.replace('"x" did not start. ', ''))).toEqual([
      'command not found: npx; searched <folder>, /nowhere. Install it, or correct its entry.',
      'command not found: /no/such/npx; searched /no/such. Install it, or correct its entry.',
      'Its working folder "/no/such/folder" does not exist. Make it, or correct its entry.',
      'The command "<folder>/dir" may not be executed. Check its permissions, and that it is not a folder.',
      'The command "<folder>/plain" may not be executed. Check its permissions, and that it is not a folder.',
      'The program "<folder>/script" is there, but not what its first line runs it with. Install that.',
      'command not found: plain/below; searched <folder>/plain. Install it, or correct its entry.',
    ]);
  },
);
