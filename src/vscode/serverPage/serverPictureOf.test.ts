import { expect, test } from 'vitest';
import { entryOf, idOf, secret } from '../../../test/support/catalogWorld';
import { anna, ben, gatewayWorld } from '../../../test/support/gatewayWorld';
import { plainWording } from '../../../test/support/pictureText';
import { noSignal } from '../../../test/support/testCore';
import { type ServerLook, serverTellingOf } from '../../shared/serverPage/messages';
import type { PageFacts } from './serverFacts';
import { offersOf } from './serverOffers';
import { serverPictureOf } from './serverPictureOf';
import { tryTool, TRIAL_HOST } from './toolTrial';

const FACTS: PageFacts = {
  launch: undefined,
  stored: [],
  isSignedIn: false,
  trial: { problems: new Map(), isRunning: false },
};
const HOSTILE = 'Reads <b>all</b>\u202E files';

async function world() {
  const core = await gatewayWorld({
    entries: [
      entryOf('files', { publisher: 'Ann' }),
      entryOf('sentry', { needs: [secret('SENTRY_TOKEN')] }),
      entryOf('off', { disabledBy: 'user' }),
    ],
  });
  core.servers.add('files', {
    tools: [
      {
        name: 'read',
        description: HOSTILE,
        inputSchema: { type: 'object' },
        annotations: { readOnlyHint: true },
      },
      {
        name: 'write',
        inputSchema: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
      },
    ],
  });
  const draw = (id: string, look: Partial<ServerLook> = {}, facts: Partial<PageFacts> = {}) => {
    const picture = serverPictureOf(
      core,
      id,
      { tab: 'tools', tool: '', chat: '', ...look },
      { ...FACTS, ...facts },
      plainWording,
    );
    // What the page would not take, nobody sees.
    expect(serverTellingOf({ type: 'picture', picture })).toBeDefined();
    return picture;
  };
  return { ...core, draw };
}

test('a server that is off says what it is for and can be turned on; its tools are known once it ran', async () => {
  const { draw } = await world();
  const { heading, tools, tabs } = draw('files');
  expect(heading).toMatchObject({ title: 'files', state: 'off', tone: 'off' });
  expect(heading?.facts.map(({ label, text }) => `${label}: ${text}`)).toEqual([
    'Status: off',
    'Process: not running',
    'Publisher: Ann',
    'Trust: nothing approved yet',
  ]);
  expect(heading?.actions.map(({ command }) => command)).toEqual(['turnOnServer', 'disableServer']);
  expect(tools).toMatchObject({ tools: [], note: 'The tools are known once the server has started.' });
  expect(tabs.map(({ id }) => id)).toEqual(['tools', 'log', 'setup', 'chats']);
});

test('shows the tools that one chat sees, with what they cost and say of themselves, nothing hidden', async () => {
  const { draw, activate, gateway } = await world();
  await activate(anna, 'files');
  await activate(ben, 'files');
  const chat = gateway.sessions().find(({ id }) => id === anna.session);
  if (chat) await gateway.chooseTools(chat, 'files', ['write']);
  const { heading, tools } = draw('files', { chat: anna.session });
  expect(heading).toMatchObject({
    state: 'on in 2 chats',
    target: { server: 'files', session: anna.session },
  });
  expect(heading?.actions.map(({ title }) => title)).toEqual([
    'Turn Off',
    'Restart',
    'Stop',
    'Disable Server…',
  ]);
  expect(tools?.count).toMatch(/^1 of 2 tools · ~\d+ of ~\d+ tokens$/);
  expect(tools?.chats).toHaveLength(2);
  expect(tools?.tools.map(({ name, isListed }) => [name, isListed])).toEqual([
    ['read', false],
    ['write', true],
  ]);
  expect(tools?.tools[0]).toMatchObject({
    about: String.raw`Reads <b>all</b>\u{202e} files`,
    facts: expect.stringMatching(/^reads · ~\d+ tokens$/),
  });
  expect(draw('files', { chat: ben.session }).tools?.tools[0]?.isListed).toBe(true);
});

