import * as vscode from 'vscode';
import { oneLine } from '../../core/catalog/entry/plainText';
import type { Caller, Session } from '../../core/gateway/sessions/sessions';
import type { ToolProblem, UsedTool } from '../../modules/plans/run/checkTools';
import type { PlanRun } from '../../modules/plans/run/planRun';
import type { Runtime } from '../host/runtime';
import { activateWithProgress } from '../picks/activateWithProgress';
import { notify } from '../questions/notify';

/** What is about to run. */
export interface AskedRun {
  readonly tree: PlanRun['tree'];
  /** Whose rights its calls have. */
  readonly as: Caller;
  /** Said before the tools that it calls. */
  readonly detail?: string | undefined;
}

/** Shows what a run would call, and turns on what is missing. False where the person, or a tool, says no. */
export async function isReady(
  runtime: Runtime,
  session: Session,
  { tree, as: caller, detail }: AskedRun,
): Promise<boolean> {
  const { core } = runtime;
  const { signal } = new AbortController();
  let found = await core.plans.check(caller, tree, signal);
  const missing = new Set(found.problems.flatMap(({ server }) => server ?? []));
  if (missing.size > 0) {
    const names = [...missing].join(', ');
    const turnOn = vscode.l10n.t('Turn On');
    const answer = await vscode.window.showWarningMessage(
      vscode.l10n.t('Turn on {0} in this chat session?', names),
      { modal: true, detail: vscode.l10n.t('The plan calls tools of servers that are not active.') },
      turnOn,
    );
    if (answer !== turnOn) return false;
    for (const server of missing) {
      await activateWithProgress(runtime, session, server);
      // Whoever left its start wants no run without it.
      if (!session.activations.has(core.catalog.require(server).id)) return false;
    }
    found = await core.plans.check(caller, tree, signal);
  }
  const { problems, tools } = found;
  if (problems.length > 0) {
    notify(
      'error',
      vscode.l10n.t('The plan was not run: {0}', problems.map(problemLine).slice(0, 3).join(' ')),
    );
    return false;
  }
  const failing = await core.plans.misfits(caller, tree, signal);
  const yes = vscode.l10n.t('Run');
  const answer = await vscode.window.showInformationMessage(
    vscode.l10n.t('Run plan "{0}"?', oneLine(tree.id, 100)),
    {
      modal: true,
      detail: [
        ...(detail === undefined ? [] : [detail, '']),
        ...tools.map(toolLine),
        ...failing.slice(0, 3).map(problem => vscode.l10n.t('Will fail: {0}', problemLine(problem))),
      ].join('\n'),
    },
    yes,
  );
  return answer === yes;
}

/** A person who runs something in a chat has its rights. */
export function callerOf({ id, isConversation, connection, host }: Session): Caller {
  return { session: id, isConversation, connection, host };
}

function problemLine({ leaf, message }: ToolProblem): string {
  return `${oneLine(leaf, 60)}: ${oneLine(message, 160)}`;
}

function toolLine({ tool, server, leaves, asks, roundServers }: UsedTool): string {
  const where = server ?? (roundServers.length > 0 ? roundServers.join(', ') : vscode.l10n.t('built in'));
  const line = `${oneLine(tool, 60)} (${where}) × ${leaves}`;
  return asks ? vscode.l10n.t('{0}: asks you', line) : line;
}
