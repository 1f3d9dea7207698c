/**
 * The "VS Code" that @vscode/test-electron's runTests starts on machines without a desktop: VS Code's server from npm,
 * opened in headless Chromium.
 *
 *   node vscode-launcher.mjs --user-data-dir=D --extensionDevelopmentPath=E… --extensionTestsPath=T workspace
 *
 * Understands those arguments, ignores the others that runTests adds, and exits with the tests' exit code. Further
 * wishes come as JSON in SWITCHYARD_LAUNCH: see `Launch` below. Two things are not as in a desktop VS Code:
 * - Reload. A test may ask for one (test-control.mjs). The page loads again in the same browser profile and VS Code
 *   runs the test module again, in a new extension host; it finds out itself how far it had come (acrossReloads.ts).
 * - Modal dialogs. VS Code refuses them wherever extensionTestsPath is set. With `dialogs: 'real'` it is not set: the
 *   test support extension runs the module when it is activated, dialogs appear, and tests click their buttons.
 *
 * Everything it starts ends with it, also on SIGINT, SIGTERM, or when its parent goes (stdin closes).
 */
import { cpSync, createWriteStream, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { startControl } from './test-control.mjs';
import { fewerExtensions, installExtension, startVscodeServer, stopVscodeServer } from './vscode-server.mjs';
import { openWindow } from './vscode-window.mjs';

/**
 * @typedef {object} Launch
 * @property {string} name stands before each line that the tests say: other suites may speak meanwhile.
 * @property {string} outputFolder emptied first; for logs and pictures.
 * @property {'refused' | 'real'} dialogs
 * @property {'given' | 'asked'} trust
 * @property {string} [language] display language of the window.
 * @property {{ width: number, height: number }} viewport
 * @property {string[]} enabledExtensions built-in extensions to switch on.
 * @property {string} [installed] a .vsix to install first.
 * @property {number} deadlineMs for everything from here to the end of the tests.
 */

/** Should this process be killed outright, the server finds itself alone and ends a few minutes later. */
const ARGS = ['--enable-remote-auto-shutdown', '--reconnection-grace-time', '10'];
const TIMED_OUT = 124;
const INTERRUPTED = 130;

async function main() {
  const { values, positionals } = parseArgs({
    strict: false,
    allowPositionals: true,
    options: {
      extensionDevelopmentPath: { type: 'string', multiple: true },
      extensionTestsPath: { type: 'string' },
      'user-data-dir': { type: 'string' },
    },
  });
  const dataFolder = resolve(values['user-data-dir']);
  /** @type {Launch} */
  const launch = JSON.parse(process.env.SWITCHYARD_LAUNCH);
  rmSync(launch.outputFolder, { recursive: true, force: true });
  mkdirSync(launch.outputFolder, { recursive: true });

  const ending = endingOf(launch);
  const opening = openForTests({
    launch,
    ending,
    dataFolder,
    workspace: resolve(positionals[0]),
    extensions: values.extensionDevelopmentPath.map(path => resolve(path)),
    testsPath: resolve(values.extensionTestsPath),
  });
  // Interrupted while it still opens, we just exit: server and browser go with this process.
  const window = await Promise.race([opening, ending.code.then(() => undefined)]);
  const code = await ending.code;
  if (code !== 0) await keepEvidence(window?.page, launch, dataFolder);
  await window?.close();
  process.exit(code);
}

/** Starts the server, opens the window on it and lets the tests run; they end by `ending`. */
async function openForTests({ launch, ending, dataFolder, workspace, extensions, testsPath }) {
  const { promise: opened, resolve: isOpen } = Promise.withResolvers();
  let isReloading = false;
  // While the window reloads, the old extension host goes with the old page; that is not the end of the tests.
  const exit = code => void (isReloading || ending.reached(code));
  const control = await startControl({
    page: opened,
    outputFolder: launch.outputFolder,
    say: line => console.log(`${launch.name}: ${line.trim()}`),
    exit,
    reload: async () => {
      isReloading = true;
      await (await opened).reload();
      isReloading = false;
    },
  });
  const isReal = launch.dialogs === 'real';
  if (launch.installed !== undefined) await installExtension(dataFolder, launch.installed);
  const server = await startVscodeServer({
    dataFolder,
    args: [
      ...ARGS,
      `--builtin-extensions-dir=${await fewerExtensions(join(dataFolder, 'built-in'))}`,
      ...(launch.trust === 'asked' ? [] : ['--disable-workspace-trust']),
    ],
    env: {
      ...homeless(join(dataFolder, 'home')),
      SWITCHYARD_TEST_CONTROL: control.url,
      ...(isReal ? { SWITCHYARD_TEST_MODULE: testsPath } : {}),
    },
    log: createWriteStream(join(launch.outputFolder, 'server.log')),
  });
  server.child.once('exit', () => exit(1));
  const { page, close } = await openWindow(server, {
    profileFolder: join(dataFolder, 'browser'),
    workspace,
    viewport: launch.viewport,
    language: launch.language,
    log: createWriteStream(join(launch.outputFolder, 'browser.log')),
    development: {
      extensions,
      testsPath: isReal ? undefined : testsPath,
      enabledExtensions: launch.enabledExtensions,
      onExit: exit,
    },
  });
  isOpen(page);
  return {
    page,
    close: async () => {
      await close();
      await stopVscodeServer(server);
    },
  };
}

/** When and with which code it is over: the tests said so, the time is up, or somebody wants us to stop. */
function endingOf({ deadlineMs }) {
  const { promise: code, resolve: reached } = Promise.withResolvers();
  const timer = setTimeout(() => {
    console.error(`The tests did not end within ${deadlineMs / 1000} s.`);
    reached(TIMED_OUT);
  }, deadlineMs);
  void code.then(() => clearTimeout(timer));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => reached(INTERRUPTED));
  process.stdin.on('end', () => reached(INTERRUPTED)).resume();
  return { code, reached };
}

/** The environment with an empty home: VS Code reads agents, prompts and git's settings of whoever runs the tests. */
function homeless(home) {
  mkdirSync(home, { recursive: true });
  writeFileSync(
    join(home, '.gitconfig'),
    '[user]\n\tname = Test\n\temail = test@localhost\n[init]\n\tdefaultBranch = main\n',
  );
  const { XDG_CONFIG_HOME: _config, XDG_DATA_HOME: _data, ...env } = process.env;
  return { ...env, HOME: home, USERPROFILE: home };
}

/** What helps to find out why the tests failed: the window as it was, and what VS Code logged. */
async function keepEvidence(page, { outputFolder }, dataFolder) {
  await page?.screenshot({ path: join(outputFolder, 'end.png'), timeout: 5_000 }).catch(error => {
    console.error(`No picture of the end: ${error.message}`);
  });
  const logs = join(dataFolder, 'logs');
  if (existsSync(logs)) cpSync(logs, join(outputFolder, 'logs'), { recursive: true });
  console.error(`Logs and pictures: ${outputFolder}`);
}

await main();
