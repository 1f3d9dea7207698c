import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { start, type Started } from './clients';
import { processesOf, script, TINY, type World, world } from './world';

const initialize = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
};

/** What bugs say stays with us: it may quote anything. */
const QUOTED = 'what-a-file-says';
/** The same in code, so that it does not stand in the code's address. */
const MESSAGE = `'what-a-' + 'file-says'`;

/** Runs this code in the program when it gets SIGUSR2: a bug that comes when the test says so. */
const onSignal = (code: string) => ({
  NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(`process.on('SIGUSR2', () => { ${code} })`)}`,
});

/** The program serves, and its server, which goes by no kind word, runs. */
async function serving(
  of: World,
  env: Readonly<Record<string, string>> = {},
  ...options: readonly string[]
): Promise<Started> {
  const program = start([...of.options, '--approve', 'all', ...options], env);
  program.send(initialize);
  await program.line(line => line.includes('"id":1'));
  const params = { name: 'mcp_activate', arguments: { name: 'stubborn' } };
  program.send({ jsonrpc: '2.0', id: 2, method: 'tools/call', params });
  expect(await program.line(line => line.includes('"id":2'))).not.toContain('isError');
  return program;
}

/** A world with a stubborn server in it, and the one by whose folder that server is found. */
function worlds(): { readonly of: World; readonly mark: World } {
  const mark = world({});
  const noted = `require('node:fs').writeFileSync(${JSON.stringify(join(mark.folder, 'told'))}, '')`;
  const stubborn = `process.stdin.on('end', () => ${noted}); process.on('SIGTERM', () => {}); setInterval(() => {}, 1000);`;
  return { of: world({ stubborn: script(stubborn + TINY) }), mark };
}

/** Keeps the journal of this world from everybody, as a process does that opens or repairs it. */
function held(of: World): { letGo(): void } {
  mkdirSync(join(of.folder, 'state'), { mode: 0o700 });
  const lock = new DatabaseSync(join(of.folder, 'state', 'journal.lock'));
  lock.exec('BEGIN EXCLUSIVE');
  const letGo = (): void => {
    if (lock.isOpen) lock.close();
  };
  onTestFinished(letGo);
  return { letGo };
}

const told = async (program: Started, words: string): Promise<void> =>
  expect.poll(program.stderr).toContain(words);

test.each([
  ['is thrown', `throw new TypeError(${MESSAGE})`],
  ['is rejected', `void Promise.reject(new TypeError(${MESSAGE}))`],
])(
  'an error that nobody caught, which %s, ends the program with a sentence, code 1 and its servers',
  async (_, code) => {
    const { of, mark } = worlds();
    const program = await serving(of, onSignal(code));
    expect(processesOf(mark)).toHaveLength(1);

    program.child.kill('SIGUSR2');

    expect(await program.exit).toBe(1);
    expect(processesOf(mark)).toEqual([]);
    expect(program.stderr()).toContain('Uncaught error. TypeError');
    expect(program.stderr()).toContain('Switchyard ended: of that error.');
    expect(program.stderr()).not.toContain(QUOTED);
  },
);

test('an end that nobody explained is no silent success', async () => {
  const { of } = worlds();
  const program = await serving(of, onSignal('process.exit(0)'));

  program.child.kill('SIGUSR2');

  expect(await program.exit).toBe(1);
  expect(program.stderr()).toContain('Switchyard ended for an unknown reason.');
});

test('says in one line that its client has gone, or which signal came, and ends with code 0', async () => {
  const of = world({});
  const [left, stopped] = [start(of.options), start([...of.options, '--http'])];
  left.child.stdin?.end();
  await stopped.line();
  stopped.child.kill('SIGHUP');

  expect([await left.exit, await stopped.exit]).toEqual([0, 0]);
  expect(left.stderr()).toBe('Switchyard ended: its client has gone.\n');
  expect(stopped.stderr()).toBe('Switchyard ended: SIGHUP came.\n');
});

test('the same signal again ends it at once, and what it left running all the same', async () => {
  const { of, mark } = worlds();
  const program = await serving(of);

  const again = (): number | null => {
    program.child.kill('SIGTERM');
    return program.child.exitCode;
  };
  await expect.poll(again, { interval: 20 }).toBe(128 + 15);
  expect(program.stderr()).toContain('Switchyard was stopped: SIGTERM came again.');
  await expect.poll(() => processesOf(mark)).toEqual([]);
});

test('a signal that comes while it ends anyway breaks nothing off', async () => {
  const { of, mark } = worlds();
  const program = await serving(of);

  program.child.stdin?.end();
  // The server was told to end, and is not gone yet: it takes no notice.
  await expect.poll(() => existsSync(join(mark.folder, 'told'))).toBe(true);
  program.child.kill('SIGTERM');

  expect(await program.exit).toBe(0);
  expect(processesOf(mark)).toEqual([]);
});

test('waits for a journal that another process keeps, says so, and serves when it is free', async () => {
  const of = world({});
  const { letGo } = held(of);
  const program = start(of.options);
  program.send(initialize);
  await told(program, 'Another process keeps the journal of this workspace');
  letGo();

  await program.line(line => line.includes('"id":1'));
  program.child.stdin?.end();
  expect(await program.exit).toBe(0);
  expect(program.stderr().match(/Another process keeps/g)).toHaveLength(1);
});

test('ends at once by a signal that comes while it waits, and says so', async () => {
  const of = world({});
  held(of);
  const program = start(of.options);
  await told(program, 'Another process keeps the journal of this workspace');

  program.child.kill('SIGTERM');

  expect(await program.exit).toBe(128 + 15);
  expect(program.stderr()).toContain('Switchyard was stopped: SIGTERM came before Switchyard could serve.');
});
