/** Finds a Chromium or Chrome to open VS Code in; on Debian as root, installs one. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { cacheFolder } from './cache.mjs';
import { runLogged } from './processes.mjs';

const COMMANDS = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
const PLACES = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  ...['PROGRAMFILES', 'PROGRAMFILES(X86)', 'LOCALAPPDATA']
    .map(name => process.env[name])
    .filter(folder => folder !== undefined)
    .map(folder => join(folder, 'Google', 'Chrome', 'Application', 'chrome.exe')),
];

/** Without a sandbox (containers run as root) and without the calls home that a closed network refuses. */
export const CHROMIUM_ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** The path of a Chromium. @throws {Error} one sentence on what to do when there is none. */
export async function chromium(say = console.log) {
  const found = findChromium();
  if (found !== undefined) return found;

  if (process.getuid?.() !== 0 || spawnSync('apt-get', ['--version']).error) {
    throw new Error(
      'No Chromium or Chrome was found: install one (on Debian: apt-get install chromium) or set CHROMIUM_PATH.',
    );
  }
  mkdirSync(cacheFolder(), { recursive: true });
  const logFile = join(cacheFolder(), 'chromium.log');
  say(`Installing Chromium with apt-get (log: ${logFile})`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  await runLogged('apt-get', ['update'], { env, logFile });
  // A bare machine may be updating itself right now: wait for it, up to ten minutes.
  const install = ['-o', 'DPkg::Lock::Timeout=600', 'install', '-y', '--no-install-recommends', 'chromium'];
  await runLogged('apt-get', install, { env, logFile });

  const installed = findChromium();
  if (installed === undefined)
    throw new Error(`apt-get installed chromium, but it is not in PATH. See ${logFile}.`);
  return installed;
}

function findChromium() {
  const named = process.env.CHROMIUM_PATH;
  if (named) {
    if (!existsSync(named)) throw new Error(`CHROMIUM_PATH names "${named}", which does not exist.`);
    return named;
  }
  const inPath = COMMANDS.flatMap(command =>
    (process.env.PATH ?? '').split(delimiter).map(folder => join(folder, command)),
  );
  return [...inPath, ...PLACES].find(path => existsSync(path));
}
