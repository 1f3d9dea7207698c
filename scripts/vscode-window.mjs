/** Opens a window on VS Code's server in headless Chromium, with extensions under development and a test module. */
import { pathToFileURL } from 'node:url';
import { chromium as playwright } from 'playwright-core';
import { chromium, CHROMIUM_ARGS } from './chromium.mjs';

/** How long leaving the page may take. */
const LEAVE_MS = 5_000;
/**
 * How long anything else may take that the browser is asked for, as test/support/vscode/patience.ts. Playwright's own half a minute is too
 * short: beside another window, a reload took 23 s and a picture 18 s.
 */
const PATIENCE_MS = 120_000;

/**
 * Opens one window on a server that startVscodeServer() started.
 * @param {object} wish
 * @param {string} wish.profileFolder the browser's profile: windows with the same one share VS Code's state.
 * @param {string} wish.workspace the folder to open, or a file that names several.
 * @param {string} [wish.language] display language, e.g. `fr`, without the language pack of VS Code's own words.
 * @param {{ width: number, height: number }} wish.viewport
 * @param {NodeJS.WritableStream} wish.log what the page prints, which is also what the extension host prints.
 * @param {object} [wish.development] see inDevelopment().
 * @returns the Playwright page, and close(), which leaves it like a person who closes the tab.
 */
export async function openWindow(server, { profileFolder, workspace, viewport, language, log, development }) {
  const context = await playwright.launchPersistentContext(profileFolder, {
    executablePath: await chromium(),
    args: CHROMIUM_ARGS,
    viewport,
    timeout: PATIENCE_MS,
    // Ending is ours to do, in order; Playwright's own handlers would end this process halfway.
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  });
  context.setDefaultTimeout(PATIENCE_MS);
  // What commands copy, tests read.
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const page = context.pages()[0] ?? (await context.newPage());
  const note = (kind, text) => log.write(`${new Date().toISOString()} [${kind}] ${text}\n`);
  page.on('console', message => note(message.type(), message.text()));
  page.on('pageerror', error => note('page error', error.stack ?? error.message));
  // "Leave the page?" when a reload finds unsaved work: the person in front of the window says yes.
  page.on('dialog', dialog => void dialog.accept());
  if (language !== undefined) await page.addInitScript(speak, language);
  if (development !== undefined) await inDevelopment(page, server, development);
  await page.goto(server.addressOf(workspace));

  const close = async () => {
    await page.goto('about:blank', { timeout: LEAVE_MS }).catch(error => note('leave', error.message));
    await context.close();
  };
  return { page, close };
}

/** Runs in the page: VS Code's translated words say by this which language they are in, and its English ones do not. */
function speak(language) {
  globalThis._VSCODE_NLS_LANGUAGE = language;
}

/**
 * Makes the page an extension development host.
 * @param {object} development
 * @param {string[]} development.extensions folders of extensions to run from source.
 * @param {string} [development.testsPath] module whose run() VS Code calls; then VS Code refuses all modal dialogs.
 * @param {string[]} development.enabledExtensions built-in extensions to switch on in the fresh profile.
 * @param {(code: number) => void} development.onExit called with the exit code of testsPath, or when the page crashed.
 */
async function inDevelopment(page, { authority }, { extensions, testsPath, enabledExtensions, onExit }) {
  page.on('crash', () => onExit(1));
  // The name that VS Code looks for to tell how the tests ended.
  await page.exposeFunction('codeAutomationExit', code => onExit(code));

  const remote = path => ({ scheme: 'vscode-remote', authority, path: pathToFileURL(path).pathname });
  await page.addInitScript(addToConfiguration, {
    enabledExtensions,
    developmentOptions: {
      extensions: extensions.map(remote),
      ...(testsPath === undefined ? {} : { extensionTestsPath: remote(testsPath) }),
    },
  });
}

/**
 * Runs in the page. The server puts the workbench's options into a <meta> element; these are ours on top of them. The
 * `payload` URL parameter, the other way in, takes one extension only, and needs the smoke test driver, which hides
 * notifications.
 */
function addToConfiguration({ developmentOptions, enabledExtensions }) {
  const getAttribute = Element.prototype.getAttribute;
  Element.prototype.getAttribute = function (name) {
    const value = getAttribute.call(this, name);
    if (name !== 'data-settings' || this.id !== 'vscode-workbench-web-configuration') return value;
    const options = JSON.parse(value);
    return JSON.stringify({
      ...options,
      enabledExtensions,
      developmentOptions: { ...options.developmentOptions, ...developmentOptions },
    });
  };
}
