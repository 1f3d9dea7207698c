import { spawnSync } from 'node:child_process';
import { afterEach, expect, onTestFinished, test } from 'vitest';
import { connectFaulty, type FaultyConnection } from '../../../test/support/faultyConnection';
import { heldBytes } from '../../../test/support/heldBytes';
import { isRunning } from '../../../test/support/isRunning';
import { noSignal } from '../../../test/support/testCore';

const MIB = 1_048_576;
const open: FaultyConnection[] = [];

afterEach(async () => {
  await Promise.all(open.splice(0).map(connection => connection.close()));
});

/** The fault server, ended after the test. */
async function faulty(faults: readonly string[] = [], env: Readonly<Record<string, string>> = {}) {
  const connection = await connectFaulty(faults, env);
  open.push(connection);
  return connection;
}

test('answers in spite of banners, colours, half messages and byte order marks, and logs them by number only', async () => {
  const server = await faulty(['noise']);
  for (let call = 0; call < 20; call++) expect(await server.ask('echo', { call })).toBe(`{"call":${call}}`);
  // 21 times 7 lines of noise.
  expect(server.log.lines.filter(line => line.includes('no message'))).toHaveLength(3);
  expect(server.log.lines.join()).not.toContain('Welcome');
});

test('keeps text whole whose every byte comes alone', async () => {
  const server = await faulty(['bytes']);
  const text = 'Grüße, 世界 👩‍👩‍👧';
  expect(await server.ask('echo', { text })).toBe(JSON.stringify({ text }));
});

test('takes answers of 8 and of 20 MiB', async () => {
  const server = await faulty();
  expect(await server.ask('big', { size: 8 * MIB })).toHaveLength(8 * MIB);
  expect(await server.ask('big', { size: 20 * MIB })).toHaveLength(20 * MIB);
});

test('fails only the call whose answer is too large, by the names of server and tool, and goes on', async () => {
  const server = await faulty();
  const other = server.ask('hang');
  for (const tool of ['big', 'bigIdLast']) {
    await expect(server.ask(tool, { size: 33 * MIB })).rejects.toMatchObject({
      code: 'bad-answer',
      message: expect.stringMatching(
        new RegExp(`^"faulty" answered "${tool}" with more than 32 MiB.* Ask for less`),
      ),
    });
  }
  expect(await server.ask('echo', { still: 'there' })).toBe('{"still":"there"}');
  // Heard of while it closes, which takes until all that it started is gone.
  const failed = expect(other).rejects.toMatchObject({ code: 'upstream-closed' });
  await server.close();
  await failed;
});

test('stops a server whose line never ends', async () => {
  const server = await faulty();
  const call = expect(server.ask('endless')).rejects.toThrow(
    '"faulty" ended while "endless" ran. It wrote 64 MiB without a line break and was stopped.',
  );
  expect(await server.ended).toContain('64 MiB without a line break');
  await call;
});

test('fails all calls under way when the server exits, by its name, its exit code and its last words', async () => {
  const server = await faulty([], { API_KEY: 'very-secret-value' });
  const waiting = Array.from({ length: 4 }, () => server.ask('hang'));
  const outcomes = await Promise.allSettled([...waiting, server.ask('confess', { code: 7 })]);
  expect(outcomes.map(outcome => outcome.status === 'rejected' && (outcome.reason as Error).message)).toEqual(
    ['hang', 'hang', 'hang', 'hang', 'confess'].map(
      tool =>
        `"faulty" ended while "${tool}" ran. It exited with code 7. Last output: bad key ••• (401). The next call starts it again.`,
    ),
  );
  expect(await server.ended).toContain('code 7');
});

test('says with what words a server died at its start, without our secret in any of its forms', async () => {
  const secret = ['tok', 'en"with', '/quotes+', 'and\nlines'].join('');
  const failure = faulty(['dies'], { API_KEY: `${secret} ${Buffer.from(secret).toString('base64')}` });
  await expect(failure).rejects.toThrow(/exited with code 3\. Last output: cannot open the database with/);
  const message = await failure.catch(error => (error as Error).message);
  expect(message).not.toContain('quotes');
  expect(message).not.toContain(Buffer.from(secret).toString('base64').slice(0, 12));
});

test('does not wait for the pipes of a dead server that a child of it holds', async () => {
  const server = await faulty(['escaped']);
  const [, escaped = 0] = JSON.parse(await server.ask('pids')) as number[];
  onTestFinished(() => {
    if (isRunning(escaped)) process.kill(escaped, 'SIGKILL');
  });
  const [hanging, exiting] = [server.ask('hang'), server.ask('exit', { code: 4 })];
  await expect(hanging).rejects.toThrow('It exited with code 4.');
  await expect(exiting).rejects.toThrow('It exited with code 4.');
});

test.skipIf(process.platform !== 'linux')(
  'ends with a server what left its group, its session and its family, and tells its callers before',
  async () => {
    const server = await faulty(['daemons']);
    const pids = JSON.parse(await server.ask('daemons')) as number[];
    expect(pids.map(isRunning)).toEqual([true, true]);
    await server.close();
    expect(pids.map(isRunning)).toEqual([false, false]);

    const crashing = await faulty(['daemons']);
    const left = JSON.parse(await crashing.ask('daemons')) as number[];
    await expect(crashing.ask('exit', { code: 4 })).rejects.toThrow('It exited with code 4.');
    await expect.poll(() => left.map(isRunning)).toEqual([false, false]);
  },
);

