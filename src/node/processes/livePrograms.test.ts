import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { processStart } from './processStart';
import { livePrograms } from './livePrograms';

/** A pid that nobody has: beyond what Linux and macOS give. */
const NOBODY = 99_999_999;

/** How a process of this machine would call itself. */
async function nameOf(pid: number, facts: Readonly<Record<string, unknown>> = {}): Promise<string> {
  const { own } = await livePrograms();
  const ours = JSON.parse(own ?? '{}') as object;
  return JSON.stringify({ ...ours, pid, start: (await processStart(pid)) ?? null, ...facts });
}

async function sleeper() {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(child, 'spawn');
  return child;
}

test('knows that a program lives, and that it has ended', async () => {
  const { own, hasEnded } = await livePrograms();
  expect(await hasEnded(own ?? '')).toBe(false);
  const child = await sleeper();
  const name = await nameOf(Number(child.pid));
  expect(await hasEnded(name)).toBe(false);
  const exit = once(child, 'exit');
  child.kill('SIGKILL');
  await exit;
  expect(await hasEnded(name)).toBe(true);
});

test.skipIf(process.platform === 'win32')('is not fooled by a pid that was given anew', async () => {
  const { hasEnded } = await livePrograms();
  const child = await sleeper();
  expect(await hasEnded(await nameOf(Number(child.pid), { start: 'another moment' }))).toBe(true);
  // Where the time of start is not known, a pid that somebody has proves nothing.
  expect(await hasEnded(await nameOf(Number(child.pid), { start: null }))).toBe(false);
  expect(await hasEnded(await nameOf(NOBODY, { start: null }))).toBe(true);
});

test('says of no program of another machine that it has ended, nor of what it cannot read', async () => {
  const { hasEnded } = await livePrograms();
  expect(await hasEnded(await nameOf(NOBODY, { place: 'elsewhere' }))).toBe(false);
  for (const text of ['', '{', '{"pid":-1}', '[]', 'null']) expect(await hasEnded(text)).toBe(false);
});
