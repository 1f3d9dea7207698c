/**
 * Runs one of our scripts on the repository's own Node, having installed what is missing.
 *
 *   node scripts/bootstrap.mjs scripts/test.mjs [arguments]
 *
 * This file runs on whatever Node the machine has (20 or newer) and imports nothing that npm installs.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cacheFolder } from './cache.mjs';
import { repositoryEnv, repositoryNode, repositoryRoot, runLogged } from './processes.mjs';

/** Says of which package-lock.json the installed modules are. */
const STAMP = join(repositoryRoot, 'node_modules', '.switchyard-installed');

async function installModules() {
  const lock = createHash('sha256')
    .update(readFileSync(join(repositoryRoot, 'package-lock.json')))
    .digest('hex');
  const isInstalled = existsSync(STAMP) && readFileSync(STAMP, 'utf8') === lock && existsSync(repositoryNode);
  if (isInstalled) return;

  mkdirSync(cacheFolder(), { recursive: true });
  const logFile = join(cacheFolder(), 'npm-install.log');
  writeFileSync(logFile, '');
  console.log(`Installing the packages of package-lock.json (log: ${logFile})`);
  const startedAt = Date.now();
  // Not `npm ci`, which takes all away first: after a change of a few packages this takes a moment. It installs the same
  // locked versions and leaves the file alone.
  // It may be one file with that of a copy of this folder, made of hard links: written over, it would speak for both.
  rmSync(STAMP, { force: true });
  await runLogged('npm', ['install', '--no-save', '--no-audit', '--no-fund'], {
    cwd: repositoryRoot,
    logFile,
  });
  writeFileSync(STAMP, lock);
  console.log(`Installed them in ${Math.round((Date.now() - startedAt) / 1000)} s`);
}

/** Runs a script on the repository's Node. @returns its exit code. */
async function run(script, args) {
  const child = spawn(repositoryNode, [script, ...args], { stdio: 'inherit', env: repositoryEnv() });
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  // A terminal sends Ctrl+C to the script as well. We wait for it: a second one would mean "at once" to it.
  process.on('SIGINT', () => {});
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => resolve(signal === null ? code : 1));
  });
}

const [script, ...args] = process.argv.slice(2);
try {
  await installModules();
  process.exitCode = await run(script, args);
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
