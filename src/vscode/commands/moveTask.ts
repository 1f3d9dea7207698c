import * as vscode from 'vscode';
import { pickPlannedTask } from '../picks/pickPlannedTask';
import { type Command, defineCommand } from './defineCommand';

export const moveTaskUp = moving('switchyard.moveTaskUp', 'up');
export const moveTaskDown = moving('switchyard.moveTaskDown', 'down');

/** Past the next planned task; at the end of the list, nothing happens, as with lines of an editor. */
function moving(id: string, to: 'up' | 'down'): Command {
  return defineCommand({
    id,
    async run({ host }, argument) {
      const { l10n } = vscode;
      const runtime = await host.runtime();
      const title = to === 'up' ? l10n.t('Move Task Up') : l10n.t('Move Task Down');
      const task = await pickPlannedTask(runtime, argument, title);
      if (task) await runtime.core.workflows.userPlans.move(task.id, to);
    },
  });
}
