import * as vscode from 'vscode';
import { oneLine } from '../../core/catalog/entry/plainText';
import type { Workflow } from '../../core/workflow/model/state';
import { notify } from '../questions/notify';
import type { Runtime } from '../host/runtime';
import { workflowState } from '../words/stateWords';
import { named } from './named';
import { withoutIcons } from '../words/withoutIcons';

interface WorkflowPick {
  /** Which workflows can be picked. */
  readonly suits: (workflow: Workflow) => boolean;
  /** Said instead of an empty list. */
  readonly empty: string;
}

/**
 * The workflow a caller named, else the one a person picks; undefined when they leave or there is none.
 * @throws {Refusal} unknown-workflow
 */
export async function pickWorkflow(
  { core }: Pick<Runtime, 'core'>,
  argument: unknown,
  title: string,
  {
    suits = () => true,
    empty = vscode.l10n.t(
      'No workflows yet. Ask your agent to start one, or use "Switchyard: New Workflow…".',
    ),
  }: Partial<WorkflowPick> = {},
): Promise<Workflow | undefined> {
  const id = named(argument, 'workflow');
  if (id !== undefined) return core.workflows.workflow(id);
  const workflows = core.workflows.all().filter(suits);
  if (workflows.length === 0) {
    notify('info', empty);
    return undefined;
  }
  const picked = await vscode.window.showQuickPick(
    workflows.map(workflow => ({
      label: withoutIcons(oneLine(workflow.name, 80)),
      description: [
        workflowState(workflow.status, vscode.l10n.t),
        ...(workflow.isArchived ? [vscode.l10n.t('archived')] : []),
      ].join(' · '),
      detail: withoutIcons(oneLine(workflow.description ?? '', 160)),
      workflow,
    })),
    { title, placeHolder: vscode.l10n.t('Select a workflow'), matchOnDetail: true },
  );
  return picked?.workflow;
}
