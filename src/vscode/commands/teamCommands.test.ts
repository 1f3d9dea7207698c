import { describe, expect, test } from 'vitest';
import { commandWorld } from '../../../test/support/commandWorld';
import { editor } from '../../../test/support/fakeEditor';
import { counting } from '../../../test/support/counting';
import { MemoryEventStore } from '../../../test/support/memoryEventStore';
import { runningClock } from '../../../test/support/runningClock';
import { KeptLog } from '../../../test/support/keptLog';
import { hasPostgres } from '../../../test/support/postgres';
import { postgresForFile } from '../../../test/support/postgresForFile';
import { Bus } from '../../core/journal/bus';
import { LiveJournal } from '../../core/journal/liveJournal';
import { Redactor } from '../../core/support/redactor';
import { windowJournal } from '../host/windowJournal';

const server = postgresForFile();
const ADDRESS = 'postgres://ann@localhost/team?host=/nonexistent/folder';
const ONE = { add: [{ name: 'a', by: 1 }] };
const PLACE = { workspace: '/nonexistent/folder', stateFolder: '/nonexistent/state' };

test('an address with a password is not taken, since settings are no place for one', async () => {
  const { run, texts, team } = await commandWorld();
  await run('connectJournal', undefined, 'postgres://ann:secret@db.example.com/team');
  expect(texts()).toEqual(['Leave out the password: you are asked for it next, and it is stored safely.']);
  expect([team.agreement, editor.settings.size]).toEqual([undefined, 0]);
});

test('an address that is none is told while it is typed', async () => {
  const { run, texts } = await commandWorld();
  await run('connectJournal', undefined, 'db.example.com');
  expect(texts()).toEqual(["The address of a team's journal is postgres://USER@HOST[:PORT]/DATABASE."]);
});

test('a folder that no repository names is asked for a name', async () => {
  const { run } = await commandWorld();
  await run('connectJournal', undefined, ADDRESS, 'a password', undefined);
  expect(editor.asked.map(({ title }) => title)).toEqual([
    'Connect to Team Journal (1/3)',
    'Connect to Team Journal (2/3)',
    'Connect to Team Journal (3/3)',
  ]);
});

test('where the database does not answer, nothing changes, and the reason is told without the password', async () => {
  const { run, texts, team, secrets } = await commandWorld();
  await run('connectJournal', undefined, ADDRESS, 'hunter2hunter2', 'shop');
  expect(editor.progress).toEqual(['Connecting to the team journal…']);
  expect(texts().join()).toMatch(/can't be reached|could not be reached|ENOENT/);
  expect(texts().join()).not.toContain('hunter2');
  expect([team.agreement, editor.settings.size, secrets.values.size]).toEqual([undefined, 0, 0]);
});

test('an agreement counts for its address alone, and goes with its password', async () => {
  const { run, texts, team, secrets } = await commandWorld();
  await team.agree({ url: ADDRESS, workspaceId: 'shop' }, 'of the database');
  expect(team.isConnected).toBe(false);
  editor.settings.set('switchyard.journal.url', ADDRESS);
  expect([team.isConnected, await team.password()]).toEqual([true, 'of the database']);
  editor.settings.set('switchyard.journal.url', 'postgres://ann@elsewhere.example.com/team');
  expect(team.isConnected).toBe(false);
  await run('disconnectJournal');
  expect(texts().at(-1)).toMatch(/^Disconnected\. After a reload/);
  expect([team.agreement, secrets.values.size]).toEqual([undefined, 0]);
  await run('disconnectJournal');
  expect(texts().at(-1)).toBe('This workspace is not connected to a team journal.');
});

test('an address of one’s own counts where the settings of the folder name another one, until they name a third', async () => {
  const { team } = await commandWorld();
  editor.settings.set('switchyard.journal.url', 'postgres://ann@db.example.com/team');
  await team.agree({ url: 'postgres://ben@db.example.com/team', workspaceId: 'shop' }, '');
  expect([team.isConnected, team.agreement?.url]).toEqual([true, 'postgres://ben@db.example.com/team']);
  editor.settings.set('switchyard.journal.url', 'postgres://ann@elsewhere.example.com/team');
  expect(team.isConnected).toBe(false);
});

describe.skipIf(!hasPostgres)('with a database', () => {
  test('another address than before is connected', async () => {
    const { run, texts, team } = await commandWorld();
    const url = new URL(server().url(await server().newDatabase()));
    const { password } = url;
    url.password = '';
    editor.settings.set('switchyard.journal.url', 'postgres://ann@db.example.com/team');
    await run('connectJournal', undefined, String(url), password, 'shop');
    expect(texts().at(-1)).toContain('Connected to');
    expect([team.agreement?.url, team.isConnected]).toEqual([String(url), true]);
  });
});

test('a journal that only the settings name is offered once, and not opened', async () => {
  const { team: choice, texts } = await commandWorld();
  editor.settings.set('switchyard.journal.url', 'postgres://ann@db.example.com/team');
  const parts = { choice, log: new KeptLog(), redactor: new Redactor(), agents: () => 0, ...PLACE };
  expect(await windowJournal(parts)).toBeUndefined();
  expect(await windowJournal(parts)).toBeUndefined();
  expect(texts()).toEqual([
    "The settings specify a team journal: db.example.com:5432/team. This workspace isn't shared until you connect it.",
  ]);
});

test('another address than the one agreed to, as a repository may bring it, is not opened', async () => {
  const { team: choice, texts } = await commandWorld();
  await choice.agree({ url: ADDRESS, workspaceId: 'shop' }, 'of the database');
  editor.settings.set('switchyard.journal.url', 'postgres://ann@elsewhere.example.com/team');
  const parts = { choice, log: new KeptLog(), redactor: new Redactor(), agents: () => 0, ...PLACE };
  expect(await windowJournal(parts)).toBeUndefined();
  expect(texts()).toEqual([expect.stringContaining('elsewhere.example.com:5432/team')]);
});

test('where a connected workspace has no name any more, it is not recorded elsewhere in silence', async () => {
  const { team: choice } = await commandWorld();
  editor.settings.set('switchyard.journal.url', ADDRESS);
  await choice.agree({ url: ADDRESS, workspaceId: undefined }, '');
  const log = new KeptLog();
  const open = await windowJournal({ choice, log, redactor: new Redactor(), agents: () => 0, ...PLACE });
  const shared = { ...counting, name: 'blackboard' };
  const parts = { domains: [counting, shared], clock: runningClock, bus: new Bus(log), log };
  const opened = await open?.(parts, async local => ({
    journal: await LiveJournal.open({ ...local, store: new MemoryEventStore() }),
    dispose: () => undefined,
  }));
  expect(opened?.problem).toMatch(/^Shared data isn't recorded: It is not known which workspace/);
  await opened?.journal.commit(counting, ONE);
  await expect(opened?.journal.commit(shared, ONE)).rejects.toMatchObject({ code: 'journal-read-only' });
  opened?.dispose();
});
