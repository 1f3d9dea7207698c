import * as vscode from 'vscode';
import type { FileChange } from '../../core/snapshots/snapshot';
import { isForALook } from '../../shared/explorer/messages';
import { pickChange } from '../picks/pickChange';
import { workspaceFile } from '../catalog/workspaceFile';
import type { Runtime } from '../host/runtime';
import { namedPath, namedTask } from '../picks/named';
import { diffOf, snapshotUri } from '../workflow/snapshotDocuments';
import { defineCommand } from './defineCommand';

/** Where Git looks for a zero byte. */
const BINARY_LOOK_BYTES = 8_000;
/** As VS Code's diffs have it (`diffEditor.maxFileSize`). */
const MAX_READ_BYTES = 50 * 1024 * 1024;

export const openFileChanges = defineCommand({
  id: 'switchyard.openFileChanges',
  async run({ host }, argument) {
    const runtime = await host.runtime();
    if (await openedSoFar(runtime, argument)) return;
    const picked = await pickChange(runtime, argument, vscode.l10n.t('Open File Changes'));
    if (!picked) return;
    const { task, change } = picked;
    const [, before, after] = diffOf(task.id, change);
    const name = change.path.slice(change.path.lastIndexOf('/') + 1);
    const title = vscode.l10n.t('{0} (before ↔ after "{1}")', name, task.name);
    // An image with nothing beside it: half of the diff would be an error.
    const only = change.isBinary === true ? onlySide(change, before, after) : undefined;
    if (only) await vscode.commands.executeCommand('vscode.open', only, lookOf(argument), title);
    else await vscode.commands.executeCommand('vscode.diff', before, after, title, lookOf(argument));
  },
});

/** The side that holds something, where the other is empty. */
function onlySide({ status }: FileChange, before: vscode.Uri, after: vscode.Uri): vscode.Uri | undefined {
  if (status === 'added') return after;
  return status === 'deleted' ? before : undefined;
}

/** Of a task that has not ended: the file as it is, beside what it was at the start. False where that is not what was asked. */
async function openedSoFar({ core }: Runtime, argument: unknown): Promise<boolean> {
  const [id, path] = [namedTask(argument), namedPath(argument)];
  const task = id === undefined || path === undefined ? undefined : core.workflows.task(id);
  const now = path === undefined ? undefined : workspaceFile(path);
  if (!task || path === undefined || !now || task.completion !== null) return false;
  const name = path.slice(path.lastIndexOf('/') + 1);
  const title = vscode.l10n.t('{0} (before "{1}" ↔ Now)', name, task.name);
  const before = snapshotUri(task.id, path, 'before');
  const signal = new AbortController().signal;
  const was = task.start === null ? undefined : await core.snapshots.read(task.start, path, signal);
  const is = await contentOf(now);
  // What is gone is empty, as a snapshot of it would be.
  const right = is === undefined ? snapshotUri(task.id, path, 'after') : now;
  const only = was === undefined ? isBinary(is) && right : is === undefined && isBinary(was) && before;
  if (only) await vscode.commands.executeCommand('vscode.open', only, lookOf(argument), title);
  else await vscode.commands.executeCommand('vscode.diff', before, right, title, lookOf(argument));
  return true;
}

/** Undefined where it is not there. One that no diff can show is not read. */
async function contentOf(file: vscode.Uri): Promise<Uint8Array | undefined> {
  const { fs } = vscode.workspace;
  try {
    const { size } = await fs.stat(file);
    return size > MAX_READ_BYTES ? new Uint8Array() : await fs.readFile(file);
  } catch {
    return undefined;
  }
}

/** As Git tells it. */
function isBinary(bytes: Uint8Array | undefined): boolean {
  return bytes?.subarray(0, BINARY_LOOK_BYTES).includes(0) === true;
}

function lookOf(argument: unknown) {
  return { preview: true, preserveFocus: isForALook(argument) };
}
