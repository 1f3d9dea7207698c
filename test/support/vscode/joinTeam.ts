/** Connects the window to the journal of a team, as a person does. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { workspace } from 'vscode';
import { isKept } from './kept';
import { answer, run } from './keyboard';
import { until } from './until';
import { textOf } from './window';

/** What the team calls the workspace. */
export const NAME = 'yard';
const TITLE = 'Connect to Team Journal';
const TOASTS = '.notifications-toasts';

/** A member of the team, as the suite's service says: the address without the password, and the password. */
export function member(name: string): { readonly url: string; readonly password: string } {
  const { host, database, password } = JSON.parse(process.env['SWITCHYARD_TEST_TEAM'] ?? '{}') as {
    readonly host: string;
    readonly database: string;
    readonly password: string;
  };
  return { url: `postgres://${name}@${host}/${database}`, password };
}

/** Goes through the questions, until the window has something to say of it. */
async function answerAll(url: string, password: string): Promise<void> {
  const asked = (): Promise<void> => Promise.resolve();
  await answer(() => run('Switchyard: Connect to Team Journal…'), `${TITLE} (1/3)`, url);
  await answer(asked, `${TITLE} (2/3)`, password);
  await answer(asked, `${TITLE} (3/3)`, NAME);
}

/** Tries a password that is none: nothing changes. */
export async function failToJoin(url: string): Promise<void> {
  await answerAll(url, 'not the password');
  const refused = await textOf(`${TOASTS} >> text=it refuses the user name or the password`);
  assert.doesNotMatch(refused, /not the password/);
  assert.equal(teamSetting(), undefined);
  await run('Notifications: Clear All Notifications');
}

/** Connects; it counts after a reload. */
export async function joinTeam(url: string, password: string): Promise<void> {
  await answerAll(url, password);
  await textOf(`${TOASTS} >> text=Connected to 127.0.0.1`);
  assert.equal(teamSetting(), url);
  // VS Code in a browser writes it down a moment after it said yes: a window that is loaded again before is not connected.
  await until('VS Code keeps that the workspace is shared', isAgreementKept);
  // VS Code in a browser forgets secrets with its window; this file is what people there use.
  const { hostname, port, pathname, username } = new URL(url);
  const line = [hostname, port, pathname.slice(1), username, password].join(':');
  writeFileSync(join(homedir(), '.pgpass'), `${line}\n`, { mode: 0o600 });
}

/** Disconnects; it counts after a reload. */
export async function leaveTeam(): Promise<void> {
  await run('Switchyard: Disconnect from Team Journal');
  await textOf(`${TOASTS} >> text=Disconnected.`);
  // As above: a window that is loaded again before is still connected.
  await until('VS Code keeps that the workspace is not shared', async () => !(await isAgreementKept()));
}

/** Whether VS Code has written down that the workspace is shared: the name under which the password is kept. */
async function isAgreementKept(): Promise<boolean> {
  return await isKept('switchyard-journal/');
}

function teamSetting(): string | undefined {
  return workspace.getConfiguration('switchyard').inspect<string>('journal.url')?.globalValue;
}