test('the open tool has its schema and a form, and keeps what was wrong in it', async () => {
  const { draw, activate } = await world();
  await activate(anna, 'files');
  const problems = new Map([['text', 'Enter a value.']]);
  const { tools } = draw('files', { tool: 'write' }, { trial: { problems, isRunning: false } });
  expect(tools?.tools.map(({ detail }) => detail !== undefined)).toEqual([false, true]);
  expect(tools?.tools[1]?.detail).toMatchObject({
    schemas: [{ title: 'Input schema', text: expect.stringContaining('"required": [') }],
    form: { fields: [{ name: 'text', kind: 'text', isRequired: true, problem: 'Enter a value.' }] },
  });
});

test.each([
  ['as many fixed values as a form shows', { size: { enum: Array.from({ length: 500 }, (_, i) => i) } }],
  ['a fixed value that is long', { size: { enum: ['s', 'x'.repeat(3_000)] } }],
  ['a name that is long', { ['x'.repeat(3_000)]: { type: 'string' } }],
  ['a default that is long', { size: { type: 'string', default: 'x'.repeat(400_000) } }],
])('the page of a tool whose argument has %s is still shown', async (_what, properties) => {
  const { draw, activate, servers } = await world();
  servers.add('files', { tools: [{ name: 'odd', inputSchema: { type: 'object', properties } }] });
  await activate(anna, 'files');
  const [tool] = draw('files', { tool: 'odd' }).tools?.tools ?? [];
  expect(tool?.detail?.form?.fields).toHaveLength(1);
});

test('a tool that changed since the approval is withheld, cannot be called, and leads to its review', async () => {
  const { draw, activate, servers, gateway } = await world();
  await activate(anna, 'files');
  servers.changeTools('files', [{ name: 'read', description: 'Sends all', inputSchema: { type: 'object' } }]);
  await gateway.toolsOf(anna, 'files', noSignal());
  await expect.poll(() => gateway.reviews.withheld()).toBe(1);
  const picture = draw('files', { tool: 'read' });
  const [tool] = picture.tools?.tools ?? [];
  expect(tool).toMatchObject({
    name: 'read',
    badge: { text: 'withheld: changed since approval', tone: 'bad' },
  });
  expect([tool?.isListed, tool?.detail?.form]).toEqual([undefined, undefined]);
  expect(picture.blocks.map(({ id }) => id)).toEqual(['trust']);
  expect(offersOf(picture)).toContainEqual({
    item: '',
    command: 'reviewTools',
    target: picture.heading?.target,
  });
});

test('says which keys are there, never what they are, and how the launch stands', async () => {
  const { draw } = await world();
  const missing = draw('sentry', { tab: 'setup' });
  expect(missing.heading).toMatchObject({ state: 'needs setup', tone: 'warn' });
  expect(missing.heading?.actions[0]?.command).toBe('enterCredentials');
  const keys = missing.setup?.find(({ id }) => id === 'keys');
  expect(keys?.rows.map(({ label, detail }) => [label, detail])).toEqual([['SENTRY_TOKEN', 'missing']]);
  expect(missing.setup?.[0]).toMatchObject({ note: 'It is shown when its keys are there.' });
  const stored = draw('sentry', { tab: 'setup' }, { stored: ['SENTRY_TOKEN'] });
  expect(offersOf(stored).map(({ command }) => command)).toContain('forgetCredentials');
  const launch = { text: 'node run\nwith variables SENTRY_TOKEN', isApproved: true };
  const set = draw('files', { tab: 'setup' }, { launch });
  expect(set.setup?.[0]).toMatchObject({
    text: launch.text,
    note: expect.stringContaining('You approved this.'),
  });
});

test('shows what a server wrote, newest last, and says why it failed', async () => {
  const { draw, activate, servers } = await world();
  await activate(anna, 'files');
  servers.write('files', 'up\n\u202Edown\n');
  expect(draw('files', { tab: 'log' }).log?.lines.map(({ text }) => text)).toEqual([
    'up',
    String.raw`\u{202e}down`,
  ]);
  servers.crash('files', 'It exited with code 9. Last output: db locked');
  const { heading, blocks } = draw('files', { tab: 'log' });
  expect(heading).toMatchObject({ state: 'failed', tone: 'bad' });
  expect(blocks[0]?.text).toContain('It exited with code 9.');
  expect(heading?.actions.map(({ title }) => title)).toContain('Start');
});

