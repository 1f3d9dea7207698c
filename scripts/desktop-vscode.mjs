/**
 * Finds a desktop VS Code for `npm run test:electron`: the one that $VSCODE_PATH names, else the newest stable one, which
 * @vscode/test-electron downloads once. It needs a display; on Linux without one, Xvfb is started.
 */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { downloadAndUnzipVSCode, ProgressReportStage } from '@vscode/test-electron';
import { cacheFolder } from './cache.mjs';
import { runLogged } from './processes.mjs';

const XVFB_ARGS = ['-displayfd', '3', '-screen', '0', '1400x900x24', '-nolisten', 'tcp'];

/** Why this machine cannot run a desktop VS Code: nothing is wrong with the product. */
export class NoDesktop extends Error {}

/**
 * A VS Code that can open a window now.
 * @returns {Promise<{ path: string, env: Record<string, string>, close: () => void }>} its program, what it needs in its
 *   environment, and what ends the display again.
 * @throws {NoDesktop} with the reason in one line.
 */
export async function desktopVscode(say = console.log) {
  const path = await program();
  const display = await ownDisplay(say);
  return { path, env: display ? { DISPLAY: display.name } : {}, close: () => display?.close() };
}

async function program() {
  const named = process.env.VSCODE_PATH;
  if (named) {
    if (!existsSync(named)) throw new NoDesktop(`VSCODE_PATH names "${named}", which does not exist`);
    return named;
  }
  const cachePath = join(cacheFolder(), 'vscode-desktop');
  try {
    return await downloadAndUnzipVSCode({ cachePath, reporter: quiet });
  } catch (error) {
    throw new NoDesktop(
      `VS Code can't be downloaded (${error.code ?? error.message}), and VSCODE_PATH names no installed one`,
    );
  }
}

/** Says only that it downloads, and not what it tries first. */
const quiet = {
  report: ({ stage }) => {
    if (stage === ProgressReportStage.Downloading) console.log('Downloading a desktop VS Code');
  },
  error: () => {},
};

/** A display of our own, where the machine has none; nothing where it has one, or needs none. */
async function ownDisplay(say) {
  if (process.platform !== 'linux' || process.env.DISPLAY || process.env.WAYLAND_DISPLAY) return undefined;
  if (!hasXvfb()) await installXvfb(say);
  const child = spawn('Xvfb', XVFB_ARGS, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] });
  // Xvfb looks for a number that is free, and writes it down when it is ready.
  const number = await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', code => reject(new NoDesktop(`Xvfb ended with code ${code}`)));
    child.stdio[3].once('data', data => resolve(String(data).trim()));
  });
  return { name: `:${number}`, close: () => child.kill() };
}

function hasXvfb() {
  return spawnSync('Xvfb', ['-version']).error === undefined;
}

async function installXvfb(say) {
  if (process.getuid?.() !== 0 || spawnSync('apt-get', ['--version']).error) {
    throw new NoDesktop('there is no display, and no Xvfb to make one (on Debian: apt-get install xvfb)');
  }
  mkdirSync(cacheFolder(), { recursive: true });
  const logFile = join(cacheFolder(), 'xvfb.log');
  say(`Installing Xvfb with apt-get (log: ${logFile})`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  await runLogged('apt-get', ['update'], { env, logFile });
  await runLogged('apt-get', ['install', '-y', '--no-install-recommends', 'xvfb'], { env, logFile });
}
