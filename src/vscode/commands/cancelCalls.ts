import * as vscode from 'vscode';
import { oneLine } from '../../core/catalog/entry/plainText';
import type { Operation } from '../../core/operations/operation';
import type { Runtime } from '../host/runtime';
import { notify } from '../questions/notify';
import { defineCommand } from './defineCommand';

interface CallItem extends vscode.QuickPickItem {
  readonly operation: Operation;
}

export const cancelCalls = defineCommand({
  id: 'switchyard.cancelCalls',
  async run({ host }) {
    const { l10n } = vscode;
    const runtime = await host.runtime();
    const { operations } = runtime.core;
    const items = operations
      .running()
      .filter(({ parent }) => parent === undefined)
      .map(operation => itemOf(operation, runtime));
    if (items.length === 0) return notify('info', l10n.t('No call is running.'));
    const picked = await vscode.window.showQuickPick(items, {
      title: l10n.t('Cancel Running Calls'),
      placeHolder: l10n.t('Select the calls to cancel'),
      canPickMany: true,
      matchOnDescription: true,
    });
    const cancelled = (picked ?? []).filter(({ operation }) =>
      operations.cancel(operation, { by: 'person' }),
    );
    if (cancelled.length > 0)
      notify('info', l10n.t('Cancelled: {0}.', cancelled.map(({ label }) => label).join(', ')));
  },
});

/** A call with the call that it was made for, e.g. what `mcp_call_tool` calls. */
function itemOf(operation: Operation, { core, sessionNames }: Runtime): CallItem {
  const [first = operation] = [...operation.subtree()].filter(({ children }) => children.size === 0);
  const seconds = Math.round((core.clock.monotonicMs() - operation.startedMs) / 1_000);
  const session = core.gateway.session(operation.session);
  return {
    label: oneLine(first.name, 80),
    description: vscode.l10n.t('running for {0} s', seconds),
    detail: session === undefined ? '' : sessionNames.of(session),
    operation,
  };
}
