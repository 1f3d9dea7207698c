import { execFileSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { hasPostgres } from '../support/postgres';
import { postgresForFile } from '../support/postgresForFile';
import { type Agent, overStdio, start } from './clients';
import { begun, ended, scene } from './repositories';
import { script, TINY, type World, world } from './world';

const server = postgresForFile();

const FEATURES = ['--enable-blackboard', '--enable-stigmergy'];

/** Options for a journal in a database, with the password in a file. */
function journalOptions(of: World, database: string, password = server().password): readonly string[] {
  const file = join(of.folder, 'password');
  writeFileSync(file, `${password}\n`, { mode: 0o600 });
  return ['--journal', server().url(database, 'boss', ''), '--journal-password-file', file];
}

/** A program of another member of the team: a folder and a state folder of its own. */
async function member(database: string, id: string, servers: Readonly<Record<string, unknown>> = {}) {
  const of = world(servers);
  const options = [...journalOptions(of, database), '--workspace-id', id, ...FEATURES];
  return { of, ...(await overStdio(of, options)) };
}

const value = async (agent: Agent, key: string) =>
  (await agent.call('bb_get', { key })).structured['entry'] as { readonly value: unknown } | null;

describe.skipIf(!hasPostgres)('a journal in PostgreSQL', () => {
  test('two programs with folders of their own share the board, trails and workflows, and no approvals', async () => {
    const database = await server().newDatabase();
    const [one, two] = [
      await member(database, 'team', { tiny: script(TINY) }),
      await member(database, 'team', { tiny: script(TINY) }),
    ];

    await one.agent.call('bb_set', { key: 'plan:a', value: 'of one' });
    await expect.poll(async () => (await value(two.agent, 'plan:a'))?.value).toBe('of one');
    await two.agent.call('stig_mark', { node_id: 'src/a.ts', type: 'helpful', intensity: 2 });
    await expect
      .poll(async () => (await one.agent.call('stig_snapshot')).structured['points'])
      .toMatchObject([{ node_id: 'src/a.ts', type: 'helpful' }]);
    const workflow = await one.agent.call('start_workflow', { name: 'Of one', idempotency_key: 'w' });
    const id = String(workflow.structured['workflow_id']);
    await expect
      .poll(async () => (await two.agent.call('get_context', { workflow_id: id })).isError)
      .toBe(false);

    const rows = await server().sql(
      database,
      'SELECT DISTINCT stream FROM switchyard.events ORDER BY stream',
    );
    expect(rows.map(({ stream }) => stream)).toEqual(['blackboard', 'stigmergy', 'workflow']);
    const connected = async () =>
      String((await two.agent.call('mcp_environment', { detail: 'full' })).structured['journal']);
    await expect.poll(connected).toMatch(/connected now: \w+ \(2 programs, 2 agents\)\.$/);
    const third = await member(database, 'another-team');
    expect((await third.agent.call('bb_get', { key: 'plan:a' })).text).not.toContain('of one');
  });

  test('what one allows starts nothing for the other, and what is seen of tools stays on the machine', async () => {
    const database = await server().newDatabase();
    const of = world({ tiny: script(TINY) });
    const options = [...journalOptions(of, database), '--workspace-id', 'team', ...FEATURES];
    const { agent: one } = await overStdio(of, [...options, '--approve', 'tiny']);
    const two = await member(database, 'team', { tiny: script(TINY) });
    expect((await one.call('mcp_activate', { name: 'tiny' })).isError).toBe(false);
    expect((await one.call('tiny__ping')).text).toContain('pong');
    await one.call('bb_set', { key: 'a', value: 1 });

    await expect.poll(async () => (await value(two.agent, 'a'))?.value).toBe(1);
    expect((await two.agent.call('mcp_activate', { name: 'tiny' })).code).toBe('launch-not-approved');
    const rows = await server().sql(database, 'SELECT DISTINCT stream FROM switchyard.events');
    expect(rows).toEqual([{ stream: 'blackboard' }]);
    const text = JSON.stringify(await server().sql(database, 'SELECT * FROM switchyard.events'));
    expect(text).not.toContain(of.folder);
  });

  test('starts without the database, says why without a secret, works locally, and goes on when it is there', async () => {
    const database = await server().newDatabase();
    await server().stop('immediate');
    const { agent, stderr } = await member(database, 'team');
    const refused = await agent.call('bb_set', { key: 'a', value: 1 });
    expect(refused.isError).toBe(true);
    expect(refused.text).toContain("can't be reached: nothing listens there");
    expect((await agent.call('mcp_discover', { intent: 'files' })).isError).toBe(false);

    await server().start();
    await expect.poll(async () => (await agent.call('bb_set', { key: 'a', value: 2 })).isError).toBe(false);
    expect((await value(agent, 'a'))?.value).toBe(2);
    expect(stderr()).toContain('The team');
    for (const secret of [server().password, 'boss', 'postgres://']) expect(stderr()).not.toContain(secret);
  });

  test('a wrong password is told, and neither it nor the user', async () => {
    const database = await server().newDatabase();
    const of = world({});
    const options = [
      ...journalOptions(of, database, 'wrong-and-secret'),
      '--workspace-id',
      'team',
      ...FEATURES,
    ];
    const { agent, stderr } = await overStdio(of, options);
    const refused = await agent.call('bb_set', { key: 'a', value: 1 });
    expect(refused.text).toContain('it refuses the user name or the password');
    expect(refused.text).toContain('Another password counts after a restart');
    expect(refused.text).not.toContain('no restart is needed');
    for (const secret of ['wrong-and-secret', 'boss'])
      expect([refused.text, stderr()].join('\n')).not.toContain(secret);
  });

  test('clones of one repository are one workspace, and a folder without one has to be named', async () => {
    const database = await server().newDatabase();
    const git = (of: World, ...args: readonly string[]) =>
      execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args], {
        cwd: join(of.folder, 'workspace'),
        stdio: 'pipe',
      });
    const [one, two, none] = [world({}), world({}), world({})];
    git(one, 'init', '-q');
    git(one, 'commit', '-q', '--allow-empty', '-m', 'first');
    git(one, 'remote', 'add', 'origin', 'https://me:secret@example.com/team/work.git');
    git(two, 'init', '-q');
    git(two, 'fetch', '-q', join(one.folder, 'workspace'), 'HEAD');
    git(two, 'reset', '-q', '--hard', 'FETCH_HEAD');
    git(two, 'remote', 'add', 'origin', 'git@example.com:team/work.git');
    const { agent: first } = await overStdio(one, [...journalOptions(one, database), ...FEATURES]);
    const { agent: second } = await overStdio(two, [...journalOptions(two, database), ...FEATURES]);
    await first.call('bb_set', { key: 'a', value: 1 });
    await expect.poll(async () => (await value(second, 'a'))?.value).toBe(1);

    const started = start([...none.options, ...journalOptions(none, database)]);
    expect(await started.exit).not.toBe(0);
    expect(started.stderr()).toContain('Give it a name, the same for everybody: with --workspace-id NAME');
  });

  test("a task tells apart what others changed on their machines, and isn't compared there", async () => {
    const database = await server().newDatabase();
    const options = [...journalOptions(world({}), database), '--workspace-id', 'team'];
    const [here, there] = [await scene(() => undefined, options), await scene(() => undefined, options)];
    const [ours, theirs] = [await begun(here.agent), await begun(there.agent)];
    here.shell.write('ours.ts', '1\n');
    there.shell.write('theirs.ts', '1\n');
    const told = [await ended(here.agent, ours), await ended(there.agent, theirs)];
    expect(told.map(({ own, shared }) => [own, shared])).toEqual([
      [['added ours.ts'], []],
      [['added theirs.ts'], []],
    ]);

    const left = await begun(here.agent);
    here.shell.write('left.ts', '1\n');
    await expect
      .poll(async () => (await there.agent.call('get_context', { task_id: left })).isError)
      .toBe(false);
    const elsewhere = await ended(there.agent, left);
    expect(elsewhere.text).toContain('It was recorded on another machine');
    await there.agent.call('mcp_activate', { name: 'workflow-history' });
    const restored = await there.agent.call('restore_task', { task_id: ours });
    expect(restored.text).toContain('another machine');
  });

  test('what is shared names no folder of a machine, and the machine that recorded a task restores it', async () => {
    const database = await server().newDatabase();
    const options = [...journalOptions(world({}), database), '--workspace-id', 'team', '--allow-restore'];
    const { agent, shell, world: of } = await scene(() => undefined, options);
    const task = await begun(agent);
    shell.write('made.ts', '1\n');
    await ended(agent, task);
    await agent.call('mcp_activate', { name: 'workflow-history' });
    await agent.call('restore_task', { task_id: task, apply: true });
    expect(existsSync(shell.path('made.ts'))).toBe(false);
    await agent.call('restore_task', { task_id: task, undo: true, apply: true });
    expect(existsSync(shell.path('made.ts'))).toBe(true);

    const rows = await server().sql(database, 'SELECT payload FROM switchyard.events');
    const payloads = rows.map(({ payload }) => String(payload)).join('\n');
    expect(payloads).toContain('"root":""');
    for (const folder of [of.folder, homedir(), tmpdir()]) expect(payloads).not.toContain(folder);
  });
});
