/**
 * `npm start`: builds the extension and opens VS Code with it on a copy of the sample workspace.
 *
 * With the installed `code` where there is one in PATH, else with VS Code's server from npm and an address for the
 * browser; that goes on until Ctrl+C. `--server` takes the server in any case. `--smoke` opens the address itself, in
 * headless Chromium, waits until the extension is active, leaves a picture in .test-output/start.png and ends.
 */
import { spawn, spawnSync } from 'node:child_process';
import {
  cpSync,
  createWriteStream,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { delimiter, join } from 'node:path';
import { parseArgs } from 'node:util';
import { cacheFolder } from './cache.mjs';
import { repositoryNode, repositoryRoot } from './processes.mjs';
import { smokeTest } from './start-smoke.mjs';
import { startVscodeServer, stopVscodeServer } from './vscode-server.mjs';

/** Always the same ports, so that the browser finds its state (layout, opened files) again. */
const PORTS = '8765-8799';
const SAMPLE = join(repositoryRoot, 'samples', 'solo');
const isWindows = process.platform === 'win32';

async function main() {
  const { values } = parseArgs({ options: { smoke: { type: 'boolean' }, server: { type: 'boolean' } } });
  build();
  // The smoke test starts afresh each time: what it sees must not depend on what somebody did before.
  const folder = join(cacheFolder(), values.smoke ? 'start-smoke' : 'start');
  if (values.smoke) rmSync(folder, { recursive: true, force: true });
  const workspace = sampleWorkspace(join(folder, 'workspace'));

  const code = values.smoke || values.server ? undefined : installedCode();
  if (code !== undefined) {
    console.log(`Opening ${workspace} in ${code}`);
    spawn(code, [`--extensionDevelopmentPath=${repositoryRoot}`, workspace], {
      stdio: 'inherit',
      shell: isWindows,
    });
    return;
  }
  await serve(join(folder, 'data'), workspace, values.smoke === true);
}

function build() {
  const script = join(repositoryRoot, 'esbuild.mjs');
  if (!existsSync(script)) return;
  const { status } = spawnSync(repositoryNode, [script], { cwd: repositoryRoot, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}

/** The user's copy of the sample, in a git repository of its own: the checkout stays clean whatever is tried in it. */
function sampleWorkspace(copy) {
  if (existsSync(copy)) return copy;
  cpSync(SAMPLE, copy, { recursive: true });
  const git = (...args) => spawnSync('git', args, { cwd: copy });
  const identity = ['-c', 'user.name=Switchyard', '-c', 'user.email=switchyard@localhost'];
  // Without git on the machine, the sample is a plain folder.
  if (git('init', '--initial-branch=main').error === undefined) {
    git('add', '--all');
    git(...identity, 'commit', '--message', 'Sample workspace');
  }
  return copy;
}

/** A desktop VS Code in PATH. It refuses to run as root. */
function installedCode() {
  if (process.getuid?.() === 0) return undefined;
  const names = isWindows ? ['code.cmd'] : ['code'];
  const folders = (process.env.PATH ?? '').split(delimiter);
  return names.flatMap(name => folders.map(folder => join(folder, name))).find(path => existsSync(path));
}

async function serve(dataFolder, workspace, isSmoke) {
  installExtension(join(dataFolder, 'server', 'extensions'));
  mkdirSync(join(dataFolder, 'User'), { recursive: true });
  const settings = join(dataFolder, 'User', 'settings.json');
  if (!existsSync(settings)) writeFileSync(settings, '{\n  "workbench.startupEditor": "none"\n}\n');

  const server = await startVscodeServer({
    dataFolder,
    args: ['--disable-workspace-trust'],
    port: PORTS,
    env: process.env,
    log: createWriteStream(join(dataFolder, 'server.log')),
  });
  if (isSmoke) {
    const hasPassed = await smokeTest(server, { dataFolder, workspace });
    await stopVscodeServer(server);
    process.exit(hasPassed ? 0 : 1);
  }
  console.log(`\n  VS Code with Switchyard: ${server.addressOf(workspace)}\n\n  Ctrl+C ends it.`);
  const ended = new Promise(resolve => server.child.once('exit', resolve));
  const interrupted = new Promise(resolve => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, resolve);
  });
  await Promise.race([ended, interrupted]);
  await stopVscodeServer(server);
  process.exit(0);
}

/** Puts the extension among the installed ones, by a link, so that a plain address loads it. */
function installExtension(extensionsFolder) {
  const { publisher, name, version } = JSON.parse(readFileSync(join(repositoryRoot, 'package.json'), 'utf8'));
  rmSync(extensionsFolder, { recursive: true, force: true });
  mkdirSync(extensionsFolder, { recursive: true });
  const link = join(extensionsFolder, `${publisher}.${name}-${version}`);
  // A junction needs no privilege on Windows; elsewhere the word is ignored.
  symlinkSync(repositoryRoot, link, 'junction');
}

await main();
