import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { commands, ConfigurationTarget, workspace } from 'vscode';
import { DOCUMENT_LIMITS, guardedFetch } from '../../src/node/net/guardedFetch';
import { browserHost } from '../../src/vscode/host/browserHost';
import { authServerOver } from '../support/authServer';
import { listen } from '../support/httpListener';
import { protectedMcpOver } from '../support/protectedMcp';
import { loadScript, readyChat } from '../support/vscode/chat';
import { untilTitled } from '../support/vscode/quickInput';
import { calls, says } from '../support/vscode/script';
import { postRound } from '../support/vscode/roundEndpoint';
import { until } from '../support/vscode/until';
import {
  click,
  clickDialogButton,
  dialogText,
  evaluate,
  screenshot,
  textOf,
  type,
} from '../support/vscode/window';

const closing: (() => void)[] = [];

/** Listens until the suite ends. */
async function listening(...of: Parameters<typeof listen>) {
  const server = await listen(...of);
  closing.push(() => server.close());
  return server;
}

/** What the window was told to open, from now on: nobody looks at another tab here. */
async function noteOpened(): Promise<void> {
  await evaluate(
    'body',
    'delete window.opened; window.open = url => { window.opened = String(url); return window; };',
  );
}

async function openedUrl(): Promise<URL> {
  return new URL(
    await until('The browser is opened', async () => {
      const opened = await evaluate('body', 'return window.opened ?? null;');
      return typeof opened === 'string' ? opened : undefined;
    }),
  );
}

/** A port of this machine, as the window's server forwards it: `…/proxy/<port>/…`. It is reached here without it. */
function direct(url: string): string {
  return url.replace(/^.*?\/proxy\/(\d+)\//, 'http://127.0.0.1:$1/');
}

suiteSetup(() => readyChat());
suiteTeardown(() => closing.forEach(close => close()));

test('a person signs in to a server in the browser after seeing what is sent, and out of it again', async () => {
  const auth = await authServerOver(listening);
  const server = await protectedMcpOver(listening, auth);
  const wiki = { url: server.url, oauth: { scopes: ['read'] } };
  await workspace.getConfiguration('switchyard').update('servers', { wiki }, ConfigurationTarget.Global);
  await noteOpened();

  const signingIn = commands.executeCommand('switchyard.signIn', 'wiki');
  const question = await dialogText();
  assert.match(question, /Connect to the MCP server "wiki"\?/);
  assert.match(question, /scopes: read/);
  assert.deepEqual([auth.requests, server.requests], [[], []]);
  await clickDialogButton('Connect');
  const page = await fetch(direct((await openedUrl()).href), { redirect: 'manual' });
  await fetch(direct(page.headers.get('location') ?? ''));
  await textOf('.notifications-toasts >> text=You are signed in to "wiki".');
  await screenshot('signed-in');
  await signingIn;
  assert.equal(auth.authorizations[0]?.get('scope'), 'read');

  const signingOut = commands.executeCommand('switchyard.signOut', 'wiki');
  await clickDialogButton('Sign Out');
  await signingOut;
  await textOf('.notifications-toasts >> text=You are signed out of "wiki".');
  assert.deepEqual(auth.revoked, ['refresh_token', 'access_token']);
});

test('a round names a server that wants a sign-in: the refusal names the command, which offers it, and then it works', async () => {
  const auth = await authServerOver(listening);
  const server = await protectedMcpOver(listening, auth);
  await loadScript({ prompt: 'Ask the notes', steps: [calls('echo'), says('Asked.')] });
  const tools = [
    {
      ...{ type: 'mcp', server_label: 'notes', server_url: server.url },
      ...{ allowed_tools: [], require_approval: 'never' },
    },
  ];
  const round = { messages: [{ role: 'user', content: 'Ask the notes' }], tools };
  const asking = postRound('/llm-exec/round', round);
  assert.match(await dialogText(), /Connect to the MCP server "notes"\?/);
  await clickDialogButton('Connect');
  const refused = await asking;
  assert.equal(refused.status, 400);
  assert.match(refused.text, /needs a sign-in[^]*"Switchyard: Sign In to Server…[^]*"code":"sign-in-needed"/);

  await noteOpened();
  const signingIn = commands.executeCommand('switchyard.signIn');
  await untilTitled('Sign In');
  await type('notes');
  await screenshot('sign-in-of-round');
  await click('.quick-input-list .monaco-list-row[aria-label*="notes"]');
  const page = await fetch(direct((await openedUrl()).href), { redirect: 'manual' });
  await fetch(direct(page.headers.get('location') ?? ''));
  await signingIn;
  const ran = await postRound('/llm-exec/round', round);
  assert.equal(ran.status, 200, ran.text);
  assert.match(ran.text, /called echo[^]*"finish_reason":"stop"/);
});

test('the browser gets an address as it was written', async () => {
  const url = new URL(
    'https://login.example/authorize?scope=read+write&resource=https%3A%2F%2Fx%2F%3Fa%3D1%26b',
  );
  await noteOpened();
  const opening = browserHost.openBrowser(url);
  await clickDialogButton('Open');
  assert.equal((await openedUrl()).href, url.href);
  await opening;
});

test("a server is asked for through the proxy of VS Code's settings, which alone knows its name, and one nearby is not", async () => {
  const asked: string[] = [];
  const proxy = createServer((request, response) => {
    asked.push(String(request.url));
    response.end();
  });
  proxy.on('connect', ({ url }, socket) => {
    asked.push(String(url));
    socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  closing.push(() => proxy.close());
  const { port } = proxy.address() as AddressInfo;
  const ask = async (url: string): Promise<void> => {
    const { fetch, close } = guardedFetch({ approved: url, limits: DOCUMENT_LIMITS });
    await fetch(url).then(
      () => undefined,
      () => undefined,
    );
    close();
  };
  const settings = workspace.getConfiguration('http');
  await settings.update('proxy', `http://127.0.0.1:${port}`, ConfigurationTarget.Global);
  try {
    await until('The proxy is asked', async () => {
      await ask('https://mcp.behind.example/mcp');
      return asked.includes('mcp.behind.example:443');
    });
    await ask(`http://127.0.0.1:${port}/nearby`);
    assert.equal(asked.at(-1), '/nearby');
  } finally {
    await settings.update('proxy', undefined, ConfigurationTarget.Global);
  }
});
