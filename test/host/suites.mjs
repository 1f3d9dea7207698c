/** The suites that run inside VS Code, in the order in which they run. */
import { join } from 'node:path';
import { repositoryRoot } from '../../scripts/processes.mjs';
import { registryForWindows } from './registryForWindows.mjs';
import { teamDatabaseForWindows } from './teamDatabase.mjs';

const SELF_TEST = join(repositoryRoot, 'test', 'host', 'selftest');

const HOST = join(repositoryRoot, 'test', 'host');
const E2E = join(repositoryRoot, 'test', 'e2e');

/** Where the servers from npm stand that the tests switch on, and what runs them. */
const SERVERS = {
  SWITCHYARD_TEST_NODE: process.execPath,
  SWITCHYARD_TEST_SERVERS: join(repositoryRoot, 'node_modules', '@modelcontextprotocol'),
  SWITCHYARD_TEST_AXE: join(repositoryRoot, 'node_modules', 'axe-core', 'axe.min.js'),
  SWITCHYARD_TEST_FIXTURE: join(repositoryRoot, 'test', 'conformance', 'fixtureServer.mjs'),
  SWITCHYARD_TEST_MANY: join(repositoryRoot, 'test', 'support', 'manyTools.mjs'),
  SWITCHYARD_TEST_AGENT: join(repositoryRoot, 'test', 'support', 'acpAgent.mjs'),
  SWITCHYARD_TEST_WORKER: join(repositoryRoot, 'test', 'support', 'lineWorker.mjs'),
  SWITCHYARD_TEST_PROGRAM: join(repositoryRoot, 'dist', 'headless.js'),
};

/** Tests of the product, the longest first: two run at a time, and none is to run alone at the end. */
export const suites = [
  endToEnd('keyboard', 'keyboard.test.ts'),
  { ...endToEnd('task-page', 'taskPage.test.ts'), viewport: { width: 1680, height: 950 } },
  { name: 'commands', testFiles: [join(HOST, 'commands.test.ts')] },
  {
    name: 'untrusted',
    testFiles: [join(HOST, 'untrusted.test.ts')],
    workspace: join(HOST, 'untrustedWorkspace'),
    env: { SWITCHYARD_TEST_PROGRAMS: join(HOST, 'spyPrograms') },
    trust: 'asked',
  },
  {
    ...endToEnd('french', 'french.test.ts'),
    language: 'fr',
  },
  endToEnd('main-job', 'mainJob.test.ts'),
  { ...endToEnd('installed', 'installed.test.ts'), isInstalled: true },
  endToEnd('beside', 'beside.test.ts'),
  {
    ...endToEnd('by-hand', 'byHand.test.ts'),
    testFiles: ['planning.test.ts', 'byHand.test.ts'].map(file => join(E2E, file)),
  },
  endToEnd('reload', 'reload.test.ts'),
  {
    ...endToEnd('team', 'team.test.ts'),
    beside: [endToEnd('team-beside', 'teamBeside.test.ts')],
    service: teamDatabaseForWindows,
  },
  endToEnd('pass-through', 'passThrough.test.ts'),
  endToEnd('together', 'together.test.ts'),
  endToEnd('workflow', 'workflow.test.ts'),
  endToEnd('restore', 'restore.test.ts'),
  endToEnd('blame', 'blame.test.ts'),
  {
    ...endToEnd('several-folders', 'severalFolders.test.ts', 'foldersWorkspace'),
    workspaceFile: 'both.code-workspace',
  },
  endToEnd('sign-in', 'signIn.test.ts'),
  endToEnd('imports', 'imports.test.ts'),
  endToEnd('trust', 'trust.test.ts', 'trustWorkspace'),
  {
    ...endToEnd('attacks', 'attacks.test.ts', 'attackWorkspace'),
    env: { ...SERVERS, SWITCHYARD_TEST_KEY: 'of-the-user' },
  },
  endToEnd('catalog', 'catalogCommands.test.ts', 'catalogWorkspace'),
  { ...endToEnd('gallery', 'gallery.test.ts'), service: registryForWindows },
  endToEnd('servers-file', 'serversFile.test.ts', 'catalogWorkspace'),
  endToEnd('people', 'people.test.ts'),
  { ...endToEnd('clicks', 'clicks.test.ts'), viewport: { width: 1400, height: 900 } },
  endToEnd('plans', 'plans.test.ts'),
  endToEnd('children', 'children.test.ts'),
  endToEnd('rounds', 'rounds.test.ts'),
  endToEnd('explorer', 'explorer.test.ts'),
  endToEnd('as-seen', 'asSeen.test.ts'),
  {
    ...endToEnd('explorer-rows', 'explorerRows.test.ts'),
    testFiles: ['explorerRows.test.ts', 'fileIcons.test.ts', 'blankView.test.ts'].map(file =>
      join(E2E, file),
    ),
  },
  {
    ...endToEnd('server-page', 'serverPage.test.ts'),
    testFiles: ['serverPage.test.ts', 'previews.test.ts'].map(file => join(E2E, file)),
    viewport: { width: 1400, height: 900 },
  },
  { ...endToEnd('shared-state', 'sharedState.test.ts'), viewport: { width: 1680, height: 950 } },
  { ...endToEnd('review-stack', 'reviewStack.test.ts'), viewport: { width: 1400, height: 900 } },
  { ...endToEnd('replay', 'replay.test.ts'), viewport: { width: 1400, height: 900 } },
];

