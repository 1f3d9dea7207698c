/**
 * What tests in the extension host may ask of the window they run in: a loopback HTTP endpoint of the launcher.
 *
 * `POST <url>/<verb>` with a JSON body answers `{ "value": … }` or `{ "error": "…" }`. The URL holds a random token and
 * reaches the tests as SWITCHYARD_TEST_CONTROL, through the environment that VS Code's server hands to the extension
 * host. It is HTTP because that needs nothing of VS Code: it works before the workbench is ready and across a reload.
 */
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { join } from 'node:path';

/** As test/support/vscode/patience.ts. */
const DEFAULT_TIMEOUT_MS = 120_000;
const POLL_MS = 100;
/** What takes longer than this is told in the log: it costs the tests their time, or hides what went wrong. */
const WORTH_TELLING_MS = 10_000;

/**
 * Starts the endpoint.
 * @param {object} launcher
 * @param {Promise<import('playwright-core').Page>} launcher.page the window, once it is open.
 * @param {string} launcher.outputFolder where pictures go.
 * `exit(code)`, `say(line)` and `reload()` are what the launcher does itself.
 */
export async function startControl({ page, outputFolder, exit, say, reload }) {
  const verbs = {
    say: ({ line }) => say(line),
    exit: ({ code }) => exit(code),
    reload: () => reload(),
    screenshot: async ({ name }) => {
      const path = join(outputFolder, `${name.replace(/[^\w.-]+/g, '-').slice(0, 120)}.png`);
      await (await page).screenshot({ path });
      return path;
    },
    press: async ({ keys }) => (await page).keyboard.press(keys),
    type: ({ text }) => type(text),
    click: ({ selector, timeoutMs, modifiers }) =>
      on(selector, timeoutMs, element => element.click({ modifiers })),
    hover: ({ selector, timeoutMs }) => on(selector, timeoutMs, element => element.hover()),
    fill: ({ selector, text, timeoutMs }) => on(selector, timeoutMs, element => element.fill(text)),
    textOf: ({ selector, timeoutMs }) => on(selector, timeoutMs, element => element.innerText()),
    keyboard: () => keyboard(),
    accessibleRows: async ({ tree }) => accessibleRows(tree),
    isVisible: async ({ selector }) => (await firstVisible(selector)) !== undefined,
    evaluate: ({ selector, script, timeoutMs }) => on(selector, timeoutMs, found => runOn(found, script)),
    blankWebviews: async ({ count }) => blankWebviews(await page, count),
    evaluateNow: ({ selector, script }) => now(selector, found => runOn(found, script)),
  };

  /**
   * Types where the focus is. Into a field all at once, as if pasted: VS Code filters its lists and draws them anew after each
   * letter, which took 49 of the 170 s of the suite `keyboard`.
   */
  async function type(text) {
    const at = await page;
    const isField = await Promise.all(
      at.frames().map(frame => frame.evaluate(isFieldFocused).catch(() => false)),
    );
    await (isField.includes(true) ? at.keyboard.insertText(text) : at.keyboard.type(text));
  }

  /** Where keys go, from the window inwards: of each frame that has the focus, or would have it, the element in it. */
  async function keyboard() {
    const seen = await Promise.all(
      (await page).frames().map(frame => frame.evaluate(focusIn).catch(() => '')),
    );
    return seen.filter(text => text !== '').join(' > ');
  }

  /** What Chromium tells a screen reader of the tree of a name: its rows, in order. */
  async function accessibleRows(tree) {
    const context = (await page).context();
    for (const frame of (await page).frames()) {
      // A frame in a process of its own has a session of its own; the others share that of the frame above them.
      const session = await context.newCDPSession(frame).catch(() => undefined);
      if (!session) continue;
      try {
        for (const frameId of idsOf(await session.send('Page.getFrameTree'))) {
          const { nodes } = await session
            .send('Accessibility.getFullAXTree', { frameId })
            .catch(() => ({ nodes: [] }));
          if (nodes.some(({ role, name }) => role?.value === 'tree' && name?.value === tree))
            return nodes.filter(({ ignored, role }) => !ignored && role?.value === 'treeitem').map(asTold);
        }
      } finally {
        await session.detach();
      }
    }
    throw new Error(`Chromium tells of no tree called "${tree}".`);
  }

  /**
   * Looks in the window and in all its frames: a webview's document is two frames deep. One question to each frame, all at once:
   * tests ask thousands of times.
   */
  async function firstVisible(selector) {
    const all = (await page).frames();
    // The outer of a webview's two frames shows nothing of its own.
    const showing = all.filter(frame => frame.parentFrame() === null || frame.childFrames().length === 0);
    const inFrames = await Promise.all(
      // A frame may go away while we look; then nothing is visible in it.
      showing.map(frame => frame.$(`${selector} >> visible=true`).catch(() => null)),
    );
    return inFrames.find(element => element !== null);
  }

  /** Does something with what is visible. What is drawn anew under our eyes is looked for again: nothing was done to it yet. */
  async function on(selector, timeoutMs = DEFAULT_TIMEOUT_MS, act) {
    const deadline = Date.now() + timeoutMs;
    for (;;) {
      const element = await visible(selector, deadline, timeoutMs);
      try {
        return await act(element);
      } catch (error) {
        if (Date.now() > deadline || !isGone(error)) throw error;
      }
    }
  }

  /** One look: what it gives of what is visible now, or nothing where that is gone, or goes under our eyes. */
  async function now(selector, look) {
    const element = await firstVisible(selector);
    if (element === undefined) return undefined;
    try {
      return await look(element);
    } catch (error) {
      if (isGone(error)) return undefined;
      throw error;
    }
  }

  async function visible(selector, deadline, timeoutMs) {
    for (;;) {
      const found = await firstVisible(selector);
      if (found !== undefined) return found;
      if (Date.now() > deadline)
        throw new Error(`Nothing visible matched ${selector} within ${timeoutMs} ms.`);
      await new Promise(resolve => setTimeout(resolve, POLL_MS));
    }
  }

  const token = randomUUID();
  async function serve(request, response) {
    const [, given, verb] = request.url.split('/');
    const isKnown = given === token && Object.hasOwn(verbs, verb) && request.method === 'POST';
    if (!isKnown) return void response.writeHead(404).end();
    let answer;
    const since = Date.now();
    try {
      const value = await verbs[verb](await bodyOf(request));
      answer = { value };
    } catch (error) {
      answer = { error: error.message };
    }
    const took = Date.now() - since;
    if (took > WORTH_TELLING_MS) say(`    The window took ${Math.round(took / 1000)} s for "${verb}".`);
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
  }
  // What a verb throws becomes an answer; anything else ends the launcher, which is right.
  const server = createServer((request, response) => void serve(request, response));
  await new Promise(resolve => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}/${token}`,
  };
}

/**
 * The next webviews stay blank, as one does in whose frame the service worker of webviews never takes control: they wait for it, and
 * answer nothing.
 */
async function blankWebviews(page, count) {
  const frame = /\/webview\/browser\/pre\/index(-[^/]*)?\.html/;
  let asked = 0;
  let blank = 0;
  await page.route(frame, async route => {
    asked += 1;
    if (asked > count) return await route.continue();
    const response = await route.fetch();
    const waits = '<script>navigator.serviceWorker.register = () => new Promise(() => {});</script>';
    await route.fulfill({ response, body: (await response.text()).replace('<head>', `<head>${waits}`) });
    blank += 1;
    // With a route, Chromium keeps nothing in its cache.
    if (blank === count) await page.unroute(frame);
  });
}

/**
 * Whether an element, or the whole frame or document that it was in, went away under our eyes. Playwright says so of a document in words of
 * its own, whatever Chromium said.
 */
function isGone({ message }) {
  return /not attached to the DOM|Execution context was destroyed|[Ff]rame (?:was|has been) detached/.test(
    message,
  );
}

/** Runs a function body on an element, called `element` there. */
function runOn(found, script) {
  return found.evaluate(
    // oxlint-disable-next-line typescript/no-implied-eval -- the test's own code, sent to the page it tests
    (element, body) => new Function('element', body)(element),
    script,
  );
}

/** Runs in a frame. */
function isFieldFocused() {
  return (
    document.hasFocus() &&
    document.activeElement?.matches('input, textarea, [contenteditable], .native-edit-context')
  );
}

/** Runs in a frame. */
function focusIn() {
  const { activeElement: at, body } = document;
  if (at === null || at === body) return document.hasFocus() ? 'body' : '';
  const name = [at.tagName.toLowerCase(), at.id, at.className, at.ariaLabel ?? at.title]
    .filter(Boolean)
    .join(' ');
  return document.hasFocus() ? name : `(${name})`;
}

function idsOf({ frameTree: { frame, childFrames = [] } }) {
  return [frame.id, ...childFrames.flatMap(frameTree => idsOf({ frameTree }))];
}

function asTold({ name, properties }) {
  const states = Object.fromEntries(properties.map(each => [each.name, each.value.value]));
  return { name: name?.value ?? '', ...states };
}

async function bodyOf(request) {
  let text = '';
  for await (const chunk of request) text += chunk;
  return text === '' ? {} : JSON.parse(text);
}
