// The built program, started for checks from outside.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const root = new URL('../..', import.meta.url);

/** The built program. */
export const PROGRAM = fileURLToPath(new URL('dist/headless.js', root));

/** The main file of a command that an npm package brings. */
export function packageCommand(path) {
  return fileURLToPath(new URL(`node_modules/${path}`, root));
}

/** A fresh folder and the options that keep the program inside it. */
export async function freshFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'switchyard-conformance-'));
  const workspace = join(folder, 'workspace');
  await mkdir(workspace);
  return {
    folder,
    options: ['--workspace', workspace, '--state', join(folder, 'state')],
    remove: () => rm(folder, { recursive: true, force: true, maxRetries: 5 }),
  };
}

/** Starts the program over HTTP. */
export async function startOverHttp(options) {
  const child = spawn(process.execPath, [PROGRAM, ...options, '--http'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await Promise.race([
    once(createInterface({ input: child.stdout }), 'line'),
    once(child, 'exit').then(([code]) => {
      throw new Error(`The program ended with code ${code} before it listened. Build it with: npm run build`);
    }),
  ]);
  return {
    ...JSON.parse(line),
    async stop() {
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

/** Runs a script to its end. */
export async function run(args, env = {}) {
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', text => (stdout += text));
  child.stderr.on('data', text => (stderr += text));
  const [code] = await once(child, 'close');
  return { code, stdout, stderr };
}

/** Prints what failed, then the last line that scripts read, and sets the exit code. */
export function report(name, checks) {
  const failed = checks.filter(({ problem }) => problem !== undefined);
  for (const { title, problem } of checks) console.log(`${problem === undefined ? 'ok  ' : 'FAIL'} ${title}`);
  for (const { title, problem } of failed) console.log(`\n${title}\n${problem}`);
  console.log(`${name}: ${checks.length - failed.length} passed, ${failed.length} failed`);
  process.exitCode = failed.length === 0 && checks.length > 0 ? 0 : 1;
}