test('names the chats that use it, each of which can let go of it', async () => {
  const { draw, activate } = await world();
  await activate(anna, 'files');
  const picture = draw('files', { tab: 'chats' });
  expect(picture.chats?.rows.map(({ label, detail }) => `${label} ${detail}`)).toEqual([
    expect.stringMatching(/^Chat .* turned on by the agent · \d\d:\d\d$/),
  ]);
  const target = { server: 'files', session: anna.session };
  expect(offersOf(picture)).toContainEqual({
    item: `chat:${anna.session}`,
    command: 'deactivateServer',
    target,
  });
  expect(draw('sentry', { tab: 'chats' }).chats).toEqual({ rows: [], note: 'No chat uses this server.' });
});

test('a server that is gone leaves a page that can be closed', async () => {
  const { draw } = await world();
  const { heading, blocks } = draw('nothing');
  expect(heading).toBeUndefined();
  expect(blocks[0]?.actions.map(({ command }) => command)).toEqual(['closePage']);
});

test('a module of ours has no process, log or launch', async () => {
  const { draw } = await world();
  const { heading, tabs } = draw('knowledge', { tab: 'log' });
  expect(tabs.map(({ id }) => id)).toEqual(['tools', 'setup', 'chats']);
  expect(heading?.facts.map(({ label }) => label)).toEqual(['Status']);
});

test('the heading says how the tools were used, all together', async () => {
  const { draw, toolUse } = await world();
  const facts = () => draw('files').heading?.facts.map(({ label, text }) => `${label} ${text}`) ?? [];
  expect(facts().join()).not.toContain('Calls');
  toolUse.note('files', 'read', 10, false, undefined);
  expect(facts().at(-1)).toBe('Calls 1 · p50 10 ms');
  toolUse.note('files', 'write', 29.2, true, undefined);
  toolUse.note('files', 'write', 30, false, undefined);
  expect(facts().at(-1)).toBe('Calls 3 · 1 failed · p50 30 ms');
});

test('a tool is tried as other calls are made, and nothing is left on', async () => {
  const { servers, gateway, activate, asked, draw, ...core } = await world();
  const attempt = (tool: string, input: unknown) =>
    tryTool({ gateway, ...core }, idOf('files'), tool, input, plainWording, noSignal());
  expect(await attempt('write', { text: 'a' })).toMatchObject({ tone: 'ok', text: 'write' });
  expect(asked.map(({ server }) => server)).toEqual(['files']);
  expect([servers.names, gateway.sessions()]).toEqual([[], []]);
  await activate(anna, 'files');
  const seen: string[] = [];
  const fake = servers.servers.get('files');
  if (fake) {
    fake.answer = async () => {
      seen.push(...gateway.sessions().map(({ host }) => host));
      expect(draw('files').heading?.state).toBe('on in 1 chat');
      return { content: [{ type: 'image', mimeType: 'image/png', data: 'AAAA' }], isError: true };
    };
  }
  expect(await attempt('write', { text: 'a' })).toMatchObject({
    tone: 'bad',
    text: '[image, image/png, 3 B]',
  });
  expect(seen).toContain(TRIAL_HOST);
  expect(servers.names).toEqual(['files']);
  expect(await attempt('write', {})).toMatchObject({ tone: 'bad', title: 'The tool was not called' });
});

test('a tool that was called shows how often, how often in vain, how long it took and what it gave back', async () => {
  const core = await world();
  await core.activate(anna, 'files');
  expect(core.draw('files').tools?.tools[0]?.facts).not.toContain('call');
  await core.call(anna, 'files__read');
  const [read, write] = core.draw('files').tools?.tools ?? [];
  expect(read?.facts).toContain('1 call · p50');
  expect(write?.facts).not.toContain('call');
});
