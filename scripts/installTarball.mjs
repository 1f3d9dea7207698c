/** Installs the tarball for npm as its users do: by npm, into a folder that holds nothing else. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runLogged } from './processes.mjs';

/** @param {string} tarball @param {string} folder made where it is missing @returns {Promise<string>} the program, as a file */
export async function installTarball(tarball, folder) {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
  // Nothing but the file is needed: what had to be fetched would fail here.
  const args = ['install', '--offline', '--no-audit', '--no-fund', tarball];
  await runLogged('npm', args, { cwd: folder, env: process.env, logFile: join(folder, 'npm.log') });
  return join(folder, 'node_modules', 'switchyard', 'dist', 'headless.js');
}
