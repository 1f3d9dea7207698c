import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { expect, test } from 'vitest';
import { type Agent, overStdio } from './clients';
import { script, TINY, type World, world, realServer } from './world';

/** A server that says how it was started, and whose `wait` is answered when `release` is called. */
const TELLING = `const waiting = [];
const answer = (id, text) => console.log(JSON.stringify({ jsonrpc: '2.0', id, result: { content: [{ type: 'text', text }] } }));
const tool = name => ({ name, description: name, inputSchema: { type: 'object' } });
require('node:readline').createInterface({ input: process.stdin }).on('line', line => {
  const { id, method, params } = JSON.parse(line);
  if (method === 'tools/call') {
    if (params.name === 'wait') waiting.push(id);
    else {
      if (params.name === 'release') for (const each of waiting.splice(0)) answer(each, 'waited');
      answer(id, JSON.stringify({ pid: process.pid, args: process.argv.slice(1), mode: process.env.MODE }));
    }
    return;
  }
  const results = {
    initialize: { protocolVersion: params?.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'telling', version: '1' } },
    'tools/list': { tools: ['told', 'wait', 'release', ...process.argv.slice(1).filter(each => each.startsWith('more'))].map(tool) },
  };
  if (id !== undefined) console.log(JSON.stringify({ jsonrpc: '2.0', id, result: results[method] ?? {} }));
});`;

const APPROVED = ['--approve', 'all'] as const;

/** An entry for it with these arguments of its own. */
function telling(args: readonly unknown[] = [], facts: Readonly<Record<string, unknown>> = {}) {
  const { command } = script(TELLING);
  return { command, args: ['-e', TELLING, '--', ...args], ...facts };
}

async function told(agent: Agent, tool = 'telling__told'): Promise<Record<string, unknown>> {
  return JSON.parse((await agent.call(tool)).text) as Record<string, unknown>;
}

/** Saves the servers file in one step, as editors do. */
function save({ serversFile }: World, servers: Readonly<Record<string, unknown>> | string): void {
  const text = typeof servers === 'string' ? servers : JSON.stringify({ servers }, null, 2);
  writeFileSync(`${serversFile}.new`, text);
  renameSync(`${serversFile}.new`, serversFile);
}

async function environment(agent: Agent): Promise<string> {
  return (await agent.call('mcp_environment')).text;
}

test('a file that is broken for a while takes nothing away, not even in the middle of a call', async () => {
  const of = world({ telling: telling(), other: script(TINY) });
  const { agent, stderr } = await overStdio(of, APPROVED);
  await agent.call('mcp_activate', { name: 'telling' });
  const { pid } = await told(agent);
  const waiting = agent.call('telling__wait');

  for (const [at, broken] of ['{"servers": {"telling": {"comm', '', '[]'].entries()) {
    save(of, broken);
    await expect.poll(() => stderr().split('stay as they were read before').length - 1).toBe(at + 1);
    expect(await told(agent)).toMatchObject({ pid });
    const known = await environment(agent);
    expect(known).toContain(`! ${of.serversFile}:1:`);
    expect(known).toContain('stay as they were read before');
  }
  expect((await agent.call('telling__release')).isError).toBe(false);
  expect((await waiting).text).toBe('waited');
  expect((await agent.call('mcp_activate', { name: 'other' })).isError).toBe(false);

  save(of, { telling: telling(['mended']) });
  await expect.poll(() => environment(agent)).not.toContain('stay as they were');
  expect((await agent.call('mcp_activate', { name: 'other' })).code).toBe('unknown-server');
  await expect.poll(() => agent.toolNames()).toContain('telling__told');
  expect((await told(agent))['args']).toEqual(['mended']);

  rmSync(of.serversFile);
  await expect
    .poll(async () => (await agent.call('mcp_activate', { name: 'telling' })).code)
    .toBe('unknown-server');
});

test('who waits for a server that is changed or removed is told so, and what comes next', async () => {
  const of = world({ telling: telling() });
  const { agent } = await overStdio(of, APPROVED);
  await agent.call('mcp_activate', { name: 'telling' });
  const changed = agent.call('telling__wait');
  await told(agent);
  save(of, { telling: telling(['new']) });
  expect(await changed).toMatchObject({
    code: 'upstream-closed',
    text: '"telling" was stopped while "wait" ran. Its configuration was changed. The next call starts it by the new one.',
  });
  expect((await told(agent))['args']).toEqual(['new']);

  const removed = agent.call('telling__wait');
  await told(agent);
  save(of, {});
  expect(await removed).toMatchObject({
    code: 'upstream-closed',
    text: '"telling" was stopped while "wait" ran. It was removed from the catalog. Call mcp_environment to see which servers there are.',
  });
  expect((await agent.call('mcp_activate', { name: 'telling' })).code).toBe('unknown-server');
});