test('takes the first of two answers, and ignores answers to nobody', async () => {
  const server = await faulty();
  expect(await server.ask('twice')).toBe('first');
  expect(await server.ask('strange')).toBe('still here');
  expect(await server.ask('echo', { a: 1 })).toBe('{"a":1}');
});

test('takes no notice of progress and cancellations of calls that are over, or never were', async () => {
  const server = await faulty();
  expect(await server.ask('afterwards')).toBe('over');
  expect(await server.ask('echo', { still: 'there' })).toBe('{"still":"there"}');
  expect(server.log.lines.filter(line => line.startsWith('error'))).toEqual([]);
});

test('fails a call at once whose answer is no answer', async () => {
  const server = await faulty();
  for (const tool of ['both', 'notAnObject'])
    await expect(server.ask(tool)).rejects.toMatchObject({
      code: 'bad-answer',
      message: `"faulty" answered "${tool}" with something that is no answer in the protocol. This is a fault of the server.`,
    });
  expect(await server.ask('echo', {})).toBe('{}');
});

test('stays responsive and small while a server floods stderr', async () => {
  const server = await faulty(['stderr-flood']);
  const before = heldBytes();
  for (let call = 0; call < 100; call++) await server.ask('echo', { call });
  expect(heldBytes() - before).toBeLessThan(16 * MIB);
});

test('gives a message up that nobody reads, and refuses more than fits into the queue', async () => {
  const server = await faulty();
  await server.ask('deaf');
  const waiting = server.ask('echo', { text: 'x'.repeat(5 * MIB) });
  await expect(server.ask('echo', { text: 'x'.repeat(12 * MIB) })).rejects.toMatchObject({
    code: 'upstream-stuck',
    message: expect.stringContaining('"faulty" does not read its input: more than 16 MiB would wait for it.'),
  });
  await expect(waiting).rejects.toThrow('did not take the message within 10 s');
});

test('tells a server that knows no ping or is busy from one that is silent, with its last words', async () => {
  const ignorant = await faulty(['unknown-ping']);
  // As long as a busy machine may take: it answers at once.
  await ignorant.ping(30_000);
  const busy = await faulty(['no-ping']);
  busy.ask('progress').catch(() => undefined); // It ends with the server.
  // Each waits for all of its time: no answer comes, and progress has to, also on a busy machine.
  await busy.ping(2_000);
  await busy.ping(2_000);
  const silent = await faulty(['noise']);
  await silent.listTools(noSignal());
  await silent.ask('freeze');
  // What it said while it came up, and before anybody pinged, is no sign of life.
  await expect(silent.ping(100)).rejects.toMatchObject({
    code: 'no-answer',
    message: expect.stringMatching(/^Last output: .*Welcome!/),
  });
});

test('takes 2,000 tools of a server at most, however many a page holds', async () => {
  const crowd = await faulty(['crowd']);
  const tools = await crowd.listTools(noSignal());
  expect([tools.length, tools[0]?.name, tools.at(-1)?.name]).toEqual([2_000, 'tool-0-0', 'tool-2-599']);
});

test('stops asking for pages at 100, and where the next page is the same again', async () => {
  const endless = await faulty(['endless-pages']);
  expect(await endless.listTools(noSignal())).toHaveLength(100);
  const same = await faulty(['same-cursor']);
  const tools = (await same.listTools(noSignal())).map(tool => tool.name);
  expect(tools).toContain('echo');
  expect(same.log.lines).toContain('warn A server gives the same page of tools again and again');
});

test('tells of every change of the list, however fast they come', async () => {
  const server = await faulty();
  await server.ask('storm', { count: 10_000 });
  await expect.poll(server.changes).toBe(10_000);
});

test('passes arguments on as they are, whatever a shell would make of them', async () => {
  const args = ['a b', '"q"', "it's", '%PATH%', '&calc', '$(x)', '`x`', 'line\nbreak', '-n', '*', ''];
  const { args: received } = JSON.parse(await (await faulty(args)).ask('environment')) as { args: string[] };
  expect(received).toEqual(args);
});

test.skipIf(process.platform === 'win32')(
  'ends ten stubborn servers and their children, all of them',
  async () => {
    const servers = await Promise.all(Array.from({ length: 10 }, () => faulty(['stubborn'])));
    const lists = await Promise.all(servers.map(server => server.ask('pids')));
    const pids = lists.flatMap(list => JSON.parse(list) as number[]);
    expect(pids).toHaveLength(20);
    await Promise.all(open.splice(0).map(server => server.close()));
    const { stdout } = spawnSync('ps', ['-o', 'stat=', '-p', pids.join(',')], { encoding: 'utf8' });
    expect(stdout.split('\n').filter(state => state !== '' && !state.startsWith('Z'))).toEqual([]);
  },
);
