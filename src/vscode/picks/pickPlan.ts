import { join } from 'node:path';
import * as vscode from 'vscode';
import { oneLine } from '../../core/catalog/entry/plainText';
import {
  planOf,
  planOfXml,
  PLANS_FOLDER,
  problemOf,
  type SavedPlan,
} from '../../modules/plans/files/savedPlan';
import '../../modules/plans/module';
import type { PlanRun } from '../../modules/plans/run/planRun';
import { sizeOf } from '../../modules/plans/tree/readTree';
import { editorWording } from '../words/editorWording';
import { stateText } from '../words/planState';
import { type PlanFile, PlansFolder } from '../../node/catalog/plansFolder';

/** The folder of saved plans; undefined where no folder is open. */
export function plansFolder(): PlansFolder | undefined {
  const folder = vscode.workspace.workspaceFolders?.find(({ uri }) => uri.scheme === 'file');
  return folder && new PlansFolder(join(folder.uri.fsPath, PLANS_FOLDER));
}

interface PlanItem extends vscode.QuickPickItem {
  readonly file: string;
  readonly plan: SavedPlan | undefined;
}

/** One of the saved plans. One that can't be read says why; picking it gives its file alone. */
export async function pickPlan(
  files: readonly PlanFile[],
): Promise<{ readonly file: string; readonly plan: SavedPlan | undefined } | undefined> {
  return await vscode.window.showQuickPick(Promise.all(files.map(itemOf)), {
    title: vscode.l10n.t('Run Plan'),
    placeHolder: vscode.l10n.t('Select a plan of {0}', PLANS_FOLDER),
    matchOnDescription: true,
    matchOnDetail: true,
  });
}

async function itemOf(file: PlanFile): Promise<PlanItem> {
  const { name } = file;
  try {
    if (file.format === 'unreadable') return broken(name, file.problem);
    const plan = file.format === 'xml' ? await planOfXml(file.text) : planOf(file.value);
    return {
      label: `$(list-tree) ${oneLine(name, 100)}`,
      description: vscode.l10n.t('Nodes: {0}', sizeOf(plan.tree.root)),
      ...(plan.description === '' ? {} : { detail: oneLine(plan.description, 160) }),
      file: name,
      plan,
    };
  } catch (error) {
    const problem = problemOf(error);
    if (problem === undefined) throw error;
    return broken(name, problem);
  }
}

function broken(name: string, problem: string): PlanItem {
  return {
    label: `$(warning) ${oneLine(name, 100)}`,
    detail: oneLine(problem, 200),
    file: name,
    plan: undefined,
  };
}

/** One of the runs, the newest first; undefined where the person leaves. */
export async function pickRun(runs: readonly PlanRun[], title: string): Promise<PlanRun | undefined> {
  const picked = await vscode.window.showQuickPick(
    runs.map(run => ({
      label: `$(${ICONS[run.state]}) ${oneLine(run.tree.id, 100)}`,
      description: stateText(run, editorWording()),
      ...(run.failure === null ? {} : { detail: oneLine(run.failure.message, 160) }),
      run,
    })),
    { title, placeHolder: vscode.l10n.t('Select a run of a plan'), matchOnDetail: true },
  );
  return picked?.run;
}

const ICONS = {
  running: 'play',
  paused: 'debug-pause',
  done: 'check',
  failed: 'error',
  cancelled: 'circle-slash',
} as const;
