import * as vscode from 'vscode';
import type { ImportDifference } from '../../core/catalog/imports/importDifferences';
import { oneLine } from '../../core/catalog/entry/plainText';
import type { ImportChoice, ImportFindings } from '../../node/imports/importedServers';
import { openPlace } from '../catalog/problemNotes';
import { importItems, placeItems } from '../imports/importItems';
import { moveSecrets, unstoredSecrets } from './moveSecrets';
import { notify } from '../questions/notify';
import type { Runtime } from '../host/runtime';
import { defineCommand } from './defineCommand';

export const importServers = defineCommand({
  id: 'switchyard.importServers',
  async run({ host }) {
    const runtime = await host.runtime();
    const title = vscode.l10n.t('Looking for servers of other tools…');
    const location = vscode.ProgressLocation.Window;
    const findings = await vscode.window.withProgress({ location, title }, () => runtime.imports.find());
    tellProblems(findings);
    if (findings.differences.length === 0) return await showWhereWasLooked(findings);
    const choice = await choose(findings);
    if (choice === undefined) return;
    await runtime.imports.takeOver(choice);
    tellWhatWasDone(runtime, findings, choice);
  },
});

/** What a check mark says: "as its files have it now, this counts". Undefined where the person leaves. */
async function choose(findings: ImportFindings): Promise<ImportChoice | undefined> {
  const isNew = findings.differences.some(({ standing }) => standing !== 'same');
  const picked = await vscode.window.showQuickPick(importItems(findings), {
    title: vscode.l10n.t('Import Servers'),
    placeHolder: isNew
      ? vscode.l10n.t('Select servers to import. No server starts and no file is changed.')
      : vscode.l10n.t('No changes since the last import. Clear a checkbox to remove a server.'),
    canPickMany: true,
    matchOnDescription: true,
    matchOnDetail: true,
    ignoreFocusOut: true,
  });
  if (picked === undefined) return undefined;
  const checked = new Set(picked.map(({ difference }) => difference));
  return {
    accept: findings.differences.filter(
      difference =>
        checked.has(difference) && (difference.standing === 'new' || difference.standing === 'changed'),
    ),
    // A change that was not taken over leaves what was accepted in force.
    drop: findings.differences.filter(
      difference =>
        !checked.has(difference) && (difference.standing === 'same' || difference.standing === 'gone'),
    ),
  };
}

async function showWhereWasLooked(findings: ImportFindings): Promise<void> {
  await vscode.window.showQuickPick(placeItems(findings), {
    title: vscode.l10n.t('No servers of other tools were found'),
    placeHolder: vscode.l10n.t('Searched locations'),
    matchOnDetail: true,
  });
}

function tellProblems({ files }: ImportFindings): void {
  const [first, ...others] = files.flatMap(({ problems }) => problems);
  if (first === undefined) return;
  const more = others.length === 0 ? '' : ` ${vscode.l10n.t('({0} more)', others.length)}`;
  const text = `${oneLine(first.origin, 200)}: ${oneLine(first.message, 300)}${more}`;
  notify('warning', text, { label: vscode.l10n.t('Open'), run: () => openPlace(first) });
}

function tellWhatWasDone(
  runtime: Runtime,
  { differences }: ImportFindings,
  { accept, drop }: ImportChoice,
): void {
  const dropped = new Set(drop);
  const kept = differences.filter(difference => !dropped.has(difference) && difference.accepted.length > 0);
  const servers = [...accept, ...kept].filter(({ isHidden }) => !isHidden).map(({ id }) => id);
  const sentences = [
    ...(accept.length > 0 ? [vscode.l10n.t('Imported: {0}.', namesOf(accept))] : []),
    ...(drop.length > 0 ? [vscode.l10n.t('Removed: {0}.', namesOf(drop))] : []),
  ];
  const stored = new Set(
    servers.flatMap(id => {
      const entry = runtime.core.catalog.find(id);
      return entry === undefined ? [] : runtime.credentials.keysOf(entry).map(key => `${id} ${key}`);
    }),
  );
  const keys = [...accept, ...kept].flatMap(({ id, found }) =>
    found[0].server.fileKeys.filter(key => !stored.has(`${id} ${key}`)),
  );
  if (keys.length === 0) {
    if (sentences.length > 0) notify('info', sentences.join(' '));
    return;
  }
  sentences.push(
    vscode.l10n.t(
      'Kept in their file and read from it when a server starts: {0}.',
      oneLine([...new Set(keys)].join(', '), 200),
    ),
  );
  notify('info', sentences.join(' '), {
    label: vscode.l10n.t('Copy Keys to Secret Storage'),
    run: () => (unstoredSecrets(runtime, servers).length > 0 ? moveSecrets(runtime, servers) : undefined),
  });
}

function namesOf(differences: readonly ImportDifference[]): string {
  return oneLine(differences.map(({ id }) => id).join(', '), 200);
}
