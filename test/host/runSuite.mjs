/** Runs one suite of tests inside a real VS Code, through @vscode/test-electron. Needs Node 22 or newer. */
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { runTests, TestRunFailedError } from '@vscode/test-electron';
import { repositoryNode, repositoryRoot, runInherited } from '../../scripts/processes.mjs';
import { bundleSuite, supportExtension } from './bundleSuite.mjs';

const OUTPUT = join(repositoryRoot, '.test-output');
const LAUNCHER = join(repositoryRoot, 'scripts', 'vscode-launcher.mjs');
/** For a whole suite; SWITCHYARD_TEST_DEADLINE_MS overrides it. */
const DEADLINE_MS = 20 * 60_000;
/** How many of them a failure shows. */
const LAST_WARNINGS = 20;

/** What no test looks at and every window draws, some of it sixty times a second: a tenth of what a suite costs (measured). */
const LITTLE_TO_DRAW = {
  'workbench.reduceMotion': 'on',
  'editor.cursorBlinking': 'solid',
  'editor.minimap.enabled': false,
  'editor.stickyScroll.enabled': false,
  'breadcrumbs.enabled': false,
};

/** Settings of every suite: nothing that calls home, nothing that covers the window. */
const QUIET = {
  'telemetry.telemetryLevel': 'off',
  // Else the extension host lists the sockets of all processes by a shell, which looks like a program of ours.
  'remote.autoForwardPortsSource': 'output',
  'workbench.startupEditor': 'none',
  'workbench.tips.enabled': false,
  'extensions.ignoreRecommendations': true,
  // As in a desktop VS Code: in a browser it saves by itself a second after an edit.
  'files.autoSave': 'off',
  'security.workspace.trust.startupPrompt': 'never',
  ...LITTLE_TO_DRAW,
};

/**
 * @typedef {object} Suite
 * @property {string} name names the bundle and the output folder.
 * @property {string[]} testFiles TypeScript files that use mocha's suite() and test().
 * @property {string} [workspace] folder to copy as the workspace; without it, an empty one.
 * @property {string} [workspaceFile] file in it that is opened in its place: a `.code-workspace` with several folders.
 * @property {Record<string, unknown>} [settings] user settings.
 * @property {'given' | 'asked'} [trust] 'given' (default): trust is switched off, every folder counts as trusted.
 *   'asked': the workspace starts untrusted, as a folder that a person has not decided on.
 * @property {boolean} [isDriven] the tests use window.ts or acrossReloads.ts, which a desktop VS Code does not offer.
 * @property {'refused' | 'real'} [dialogs] 'refused' (default): VS Code throws where a modal dialog would appear.
 *   'real': it appears, and the test clicks it (window.ts). Not on a desktop VS Code.
 * @property {string} [language] display language of the window, e.g. `fr`; VS Code's own words stay English without its language
 *   pack. Not on a desktop VS Code.
 * @property {boolean} [chat] switches on the built-in chat, which a fresh profile leaves off until sign-in.
 * @property {boolean} [isInstalled] the extension is packed and installed, instead of run from the repository. Not on a desktop VS Code.
 * @property {string[]} [extensions] extensions to run besides the support extension; by default the repository's.
 * @property {{ width: number, height: number }} [viewport]
 * @property {Record<string, string>} [env] for the extension host.
 * @property {Suite[]} [beside] suites whose windows are open at the same time, each with a server, a browser and folders of its own.
 * @property {() => Promise<Service | undefined>} [service] starts what the suite needs outside its window, reloads included; undefined
 *   where this machine has none: then the suite is skipped.
 */

/**
 * @typedef {object} Service
 * @property {Record<string, string>} [env] tells the extension host where it is.
 * @property {Record<string, unknown>} [settings] tells the window.
 * @property {() => Promise<void>} end
 */

/**
 * Runs a suite and tells how it went.
 * @param {Suite} suite
 * @param {{ desktop?: { path: string, env: Record<string, string> }, say?: (line: string) => void }} [how] `desktop`: the one of
 *   desktop-vscode.mjs; without it, VS Code's server in headless Chromium.
 * @returns {Promise<{ passed: number, failed: number, skipped: number, code: number, failures: string[] }>} `code` is 0 when all
 *   is well; `failures` says of each failed test what the window showed.
 */
export async function runSuite({ service, beside = [], ...suite }, { desktop, say = console.log } = {}) {
  const all = [suite, ...beside];
  const served = await service?.();
  if (service !== undefined && served === undefined) {
    say(`${suite.name}: skipped, this machine lacks what it needs.`);
    return { passed: 0, failed: 0, skipped: all.length, code: 0, failures: [] };
  }
  try {
    const verdicts = await Promise.all(
      all.map(each => {
        const env = { ...each.env, ...served?.env };
        return runWindow(
          { ...each, env, settings: { ...each.settings, ...served?.settings } },
          { desktop, say },
        );
      }),
    );
    return verdicts.reduce(added);
  } finally {
    await served?.end();
  }
}

function added(one, other) {
  return {
    passed: one.passed + other.passed,
    failed: one.failed + other.failed,
    skipped: one.skipped + other.skipped,
    code: one.code || other.code,
    failures: [...one.failures, ...other.failures],
  };
}

