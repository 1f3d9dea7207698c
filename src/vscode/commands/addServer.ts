import * as vscode from 'vscode';
import type { CatalogEntry } from '../../core/catalog/entry/entry';
import { oneLine } from '../../core/catalog/entry/plainText';
import { isRecord } from '../../core/support/json';
import { readServerEntries } from '../../node/catalog/serverEntries';
import type { ReadServer } from '../../node/imports/serverOf';
import { settingOf } from '../../node/imports/settingOf';
import type { ServerId } from '../../shared/ids';
import { previewOf, reviewInPick } from './addServerReview';
import { inert, notify } from '../questions/notify';
import type { Runtime } from '../host/runtime';
import { turnOn } from '../picks/turnOn';
import { defineCommand } from './defineCommand';
import { withoutIcons } from '../words/withoutIcons';

const KEY = 'switchyard.servers';

export const addServer = defineCommand({
  id: 'switchyard.addServer',
  async run({ host }, argument) {
    const runtime = await host.runtime();
    const servers = await askForText(typeof argument === 'string' ? argument : '');
    const chosen = servers === undefined ? undefined : await chooseServers(servers);
    for (const server of chosen ?? []) {
      if (!(await addOne(runtime, server))) return;
    }
  },
});

/** Asks until what was given can be understood. A text area would be nicer; the button brings what has several lines. */
async function askForText(given: string): Promise<readonly ReadServer[] | undefined> {
  const { serversFromText } = await import('../../node/imports/serversFromText');
  const box = vscode.window.createInputBox();
  box.title = vscode.l10n.t('Add Server');
  box.prompt = vscode.l10n.t('Paste a command, URL, install link, npm package or JSON, YAML, or TOML config');
  box.placeholder = 'npx -y some-server';
  box.ignoreFocusOut = true;
  box.value = given;
  box.buttons = [
    { iconPath: new vscode.ThemeIcon('clippy'), tooltip: vscode.l10n.t('Paste from Clipboard') },
  ];
  return await new Promise(resolve => {
    const take = async (text: string): Promise<void> => {
      const reading = await serversFromText(text);
      if (reading.type === 'wrong') {
        box.validationMessage = inert(oneLine(reading.message, 300));
        return;
      }
      resolve(reading.servers);
      box.hide();
    };
    const owned = [
      box,
      box.onDidChangeValue(() => (box.validationMessage = '')),
      box.onDidAccept(() => void take(box.value)), // Does not reject.
      box.onDidTriggerButton(() => void vscode.env.clipboard.readText().then(take)), // Does not reject.
      box.onDidHide(() => {
        vscode.Disposable.from(...owned).dispose();
        resolve(undefined);
      }),
    ];
    box.show();
  });
}

/** All of one; where several were pasted, those that a person checks. */
async function chooseServers(servers: readonly ReadServer[]): Promise<readonly ReadServer[] | undefined> {
  if (servers.length === 1) return servers;
  const picked = await vscode.window.showQuickPick(
    servers.map(read => ({
      label: read.server.id,
      detail: withoutIcons(oneLine(previewOf(read), 200)),
      picked: true,
      read,
    })),
    {
      title: vscode.l10n.t('Add Server'),
      placeHolder: vscode.l10n.t('Select the servers to add'),
      canPickMany: true,
      ignoreFocusOut: true,
    },
  );
  return picked?.map(({ read }) => read);
}

/** False where the person leaves. */
async function addOne(runtime: Runtime, read: ReadServer): Promise<boolean> {
  const review = await reviewInPick(runtime.core, read);
  if (review === undefined) return false;
  const { id, target } = review;
  const now = serversAt(target);
  if (Object.hasOwn(now, id) && !(await mayReplace(id))) return false;
  // Secrets first: where they can't be kept, no entry is left behind that needs them.
  const holder = entryToBe(id, read, target);
  for (const [key, value] of read.secrets) {
    runtime.core.redactor.add(value);
    await runtime.credentials.store(holder, key, value);
  }
  const next = { ...serversAt(target), [id]: settingOf(read.server) };
  await vscode.workspace.getConfiguration().update(KEY, next, target);
  offerWhenKnown(runtime, id);
  return true;
}

/** Says that it is there, and offers to turn it on: the catalog reads the settings a moment later. */
function offerWhenKnown(runtime: Runtime, id: ServerId): void {
  const { t } = vscode.l10n;
  notify('info', t('"{0}" is in the catalog. Agents can find it, and you are asked before it starts.', id), {
    label: t('Turn On'),
    run: async () => await turnOn(runtime, id),
  });
}

/** The entry as it will be read from the settings: its keys are given to exactly this launch. */
function entryToBe(id: ServerId, read: ReadServer, target: vscode.ConfigurationTarget): CatalogEntry {
  const owner = target === vscode.ConfigurationTarget.Global ? 'user' : 'workspace';
  const from = { source: 'settings', origin: KEY, owner } as const;
  const [entry] = readServerEntries({ [id]: settingOf(read.server) }, from).entries;
  if (entry === undefined) throw new Error('What is written as a setting cannot be read as one.');
  return entry;
}

async function mayReplace(id: ServerId): Promise<boolean> {
  const replace = vscode.l10n.t('Replace');
  const question = vscode.l10n.t('These settings already contain a server "{0}". Replace it?', id);
  return (await vscode.window.showWarningMessage(question, { modal: true }, replace)) === replace;
}

/** What the settings say now in one of the two places. */
function serversAt(target: vscode.ConfigurationTarget): Readonly<Record<string, unknown>> {
  const values = vscode.workspace.getConfiguration().inspect<unknown>(KEY);
  const value = target === vscode.ConfigurationTarget.Global ? values?.globalValue : values?.workspaceValue;
  return isRecord(value) ? value : {};
}
