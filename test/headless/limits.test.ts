import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { NUMBER_SETTINGS } from '../../src/shared/settings';
import { overStdio, start } from './clients';
import { script, TINY, world } from './world';

/** The smallest server, whose answer to a call is this long. */
const talkative = (bytes: number) => script(TINY.replace("text: 'pong'", `text: 'x'.repeat(${bytes})`));

const tinies = (count: number) =>
  world(Object.fromEntries(Array.from({ length: count }, (_, at) => [`tiny${at + 1}`, script(TINY)])));

test('--max-active counts the servers of one session', async () => {
  const { agent } = await overStdio(tinies(2), ['--approve', 'all', '--max-active', '1']);
  expect((await agent.call('mcp_activate', { name: 'tiny1' })).code).toBeUndefined();
  const refused = await agent.call('mcp_activate', { name: 'tiny2' });
  expect(refused.code).toBe('too-many-active');
  expect(refused.text).toContain('1 server is active in this session, the maximum.');
});

test('--max-per-minute counts the activations of one session', async () => {
  const { agent } = await overStdio(tinies(2), ['--approve', 'all', '--max-per-minute', '1']);
  await agent.call('mcp_activate', { name: 'tiny1' });
  const refused = await agent.call('mcp_activate', { name: 'tiny2' });
  expect([refused.code, refused.text]).toEqual([
    'rate-limited',
    expect.stringContaining('1 activations per 60 s'),
  ]);
});

test('--max-text-kib is what a model gets of one result; 0 is all of it', async () => {
  const of = world({ talkative: talkative(200_000) });
  for (const [kib, least, most] of [
    ['1', 1_000, 2_000],
    ['0', 199_999, 200_001],
  ] as const) {
    const { agent } = await overStdio(of, ['--approve', 'all', '--max-text-kib', kib]);
    await agent.call('mcp_activate', { name: 'talkative' });
    const { text } = await agent.call('talkative__ping');
    expect(text.length).toBeGreaterThan(least);
    expect(text.length).toBeLessThan(most);
    await agent.client.close();
  }
});

test('--warn-tools and --warn-tokens say from when on what is active costs too much', async () => {
  for (const flag of ['--warn-tools', '--warn-tokens']) {
    const of = tinies(1);
    const { agent } = await overStdio(of, ['--approve', 'all', flag, '1']);
    await agent.call('mcp_activate', { name: 'tiny1' });
    const warned = await agent.call('mcp_environment');
    expect(warned.text, flag).toContain('(warned above 1)');
    await agent.client.close();
  }
});

test('a limit that is no sensible number is refused in one sentence, and nothing starts', async () => {
  for (const [flag, value, sentence] of [
    ['--max-active', '0', '--max-active takes a whole number from 1 to 1000.'],
    ['--max-active', 'many', '--max-active takes a whole number from 1 to 1000.'],
    ['--max-per-minute', '1.5', '--max-per-minute takes a whole number from 1 to 1000.'],
    ['--idle-minutes', '-1', "Option '--idle-minutes' argument is ambiguous."],
    ['--idle-minutes', '', '--idle-minutes takes a whole number from 0 to 10080.'],
    ['--max-text-kib', '1e9', '--max-text-kib takes a whole number from 0 to 1048576.'],
    ['--warn-tokens', ' 5', '--warn-tokens takes a whole number from 0 to 100000000.'],
    ['--warn-tools', '0x10', '--warn-tools takes a whole number from 0 to 100000.'],
  ] as const) {
    const of = tinies(1);
    const { exit, stderr } = start([...of.options, flag, value]);
    expect(await exit).toBe(2);
    expect(stderr()).toBe(`${sentence} Run switchyard --help to see the options.\n`);
  }
});

test('every limit among the settings of VS Code has a flag, in --help and in its documentation', async () => {
  const flags = Object.values(NUMBER_SETTINGS).flatMap(({ flag }) => (flag === null ? [] : [`--${flag}`]));
  const help = start(['--help']);
  let text = '';
  help.child.stdout?.on('data', (part: Buffer) => (text += part.toString()));
  await help.exit;
  const page = readFileSync(new URL('../../docs/headless.md', import.meta.url), 'utf8');
  for (const flag of flags) {
    expect(text).toContain(flag);
    expect(page).toContain(`\`${flag} `);
  }
});
