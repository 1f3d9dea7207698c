import * as vscode from 'vscode';
import { notify } from '../questions/notify';
import { pickWorkflow } from '../picks/pickWorkflow';
import { untilLeft, withProgress } from '../questions/withProgress';
import { defineCommand } from './defineCommand';

export const exportWorkflow = defineCommand({
  id: 'switchyard.exportWorkflow',
  async run({ host }, argument) {
    const runtime = await host.runtime();
    const { workflows } = runtime.core;
    const workflow = await pickWorkflow(runtime, argument, vscode.l10n.t('Export Workflow'));
    if (!workflow) return;
    // What a pull request takes: nothing is asked, and nothing is written that nobody saves.
    const document = await vscode.workspace.openTextDocument({
      language: 'markdown',
      content: workflows.markdown(workflow.id),
    });
    await vscode.window.showTextDocument(document, { preview: true });
  },
});

export const exportWorkflowAs = defineCommand({
  id: 'switchyard.exportWorkflowAs',
  async run({ host }, argument) {
    const runtime = await host.runtime();
    const { workflows } = runtime.core;
    const workflow = await pickWorkflow(runtime, argument, vscode.l10n.t('Export Workflow'));
    if (!workflow) return;
    const form = await vscode.window.showQuickPick(
      [
        { label: vscode.l10n.t('Markdown, for a pull request…'), extension: 'md', isShared: false },
        { label: vscode.l10n.t('JSON…'), extension: 'json', isShared: false },
        {
          label: vscode.l10n.t('A file in .switchyard/workflows, to share with Git'),
          extension: 'md',
          isShared: true,
        },
      ],
      { title: vscode.l10n.t('Export Workflow') },
    );
    if (!form) return;
    const name = fileName(workflow.name);
    // Nobody is asked before a shared file is written: the id keeps workflows of one name apart.
    const target = form.isShared
      ? sharedFile(`${name}-${workflow.id.slice(0, 8)}.${form.extension}`)
      : await askWhere(`${name}.${form.extension}`);
    if (!target) return;
    const isWritten = await withProgress(vscode.l10n.t('Exporting "{0}"…', workflow.name), async signal => {
      const text =
        form.extension === 'md'
          ? workflows.markdown(workflow.id)
          : JSON.stringify(workflows.report(workflow.id), null, 2);
      await untilLeft(vscode.workspace.fs.writeFile(target, new TextEncoder().encode(text)), signal);
      return true;
    });
    if (isWritten !== true) return;
    const run = () => vscode.window.showTextDocument(target);
    notify('info', vscode.l10n.t('Exported to {0}.', vscode.workspace.asRelativePath(target)), {
      label: vscode.l10n.t('Open'),
      run,
    });
  },
});

async function askWhere(name: string): Promise<vscode.Uri | undefined> {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  return await vscode.window.showSaveDialog(folder ? { defaultUri: vscode.Uri.joinPath(folder, name) } : {});
}

function sharedFile(name: string): vscode.Uri | undefined {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  if (folder) return vscode.Uri.joinPath(folder, '.switchyard', 'workflows', name);
  notify('warning', vscode.l10n.t('Open a folder to save the file in.'));
  return undefined;
}

/** A name that every file system takes. */
function fileName(text: string): string {
  return (
    text
      .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
      .replaceAll(/^-+|-+$/g, '')
      .slice(0, 60) || 'workflow'
  );
}
