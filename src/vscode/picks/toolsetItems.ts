import * as vscode from 'vscode';
import { oneLine } from '../../core/catalog/entry/plainText';
import { activateToolset, type ToolsetReport } from '../../core/toolsets/activateToolset';
import type { Session } from '../../core/gateway/sessions/sessions';
import type { Toolset, ToolsetReading } from '../../core/toolsets/toolset';
import type { Runtime } from '../host/runtime';
import { notify } from '../questions/notify';
import { withProgress } from '../questions/withProgress';

/** A toolset in a list. */
export interface ToolsetItem extends vscode.QuickPickItem {
  readonly toolset?: Toolset;
}

/** The toolsets of the workspace as rows, with a title; none where there are none. What is wrong with their file is said first. */
export function toolsetItems(
  { toolsets, problem }: ToolsetReading,
  servers: ReadonlySet<string>,
): readonly ToolsetItem[] {
  if (toolsets.length === 0 && problem === undefined) return [];
  return [
    { label: vscode.l10n.t('Toolsets'), kind: vscode.QuickPickItemKind.Separator },
    ...(problem === undefined
      ? []
      : [
          { label: `$(warning) ${vscode.l10n.t('Problem in toolsets.json')}`, detail: oneLine(problem, 200) },
        ]),
    ...toolsets.map(toolset => itemOf(toolset, servers)),
  ];
}

/** Switches a toolset on for a session, with progress, and says what it lacks. */
export async function activateToolsetWithProgress(
  { core }: Runtime,
  session: Session,
  toolset: Toolset,
): Promise<void> {
  const name = oneLine(toolset.name, 64);
  const report = await withProgress(vscode.l10n.t('Turning on toolset "{0}"…', name), signal =>
    activateToolset(core.gateway, session, toolset, signal),
  );
  if (report === undefined) return;
  const lacks = lacksOf(report);
  if (lacks === '') notify('info', vscode.l10n.t('Toolset "{0}" is active.', name));
  else notify('warning', vscode.l10n.t('Toolset "{0}" is active in part. {1}', name, lacks));
}

function itemOf(toolset: Toolset, servers: ReadonlySet<string>): ToolsetItem {
  const named = toolset.servers.map(({ server, tools }) =>
    tools === undefined ? oneLine(server, 40) : `${oneLine(server, 40)} (${tools.length})`,
  );
  const missing = toolset.servers.filter(({ server }) => !servers.has(server));
  const lacks =
    missing.length === 0
      ? ''
      : vscode.l10n.t('Not in the catalog: {0}', missing.map(({ server }) => oneLine(server, 40)).join(', '));
  return {
    label: `$(layers) ${oneLine(toolset.name, 64)}`,
    description: named.join(', '),
    detail: lacks === '' ? oneLine(toolset.description, 160) : lacks,
    toolset,
  };
}

function lacksOf({ failed, missing }: ToolsetReport): string {
  return [
    ...failed.map(({ server, why }) => `${oneLine(server, 64)}: ${oneLine(why, 300)}`),
    ...(missing.length === 0 ? [] : [vscode.l10n.t('Unknown tools: {0}', missing.join(', '))]),
  ].join(' ');
}