/** A suite with the real agent loop, real dialogs and real servers. */
function endToEnd(name, testFile, workspace = 'workspace') {
  return {
    name,
    testFiles: [join(E2E, testFile)],
    workspace: join(E2E, workspace),
    env: SERVERS,
    dialogs: 'real',
    chat: true,
    isDriven: true,
  };
}

/** A window with 5,000 tasks and 300 servers: `npm run bench -- window` measures it; no part of the product's suites. */
export const scale = {
  ...endToEnd('scale', 'scale.test.ts'),
  env: { ...SERVERS, SWITCHYARD_TEST_FILL: join(repositoryRoot, 'test', 'bench', 'fillTasks.mjs') },
};

/**
 * Real agents as children, which `npm run test:children` installs and runs; no part of the product's suites.
 * @param {Record<string, string>} modules the folder node_modules of each agent's install
 */
export function realChildren(modules) {
  const suite = endToEnd('real-children', 'realChildren.test.ts');
  return { ...suite, env: { ...SERVERS, SWITCHYARD_TEST_CHILDREN: JSON.stringify(modules) } };
}

/** Tests of what the tests stand on: launcher, window, reloads, dialogs, scripted model. No product in them. */
export const selfTests = [
  {
    name: 'selftest-plain',
    testFiles: [join(SELF_TEST, 'plain.test.ts')],
    extensions: [],
    isDriven: true,
    env: { SWITCHYARD_TEST_WORD: 'hello' },
    settings: { 'editor.tabSize': 7 },
  },
  {
    name: 'selftest-dialogs',
    testFiles: [join(SELF_TEST, 'dialogs.test.ts')],
    extensions: [],
    dialogs: 'real',
  },
  {
    name: 'selftest-untrusted',
    testFiles: [join(SELF_TEST, 'untrusted.test.ts')],
    extensions: [],
    trust: 'asked',
  },
  {
    name: 'selftest-chat',
    testFiles: [join(SELF_TEST, 'chat.test.ts')],
    extensions: [],
    isDriven: true,
    chat: true,
  },
];

/** Fails, and must be seen to fail. */
export const failingSelfTest = {
  name: 'selftest-failing',
  testFiles: [join(SELF_TEST, 'failing.test.ts')],
  extensions: [],
  isDriven: true,
};
