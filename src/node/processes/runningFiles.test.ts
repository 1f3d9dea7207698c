import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { KeptLog } from '../../../test/support/keptLog';
import { processStart } from './processStart';
import { RunningFiles } from './runningFiles';

const MARK = '0f8fad5b-d9cb-469f-a165-70867728950e';

/** A pid that nobody has: beyond what Linux and macOS give. */
const NOBODY = 99_999_999;

/** A process that leads its own group and does nothing. */
async function sleeper(mark?: string) {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], {
    env: { ...process.env, ...(mark === undefined ? {} : { SWITCHYARD_START: mark }) },
    detached: true,
    stdio: 'ignore',
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(child, 'spawn');
  return { child, pid: Number(child.pid), exited: once(child, 'exit') };
}

function world() {
  const folder = mkdtempSync(join(tmpdir(), 'switchyard-running-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const log = new KeptLog();
  const files = join(folder, 'running');
  const note = (name: string, content: unknown) => {
    mkdirSync(files, { recursive: true });
    writeFileSync(join(files, name), typeof content === 'string' ? content : JSON.stringify(content));
  };
  const left = () => readdirSync(files);
  return { folder, files, log, note, left, running: new RunningFiles(folder, log) };
}

const whenNoted = (left: () => string[], names: readonly string[]) =>
  expect
    .poll(() => {
      try {
        return left();
      } catch {
        return []; // The folder is made with the first note.
      }
    })
    .toEqual(names);

test.skipIf(process.platform === 'win32')(
  'notes what runs for as long as it runs, without its command',
  async () => {
    const { files, left, running } = world();
    const { pid } = await sleeper();
    const entry = running.started(pid, MARK);
    await whenNoted(left, [`${pid}.json`]);
    expect(Object.keys(JSON.parse(readFileSync(join(files, `${pid}.json`), 'utf8')) as object)).toEqual([
      'host',
      'pid',
      'start',
      'owner',
      'ownerStart',
      'mark',
    ]);
    entry.dispose();
    expect(left()).toEqual([]);
  },
);

test.skipIf(process.platform === 'win32')('goes on where the note of a server that ended stays', async () => {
  const { files, log, left, running } = world();
  const { pid } = await sleeper();
  // A folder in its place stays, as a note does in a folder that can't be reached any more.
  mkdirSync(join(files, `${pid}.json`), { recursive: true });
  const entry = running.started(pid, MARK);
  expect(() => entry.dispose()).not.toThrow();
  await expect.poll(() => log.lines).toEqual(['warn A running server could not be noted']);
  expect(left()).toContain(`${pid}.json`);
});

test.skipIf(process.platform === 'win32')('ends what a run left behind whose process is gone', async () => {
  const { log, note, left, running } = world();
  const { pid, exited } = await sleeper();
  const start = await processStart(pid);
  note(`${pid}.json`, { host: hostname(), pid, start, owner: NOBODY, ownerStart: 'long ago' });

  await running.sweep();

  expect(await exited).toEqual([null, 'SIGKILL']);
  expect(left()).toEqual([]);
  expect(log.lines).toEqual(['info A server that an earlier run left behind was ended']);
});

test.skipIf(process.platform === 'win32')(
  'never touches a process that only has the pid of a server',
  async () => {
    const { log, note, left, running } = world();
    const { child, pid } = await sleeper();
    note(`${pid}.json`, { host: hostname(), pid, start: 'another moment', owner: NOBODY, ownerStart: 'x' });

    await running.sweep();

    expect(left()).toEqual([]);
    expect(log.lines).toEqual([]);
    expect([child.exitCode, child.signalCode]).toEqual([null, null]);
    expect(await processStart(pid)).toBeDefined();
  },
);

test.skipIf(process.platform === 'win32')(
  'leaves alone what another window or another machine runs, and removes what cannot be read',
  async () => {
    const { note, left, running } = world();
    const { child, pid } = await sleeper();
    const start = await processStart(pid);
    const owner = process.pid;
    const ownerStart = await processStart(owner);
    note('1.json', { host: hostname(), pid, start, owner, ownerStart });
    note('2.json', { host: 'elsewhere', pid, start, owner: NOBODY, ownerStart: 'x' });
    note('3.json', '{"host":');
    note('4.json', { pid: -1 });

    await running.sweep();

    expect(left()).toEqual(['1.json', '2.json']);
    expect([child.exitCode, child.signalCode]).toEqual([null, null]);
  },
);

test.skipIf(process.platform !== 'linux')(
  'ends what left the group of a server that is gone, by its mark, and nothing with the mark of another run',
  async () => {
    const { log, note, left, running } = world();
    const [owned, other] = ['1b4e28ba-2fa1-41d2-883f-0016d3cca427', '6fa459ea-ee8a-4ca4-894e-db77e160355e'];
    const [lost, lively, strange] = await Promise.all([sleeper(MARK), sleeper(owned), sleeper(other)]);
    const owner = process.pid;
    const gone = { host: hostname(), pid: NOBODY, start: 'long ago', owner: NOBODY, ownerStart: 'long ago' };
    note('1.json', { ...gone, mark: MARK });
    note('2.json', { ...gone, owner, ownerStart: await processStart(owner), mark: owned });
    note('3.json', { ...gone, host: 'elsewhere', mark: other });
    // As a run before marks wrote it.
    note('4.json', gone);

    await running.sweep();

    expect(await lost.exited).toEqual([null, 'SIGKILL']);
    expect([lively, strange].map(({ child }) => child.signalCode)).toEqual([null, null]);
    expect(left()).toEqual(['2.json', '3.json']);
    expect(log.lines).toEqual(['info What servers of an earlier run left behind was ended']);
  },
);

test('tells two processes apart that have the same pid, and knows who is gone', async () => {
  expect(await processStart(NOBODY)).toBeUndefined();
  const [one, other] = await Promise.all([sleeper(), sleeper()]);
  expect(await processStart(one.pid)).toBe(await processStart(one.pid));
  if (process.platform === 'linux') expect(await processStart(other.pid)).toMatch(/^[\w-]{36} \d+$/);
});
