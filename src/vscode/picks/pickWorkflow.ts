import * as vscode from 'vscode';
import { oneLine } from '../../core/catalog/plainText';
import type { Workflow } from '../../core/workflow/state';
import { notify } from '../notify';
import type { Runtime } from '../runtime';

/**
 * The workflow a caller named, else the one a person picks; undefined when they leave or there is none.
 * @throws {Refusal} unknown-workflow
 */
export async function pickWorkflow(
  { core }: Runtime,
  argument: unknown,
  title: string,
): Promise<Workflow | undefined> {
  if (typeof argument === 'string') return core.workflows.workflow(argument);
  const workflows = core.workflows.all();
  if (workflows.length === 0) {
    notify('info', vscode.l10n.t('No workflows yet. Ask your agent to start one.'));
    return undefined;
  }
  const picked = await vscode.window.showQuickPick(
    workflows.map(workflow => ({
      label: oneLine(workflow.name, 80),
      description: [
        workflow.status.replaceAll('_', ' '),
        ...(workflow.isArchived ? [vscode.l10n.t('archived')] : []),
      ].join(' · '),
      detail: oneLine(workflow.description ?? '', 160),
      workflow,
    })),
    { title, placeHolder: vscode.l10n.t('Select a workflow'), matchOnDetail: true },
  );
  return picked?.workflow;
}