test('of a file that never was whole in this run nothing is used, and whoever asks for its servers is told why', async () => {
  const of = world('{\n  "servers": {\n    "tiny" { "command": "node" }\n  }\n}\n');
  const { agent, stderr } = await overStdio(of, APPROVED);
  const place = `${of.serversFile}:3:12: Syntax error at line 3, column 12: colon expected.`;
  expect(stderr()).toContain(`warn ${place}`);
  const known = await agent.call('mcp_environment');
  expect(known.text).toContain(`! ${place} None of its servers is used until it is mended.`);
  expect(known.structured['problems']).toEqual([expect.stringContaining(place)]);
  const refused = await agent.call('mcp_activate', { name: 'tiny' });
  expect(refused.code).toBe('unknown-server');
  expect(refused.text).toContain(`There is no server "tiny".`);
  expect(refused.text).toContain(place);
  save(of, { tiny: script(TINY) });
  await expect.poll(async () => (await agent.call('mcp_activate', { name: 'tiny' })).isError).toBe(false);
  expect((await agent.call('mcp_environment')).structured['problems']).toBeUndefined();
});

const BAD: readonly (readonly [string, unknown, string])[] = [
  ['neither', {}, 'it has neither a command nor a url. Give it one of them.'],
  ['both', { command: 'a', url: 'https://a.example' }, 'it has a command and a url.'],
  ['text', 'node x.js', 'the entry is wrong: expected object, received string.'],
  ['args', { command: 'a', args: '-y' }, 'args is wrong: expected array, received string.'],
  ['nested', { command: 'a', args: [['-y']] }, 'args.0 is wrong: expected a text.'],
  [
    'address',
    { serverUrl: 'ftp://a' },
    'serverUrl is wrong: expected an address that begins with http:// or https://.',
  ],
  ['slow', { command: 'a', timeout: 'long' }, 'timeout is wrong: expected number, received string.'],
  ['a__b', { command: 'a' }, `can't be a server's name.`],
];

test('a bad entry is named with its place and what is wrong by mcp_environment and mcp_activate', async () => {
  const of = world({ ...Object.fromEntries(BAD.map(([name, entry]) => [name, entry])), tiny: script(TINY) });
  const { agent, stderr } = await overStdio(of, APPROVED);
  const full = await agent.call('mcp_environment', { detail: 'full' });
  const problems = (full.structured['problems'] as string[]).join('\n');
  for (const [name, , message] of BAD) {
    const line = new RegExp(`servers\\.json:\\d+:\\d+: "${name}".*`);
    for (const text of [full.text, problems, stderr()]) expect(line.exec(text)?.[0], name).toContain(message);
    const refused = await agent.call('mcp_activate', { name });
    expect([name, refused.code]).toEqual([name, 'broken-entry']);
    expect(refused.text).toMatch(line);
    expect(refused.text).toContain(message);
    expect(refused.text).not.toContain('There is no server');
  }
  expect((await agent.call('mcp_activate', { name: 'tiny' })).isError).toBe(false);
  const brief = await environment(agent);
  expect(brief).toContain('! 5 more problems');
  expect(brief.length).toBeLessThanOrEqual(2_400);
});

test('what nobody reads in an entry is told with what may have been meant, and the entry is used', async () => {
  const of = world({ telling: { ...telling(), arg: ['x'], enviroment: { MODE: 'x' } } });
  const { agent } = await overStdio(of, APPROVED);
  const meant = ['Did you mean "args"?', 'Did you mean "env"?'];
  for (const text of [
    await environment(agent),
    (await agent.call('mcp_activate', { name: 'telling' })).text,
  ]) {
    for (const each of meant) expect(text).toContain(each);
  }
});

test('a server whose arguments are changed while it is active is started anew and listed whole', async () => {
  const of = world({ telling: telling(['first']), tiny: script(TINY) });
  const { agent } = await overStdio(of, APPROVED);
  await agent.call('mcp_activate', { name: 'telling' });
  await agent.call('mcp_activate', { name: 'tiny' });
  const before = await told(agent);
  save(of, { telling: telling(['second', 'more-tools']), tiny: script(TINY) });
  const whole = ['telling__more-tools', 'telling__release', 'telling__told', 'telling__wait', 'tiny__ping'];
  await expect
    .poll(async () => (await agent.toolNames()).filter(name => name.includes('__')).sort())
    .toEqual(whole);
  const after = await told(agent);
  expect(after['args']).toEqual(['second', 'more-tools']);
  expect(after['pid']).not.toBe(before['pid']);
});

