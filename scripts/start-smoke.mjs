/** Looks whether `npm start` shows a working extension: opens the address and runs a command of ours. */
import { createWriteStream, existsSync, globSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryRoot } from './processes.mjs';
import { openWindow } from './vscode-window.mjs';

/** The command that is run. */
const SHOWN = 'switchyard.showEnvironment';
const TIMEOUT_MS = 60_000;
const LOOK_AGAIN_MS = 200;

/** @returns whether the extension became active and showed what the command shows. */
export async function smokeTest(server, { dataFolder, workspace }) {
  const { publisher, name, contributes } = JSON.parse(
    readFileSync(join(repositoryRoot, 'package.json'), 'utf8'),
  );
  const words = JSON.parse(readFileSync(join(repositoryRoot, 'package.nls.json'), 'utf8'));
  const output = join(repositoryRoot, '.test-output');
  mkdirSync(output, { recursive: true });
  const { page, close } = await openWindow(server, {
    profileFolder: join(dataFolder, 'browser'),
    workspace,
    viewport: { width: 1400, height: 900 },
    log: createWriteStream(join(output, 'start-browser.log')),
  });
  let hasPassed = false;
  try {
    await page.locator('.monaco-workbench').waitFor({ timeout: TIMEOUT_MS });
    // As a person would: nothing of ours runs before somebody asks for it.
    const { category, title } = contributes.commands.find(({ command }) => command === SHOWN);
    await runCommand(page, { category, title: words[title.slice(1, -1)] });
    const seconds = await activeAfter(`${publisher}.${name}`, dataFolder);
    console.log(`The extension was active after ${seconds} s.`);
    await page
      // A rendered page stands in a frame: its tab says that it is there.
      .locator('.tab')
      .filter({ hasText: 'MCP Environment' })
      .first()
      .waitFor({ timeout: TIMEOUT_MS });
    hasPassed = true;
  } catch (error) {
    console.error(error.message);
  }
  await page.screenshot({ path: join(output, 'start.png') });
  console.log(`A picture: ${join(output, 'start.png')}`);
  await close();
  return hasPassed;
}

/** Runs a command from the palette. It shows up a moment after the window: until then the palette is opened again. */
async function runCommand(page, { category, title }) {
  const startedAt = Date.now();
  const item = page.locator('.quick-input-list .focused').getByText(`${category}: ${title}`);
  for (;;) {
    await page.keyboard.press('F1');
    await page.keyboard.type(`${category}: ${title}`);
    const isThere = await item.waitFor({ timeout: 2_000 }).then(
      () => true,
      () => false,
    );
    if (isThere) return page.keyboard.press('Enter');
    if (Date.now() - startedAt > TIMEOUT_MS) throw new Error(`The palette has no "${category}: ${title}".`);
    await page.keyboard.press('Escape');
  }
}

/** Reads it in the extension host's log: no page says so. @throws {Error} when it failed or takes too long. */
async function activeAfter(id, dataFolder) {
  const startedAt = Date.now();
  const seconds = () => Math.round((Date.now() - startedAt) / 1000);
  for (;;) {
    const log = hostLog(dataFolder);
    const failure = new RegExp(`.*Activating extension ${id} failed.*`).exec(log);
    if (failure !== null) throw new Error(failure[0]);
    if (log.includes(`_doActivateExtension ${id},`)) return seconds();
    if (Date.now() - startedAt > TIMEOUT_MS)
      throw new Error(`The extension ${id} was not active after ${seconds()} s.`);
    await new Promise(resolve => setTimeout(resolve, LOOK_AGAIN_MS));
  }
}

function hostLog(dataFolder) {
  const files = globSync('logs/*/exthost*/remoteexthost.log', { cwd: dataFolder }).map(path =>
    join(dataFolder, path),
  );
  return files
    .filter(path => existsSync(path))
    .map(path => readFileSync(path, 'utf8'))
    .join('\n');
}