/** Runs the tests of one window. */
async function runWindow(suite, { desktop, say }) {
  const needsLauncher =
    suite.isDriven === true ||
    suite.trust === 'asked' ||
    suite.isInstalled === true ||
    suite.dialogs === 'real' ||
    suite.language !== undefined;
  if (desktop && needsLauncher) {
    say(`${suite.name}: left out, because nobody drives a desktop VS Code from outside.`);
    return { passed: 0, failed: 0, skipped: 1, code: 0, failures: [] };
  }
  say(`${suite.name}: ${desktop ? 'desktop VS Code' : "VS Code's server in headless Chromium"}`);

  // Real, because VS Code and git see through links such as macOS's /tmp.
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'switchyard-test-')));
  const outputFolder = join(OUTPUT, suite.name);
  const resultsFile = join(folder, 'results.json');
  try {
    const workspace = join(folder, 'workspace');
    if (suite.workspace === undefined) mkdirSync(workspace);
    else cpSync(suite.workspace, workspace, { recursive: true });
    const dataFolder = join(folder, 'data');
    writeSettings(dataFolder, suite);

    const code = await exitCodeOf(() =>
      start(suite, {
        desktop,
        workspace: join(workspace, suite.workspaceFile ?? ''),
        dataFolder,
        outputFolder,
        resultsFile,
        extensionsFolder: join(folder, 'extensions'),
      }),
    );
    const told = verdict(suite.name, code, resultsFile);
    return told.code === 0 ? told : withLog(told, suite.name, dataFolder);
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

async function start(suite, { desktop, workspace, dataFolder, outputFolder, resultsFile, extensionsFolder }) {
  const testsPath = await bundleSuite(suite.name, suite.testFiles);
  const support = await supportExtension();
  const launch = {
    name: suite.name,
    outputFolder,
    dialogs: suite.dialogs ?? 'refused',
    trust: suite.trust ?? 'given',
    language: suite.language,
    viewport: suite.viewport ?? { width: 1400, height: 900 },
    enabledExtensions: suite.chat ? ['github.copilot-chat'] : [],
    installed: suite.isInstalled === true ? await packedExtension(dirname(extensionsFolder)) : undefined,
    deadlineMs: Number(process.env.SWITCHYARD_TEST_DEADLINE_MS) || DEADLINE_MS,
  };
  return runTests({
    // Our launcher is a script, so the "VS Code" to run is Node and the script comes first of its arguments.
    vscodeExecutablePath: desktop?.path ?? process.execPath,
    launchArgs: [
      ...(desktop ? [] : [LAUNCHER]),
      workspace,
      `--user-data-dir=${dataFolder}`,
      `--extensions-dir=${extensionsFolder}`,
    ],
    extensionDevelopmentPath: [...developed(suite), support],
    extensionTestsPath: testsPath,
    extensionTestsEnv: {
      ...suite.env,
      ...desktop?.env,
      SWITCHYARD_TEST_RESULTS: resultsFile,
      SWITCHYARD_LAUNCH: JSON.stringify(launch),
    },
  });
}

/** Adds what Switchyard itself warned of in the window, the last of it: a picture does not show that. */
function withLog(told, name, dataFolder) {
  const logs = join(dataFolder, 'logs');
  const files = existsSync(logs) ? readdirSync(logs, { recursive: true }) : [];
  const warnings = files
    .filter(path => /Switchyard[^/]*\.log$/.test(path))
    .flatMap(path => readFileSync(join(logs, path), 'utf8').split('\n'))
    .filter(line => /\[(?:warning|error)\]/.test(line));
  if (warnings.length === 0) return told;
  return {
    ...told,
    failures: [...told.failures, `${name}: Switchyard's log\n${warnings.slice(-LAST_WARNINGS).join('\n')}`],
  };
}

/** The folders of the extensions that run from source. */
function developed({ extensions, isInstalled }) {
  if (isInstalled === true) return [];
  return extensions ?? [repositoryRoot];
}

/** Packs the extension as it is built. @returns the .vsix */
async function packedExtension(folder) {
  const args = ['scripts/package.mjs', '--built', '--out', folder];
  if ((await runInherited(repositoryNode, args)) !== 0) throw new Error('The extension could not be packed.');
  return join(
    folder,
    readdirSync(folder).find(name => name.endsWith('.vsix')),
  );
}

/** The tests' exit code, which runTests throws when it is not 0. */
async function exitCodeOf(run) {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof TestRunFailedError)) throw error;
    // Ended by a signal, it has no code.
    return error.code ?? 1;
  }
}

function verdict(name, code, resultsFile) {
  if (!existsSync(resultsFile)) {
    return { passed: 0, failed: 0, skipped: 0, code: code || 1, failures: [`${name}: no test ran`] };
  }
  const { passed, failed, skipped, isComplete, current, ended } = JSON.parse(
    readFileSync(resultsFile, 'utf8'),
  );
  const failures = ended
    .filter(({ state }) => state === 'failed')
    .map(({ title, error }) => `${name}: ${title}\n${error}`);
  if (!isComplete) failures.push(`${name}: the extension host ended in the middle of: ${current}`);
  return { passed, failed, skipped, code: code === 0 && !isComplete ? 1 : code, failures };
}

function writeSettings(dataFolder, { settings, trust }) {
  mkdirSync(join(dataFolder, 'User'), { recursive: true });
  const all = { ...QUIET, 'security.workspace.trust.enabled': trust === 'asked', ...settings };
  writeFileSync(join(dataFolder, 'User', 'settings.json'), JSON.stringify(all, null, 2));
  // With a model of the user's own VS Code never asks for a sign-in, also when its stand-in agent is asked first.
  writeFileSync(
    join(dataFolder, 'User', 'chatLanguageModels.json'),
    JSON.stringify([{ vendor: 'own', name: 'A model of the user' }]),
  );
}