test('an entry that is called like a module of ours is refused with its place, and the module stays', async () => {
  const of = world(
    '{ "servers": {\n  "workflow": { "command": "node" },\n  "orchestrator": { "command": "node" }\n} }',
  );
  const { agent } = await overStdio(of, APPROVED);
  const known = await environment(agent);
  expect(known).toContain(`! ${of.serversFile}:2:3: "workflow" is reserved for a Switchyard module`);
  expect(known).toContain(`! ${of.serversFile}:3:3: "orchestrator" is reserved for a Switchyard module`);
  expect(await agent.toolNames()).toContain('start_workflow');
});

test('numbers, booleans, a home folder and the last of doubled keys are read as they are meant', async () => {
  const entry = telling([8080, true, -1.5, '~/notes'], { cwd: '~', env: { MODE: 80 } });
  const text = JSON.stringify({ servers: { telling: entry } });
  const of = world(text.replace('"cwd"', '"timeout":1,"timeout":90000,"cwd"'));
  const { agent } = await overStdio(of, APPROVED, { HOME: homedir() });
  await agent.call('mcp_activate', { name: 'telling' });
  expect(await told(agent)).toMatchObject({ args: ['8080', 'true', '-1.5', '~/notes'], mode: '80' });
  expect(await environment(agent)).toContain('"telling": "timeout" stands here twice. The last one counts');
});

test('$${NAME} reaches a server as ${NAME}, whether or not it is set', async () => {
  const entry = telling(['$${FOO}', 'a $${env:HOME} ${env:HOME}', '$$${FOO}', '$5'], {
    env: { MODE: '$${MODE}' },
  });
  const { agent } = await overStdio(world({ telling: entry }), APPROVED, { HOME: '/home/ann' });
  expect((await agent.call('mcp_activate', { name: 'telling' })).text).toContain('telling__told');
  expect(await told(agent)).toMatchObject({
    args: ['${FOO}', 'a ${env:HOME} /home/ann', '$${FOO}', '$5'],
    mode: '${MODE}',
  });
});

test('a call may be silent for as long as its entry says, and no longer', async () => {
  const { agent } = await overStdio(world({ telling: telling([], { timeout: 1_000 }) }), APPROVED);
  await agent.call('mcp_activate', { name: 'telling' });
  const late = await agent.call('telling__wait');
  expect(late.code).toBe('upstream-timeout');
  expect(late.text).toContain('did not answer "wait" within 1 s');
  expect((await agent.call('telling__told')).isError).toBe(false);
});

test('a command with its arguments in it is told to put them into args', async () => {
  const of = world({ one: { command: 'git x.js --flag' }, two: { command: 'my tool' } });
  const { agent } = await overStdio(of, APPROVED);
  expect((await agent.call('mcp_activate', { name: 'one' })).text).toContain(
    '"command" takes the program only: keep "git" there and move "x.js", "--flag" into "args".',
  );
  expect((await agent.call('mcp_activate', { name: 'two' })).text).toContain(
    'The program "my tool" was not found',
  );
  expect((await agent.call('mcp_activate', { name: 'two' })).text).not.toContain('"args"');
});

test('a whole command line that begins with what starts servers is started, as Cursor does', async () => {
  const of = world({ line: { command: ['node', ...realServer('everything').args].join(' ') } });
  const { agent } = await overStdio(of, APPROVED);
  expect((await agent.call('mcp_activate', { name: 'line' })).isError).toBe(false);
});

test('values that only look a little like placeholders are started with; a real one is named with the way round', async () => {
  const values = [
    '',
    'xxxl',
    './todo_here',
    '{"note":"<IMPORTANT> read this"}',
    'TODO,FIXME',
    'REPLACE INTO t',
  ];
  const of = world({
    telling: telling(['--prefix', ...values], { env: { MODE: 'xxxl' } }),
    key: telling([], { env: { API_KEY: 'YOUR_API_KEY' } }),
    flag: telling(['--dir', '<YOUR_FOLDER>']),
    allowed: telling(['<YOUR_FOLDER>'], { env: { MODE: 'changeme', API_KEY: '' }, allow_placeholders: true }),
  });
  const { agent } = await overStdio(of, APPROVED);
  await agent.call('mcp_activate', { name: 'telling' });
  expect(await told(agent)).toMatchObject({ args: ['--prefix', ...values], mode: 'xxxl' });

  const wayRound = 'If the value is intended, the user can add "allow_placeholders": true to the entry.';
  const key = await agent.call('mcp_activate', { name: 'key' });
  expect([key.code, key.text]).toEqual(['missing-credentials', expect.stringContaining('Missing API_KEY.')]);
  const flag = await agent.call('mcp_activate', { name: 'flag' });
  expect(flag.text).toContain(`Replace the placeholder of --dir in ${of.serversFile}.`);
  for (const { text } of [key, flag]) expect(text).toContain(wayRound);

  await agent.call('mcp_activate', { name: 'allowed' });
  expect(await told(agent, 'allowed__told')).toMatchObject({ args: ['<YOUR_FOLDER>'], mode: 'changeme' });
});
