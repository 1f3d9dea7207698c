import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { leftoversOf } from './leftovers';

/** A process that waits for nothing, with these words in its command and its variables. */
async function waiting(args: readonly string[], env: Readonly<Record<string, string>>) {
  const code = "console.log('up'); setInterval(() => {}, 1000);";
  const child = spawn(process.execPath, ['-e', code, ...args], { env, stdio: ['ignore', 'pipe', 'ignore'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(child.stdout, 'data');
  return child;
}

test('names and ends what has the folder in its command or its variables, and nothing else', async () => {
  const folder = `/tmp/switchyard-clients-${process.pid}`;
  const children = [await waiting([folder], {}), await waiting([], { HOME: `${folder}/home` })];
  const stranger = await waiting(['/tmp/elsewhere'], {});
  const ends = Promise.all(children.map(child => once(child, 'exit')));
  const left = await leftoversOf(folder, 0);
  expect(left).toHaveLength(2);
  await ends;
  expect(await leftoversOf(folder)).toEqual([]);
  expect(stranger.exitCode).toBeNull();
});
