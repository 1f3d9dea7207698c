import * as vscode from 'vscode';
import { hasEnded, type PlanRun } from '../../modules/plans/run/planRun';
import { pickRunOf } from '../picks/pickRunOf';
import { pickSession } from '../picks/pickSession';
import { callerOf, isReady } from '../workflow/planReadiness';
import type { CommandContext } from './defineCommand';
import { defineCommand } from './defineCommand';

export const runPlanAgain = defineCommand({
  id: 'switchyard.runPlanAgain',
  async run(context, argument) {
    const run = await pickRunOf(await context.host.runtime(), argument, {
      title: vscode.l10n.t('Run Again'),
      suits: hasEnded,
      empty: vscode.l10n.t('No run of a plan has ended.'),
    });
    if (run) await runAgain(context, run, false);
  },
});

/** Runs an ended plan once more, after the same questions as at first, and opens its page. `keeps`: as in `Plans.again`. */
export async function runAgain(
  { host, pages }: CommandContext,
  { id, tree, caller }: PlanRun,
  keeps: boolean,
): Promise<void> {
  const runtime = await host.runtime();
  const own = runtime.core.gateway.sessions().find(session => session.id === caller.session);
  const session = own ?? (await pickSession(runtime));
  if (!session) return;
  const asked = { tree, as: callerOf(session), detail: keeps ? keptLine() : undefined };
  if (!(await isReady(runtime, session, asked))) return;
  const again = await runtime.core.plans.again(id, { keeps, caller: asked.as }, new AbortController().signal);
  await pages.plan.open({ id: again.id, name: tree.id });
}

function keptLine(): string {
  return vscode.l10n.t("Calls that succeeded aren't made again. Their outputs are used.");
}
