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

const DEFAULT_TIMEOUT_MS = 15_000;
const POLL_MS = 100;

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
    type: async ({ text }) => (await page).keyboard.type(text),
    click: async ({ selector, timeoutMs, modifiers }) =>
      (await visible(selector, timeoutMs)).click({ modifiers }),
    drag: async ({ from, to }) => drag(await visible(from), await visible(to)),
    fill: async ({ selector, text, timeoutMs }) => (await visible(selector, timeoutMs)).fill(text),
    textOf: async ({ selector, timeoutMs }) => (await visible(selector, timeoutMs)).innerText(),
    accessible: async ({ selector, role }) => accessible(await visible(selector), role),
    isVisible: async ({ selector }) => (await firstVisible(selector)) !== undefined,
    evaluate: async ({ selector, script, timeoutMs }) =>
      (await visible(selector, timeoutMs)).evaluate(
        // oxlint-disable-next-line typescript/no-implied-eval -- the test's own code, sent to the page it tests
        (element, body) => new Function('element', body)(element),
        script,
      ),
  };

  /** Drags with the mouse, also from one webview to another. */
  async function drag(from, to) {
    const { mouse } = await page;
    const [start, end] = [await middleOf(from), await middleOf(to)];
    await mouse.move(start.x, start.y);
    await mouse.down();
    // The first step begins the drag, the second one is what the target sees of it.
    for (const steps of [5, 5]) await mouse.move(end.x, end.y, { steps });
    await mouse.up();
  }

  async function middleOf(element) {
    const { x, y, width, height } = await element.boundingBox();
    return { x: x + width / 2, y: y + height / 2 };
  }

  /** What Chromium tells a screen reader of the document that an element is in: every node of a role, in order. */
  async function accessible(element, role) {
    const frame = await (await element.elementHandle()).ownerFrame();
    const session = await sessionOf(frame);
    try {
      const frameId = idIn(await session.send('Page.getFrameTree'), frame.url());
      const { nodes } = await session.send('Accessibility.getFullAXTree', { frameId });
      return nodes.filter(node => !node.ignored && node.role?.value === role).map(asTold);
    } finally {
      await session.detach();
    }
  }

  /** A frame in a process of its own has a session of its own; the others share that of the frame above them. */
  async function sessionOf(frame) {
    const context = (await page).context();
    for (let at = frame; at !== null; at = at.parentFrame()) {
      const session = await context.newCDPSession(at).catch(() => undefined);
      if (session) return session;
    }
    return await context.newCDPSession(await page);
  }

  /** Looks in the window and in all its frames: a webview's document is two frames deep. */
  async function firstVisible(selector) {
    for (const frame of (await page).frames()) {
      const candidates = await frame
        .locator(selector)
        .all()
        .catch(() => []);
      for (const candidate of candidates) {
        // A frame may go away while we look; then nothing is visible in it.
        if (await candidate.isVisible().catch(() => false)) return candidate;
      }
    }
    return undefined;
  }

  async function visible(selector, timeoutMs = DEFAULT_TIMEOUT_MS) {
    const deadline = Date.now() + timeoutMs;
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
    try {
      const value = await verbs[verb](await bodyOf(request));
      answer = { value };
    } catch (error) {
      answer = { error: error.message };
    }
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
  }
  // What a verb throws becomes an answer; anything else ends the launcher, which is right.
  const server = createServer((request, response) => void serve(request, response));
  await new Promise(resolve => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}/${token}`,
  };
}

/** The deepest frame of that address: a document that was written by the one around it has its address. */
function idIn({ frameTree }, url) {
  const below = (frameTree.childFrames ?? []).map(child => idIn({ frameTree: child }, url)).find(Boolean);
  return below ?? (frameTree.frame.url === url ? frameTree.frame.id : undefined);
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
