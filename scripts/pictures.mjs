/**
 * Takes the pictures of the README and the docs from the running product: a chat in a real VS Code, with a scripted model
 * and servers from npm, and those of the French window, which the tests of that take. Needs what the end-to-end tests need, and no network.
 *
 *   node scripts/pictures.mjs
 */
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { runSuite } from '../test/host/runSuite.mjs';
import { suites } from '../test/host/suites.mjs';
import { repositoryRoot } from './processes.mjs';
import { writeAnimation, writeSmallPicture } from './smallPictures.mjs';

const SERVERS = join(repositoryRoot, 'node_modules', '@modelcontextprotocol');
/** In both themes what the README shows; the guides have one, so that the package stays small. */
const PICTURES = [
  ...['chat', 'toggle'].flatMap(name => [`${name}-light`, `${name}-dark`]),
  ...['explorer', 'task', 'reviews', 'server', 'plan'].map(name => `${name}-dark`),
];
/** Of what the French suite takes; in the folder of docs/dev, which is not packed. */
const FRENCH = ['task', 'reviews'];
const VIEWPORT = { width: 1100, height: 640 };
/** The moments of the animation, and how long each is shown: ten seconds in all. One more would be 25 kB. */
const MOMENTS_MS = new Map([
  [1, 1_400],
  [2, 2_000],
  [3, 1_600],
  [4, 1_600],
  [6, 1_600],
  [7, 1_800],
]);

const folder = mkdtempSync(join(tmpdir(), 'switchyard-pictures-'));
try {
  const { code } = await runSuite({
    name: 'pictures',
    testFiles: [join(repositoryRoot, 'test', 'e2e', 'pictures.test.ts')],
    workspace: workspaceFolder(),
    // VSCODE_CLI keeps VS Code from asking a login shell for another PATH.
    env: { PATH: [programsFolder(), process.env.PATH].join(delimiter), VSCODE_CLI: '1' },
    dialogs: 'real',
    chat: true,
    isDriven: true,
    viewport: VIEWPORT,
    settings: {
      'window.commandCenter': false,
      'workbench.layoutControl.enabled': false,
      'workbench.reduceMotion': 'on',
      'editor.minimap.enabled': false,
    },
  });
  if (code === 0) keepPictures();
  process.exitCode = code || (await takeFrench());
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** A workspace with nothing of ours in it: what the pictures show works with the shipped registry alone. */
function workspaceFolder() {
  const workspace = join(folder, 'poems');
  cpSync(join(repositoryRoot, 'samples', 'solo', 'notes'), join(workspace, 'notes'), {
    recursive: true,
  });
  return workspace;
}

/** An `npx` that runs the servers installed here instead of downloading them. Not for Windows. */
function programsFolder() {
  const programs = join(folder, 'programs');
  mkdirSync(programs);
  const npx = join(programs, 'npx');
  const lines = [
    '#!/bin/sh',
    // The registry pins versions: `@modelcontextprotocol/server-memory@2026.1.14`.
    'server="${2#@modelcontextprotocol/}"',
    'server="${server%@*}"',
    'shift 2',
    `MEMORY_FILE_PATH='${join(folder, 'memory.jsonl')}' exec '${process.execPath}' "${SERVERS}/$server/dist/index.js" "$@"`,
  ];
  writeFileSync(npx, `${lines.join('\n')}\n`);
  chmodSync(npx, 0o755);
  return programs;
}

/** The same window in French. @returns the exit code. */
async function takeFrench() {
  const [french] = suites.filter(({ name }) => name === 'french');
  const { code } = await runSuite({ ...french, viewport: VIEWPORT });
  const kept = join(repositoryRoot, 'docs', 'dev', 'pictures');
  mkdirSync(kept, { recursive: true });
  for (const name of code === 0 ? FRENCH : [])
    writeSmallPicture(takenBy('french', name), join(kept, `french-${name}.webp`));
  return code;
}

/** Where a suite left a picture. */
function takenBy(suite, name) {
  return join(repositoryRoot, '.test-output', suite, `${name}.png`);
}

function keepPictures() {
  const taken = name => takenBy('pictures', name);
  const kept = join(repositoryRoot, 'media', 'readme');
  mkdirSync(kept, { recursive: true });
  for (const name of PICTURES) writeSmallPicture(taken(name), join(kept, `${name}.webp`));
  writeSmallPicture(taken('moment-2'), join(kept, 'approval.webp'));
  const moments = Array.from(MOMENTS_MS, ([at, ms]) => ({ path: taken(`moment-${at}`), ms }));
  writeAnimation(moments, join(kept, 'scenario.webp'));
}
