/**
 * VS Code's own server from the npm package code-server: a real VS Code for machines where no desktop one can be had.
 *
 * The package's install scripts compile native modules and need compilers and headers that a bare machine lacks. What
 * we run works without them: terminals, file watching and search bring prebuilt binaries; authentication by Kerberos
 * and the agent host's database are not used. Only the log writer is missed (without it every output channel stays
 * empty), so a stand-in takes its place; and one for the watchdog, whose absence VS Code would report at every start.
 */
import { randomUUID } from 'node:crypto';
import { copyFileSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { cached } from './cache.mjs';
import {
  endTree,
  repositoryEnv,
  repositoryNode,
  repositoryRoot,
  runLogged,
  spawnTree,
} from './processes.mjs';

/** VS Code 1.139.1 is inside. Tests are written against this version. */
const VERSION = '4.139.1';
/** Changes when install() does, so that an older install is made anew. */
const RECIPE = 'without scripts, with stand-ins 2';
/** How long the server gets to say goodbye before everything is ended. */
const FAREWELL_MS = 5_000;
/** Built-in extensions that no test needs, and that each window with a file of theirs starts two programs for. */
const LEFT_OUT = new Set(['typescript-language-features']);
const NPM_FLAGS = ['--ignore-scripts', '--omit=dev', '--no-audit', '--no-fund'];

/** Makes sure that the server is installed; where it starts, and the Node to start it with. */
export async function vscodeServer(say = console.log) {
  const folder = await cached(`code-server-${VERSION}`, RECIPE, async (into, logFile) => {
    const startedAt = Date.now();
    say(`Installing VS Code's server (code-server ${VERSION}, once; about 600 MB; log: ${logFile})`);
    await install(into, logFile);
    say(`Installed VS Code's server in ${Math.round((Date.now() - startedAt) / 1000)} s`);
  });
  return { node: repositoryNode, main: join(vscodeFolder(folder), 'out', 'server-main.js') };
}

/**
 * A folder with the server's built-in extensions, but for those that tests can do without: a tenth of what a window costs (measured).
 * @param {string} into a folder that is not there yet.
 */
export async function fewerExtensions(into) {
  const { main } = await vscodeServer();
  const all = join(dirname(main), '..', 'extensions');
  mkdirSync(into, { recursive: true });
  for (const name of readdirSync(all))
    if (!LEFT_OUT.has(name)) symlinkSync(join(all, name), join(into, name));
  return into;
}

async function install(into, logFile) {
  writeFileSync(logFile, '');
  writeFileSync(join(into, 'package.json'), '{ "private": true }');
  const npm = (args, cwd) =>
    runLogged('npm', [...args, ...NPM_FLAGS], { cwd, env: repositoryEnv(), logFile });

  await npm(['install', '--save-exact', `code-server@${VERSION}`], into);
  const vscode = vscodeFolder(into);
  // What the package's own install script would do next (its shrinkwrap does not satisfy `npm ci`), without scripts.
  await npm(['install'], vscode);
  await npm(['install'], join(vscode, 'extensions'));

  const native = join(vscode, 'node_modules', '@vscode');
  copyFileSync(join(repositoryRoot, 'scripts', 'spdlog-stand-in.cjs'), join(native, 'spdlog', 'index.js'));
  writeFileSync(join(native, 'native-watchdog', 'index.js'), 'exports.start = () => {};\n');
}

function vscodeFolder(folder) {
  return join(folder, 'node_modules', 'code-server', 'lib', 'vscode');
}

/** What the server is told at each start. */
function commonOptions(dataFolder) {
  return [
    `--server-data-dir=${join(dataFolder, 'server')}`,
    `--user-data-dir=${dataFolder}`,
    '--accept-server-license-terms',
    '--telemetry-level=off',
  ];
}

/** Installs an extension as a person does with a .vsix, before the server starts on that folder. @throws {Error} where it does not take it */
export async function installExtension(dataFolder, vsix) {
  const { node, main } = await vscodeServer();
  mkdirSync(dataFolder, { recursive: true });
  const args = [main, ...commonOptions(dataFolder), `--install-extension=${vsix}`];
  await runLogged(node, args, {
    cwd: dataFolder,
    env: process.env,
    logFile: join(dataFolder, 'install-extension.log'),
  });
}

/**
 * Starts the server on a free loopback port, guarded by a token.
 * @param {object} wish
 * @param {string} wish.dataFolder where it keeps what it writes, and finds the user's `User/settings.json`.
 * @param {string[]} wish.args further options of the server.
 * @param {string} [wish.port] a port or a range of ports to choose from; otherwise any free one.
 * @param {NodeJS.ProcessEnv} wish.env also the environment of the extension host.
 * @param {NodeJS.WritableStream} wish.log
 * @returns once it listens: the process, its `host:port`, and the address that opens a folder.
 */
export async function startVscodeServer({ dataFolder, args, port = '0', env, log }) {
  const { node, main } = await vscodeServer();
  mkdirSync(dataFolder, { recursive: true });
  const token = randomUUID();
  const tokenFile = join(dataFolder, 'connection-token');
  writeFileSync(tokenFile, token, { mode: 0o600 });

  const options = [
    '--host=127.0.0.1',
    `--port=${port}`,
    `--connection-token-file=${tokenFile}`,
    ...commonOptions(dataFolder),
  ];
  const child = spawnTree(node, [main, ...options, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  // However this process ends, the server and its extension hosts go with it.
  process.once('exit', () => endTree(child));
  const authority = `127.0.0.1:${await portOf(child, log)}`;
  return {
    child,
    authority,
    addressOf(workspace) {
      const kind = workspace.endsWith('.code-workspace') ? 'workspace' : 'folder';
      return `http://${authority}/?tkn=${token}&${kind}=${encodeURIComponent(pathToFileURL(workspace).pathname)}`;
    },
  };
}

function portOf(child, log) {
  return new Promise((resolve, reject) => {
    let text = '';
    const read = chunk => {
      log.write(chunk);
      if (text === undefined) return;
      text += chunk;
      const [, port] = /Extension host agent listening on (\d+)/.exec(text) ?? [];
      if (port === undefined) return;
      text = undefined;
      resolve(Number(port));
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('error', reject);
    child.once('exit', code =>
      reject(new Error(`VS Code's server ended (exit code ${code}) before it listened.\n${text}`)),
    );
  });
}

/** Asks the server to end, so that extensions are deactivated, and ends it and all its processes when it does not. */
export async function stopVscodeServer({ child }) {
  if (child.exitCode === null && child.signalCode === null) {
    const ended = new Promise(resolve => child.once('exit', resolve));
    const timer = setTimeout(() => endTree(child), FAREWELL_MS);
    child.kill('SIGTERM');
    await ended;
    clearTimeout(timer);
  }
  endTree(child);
}
