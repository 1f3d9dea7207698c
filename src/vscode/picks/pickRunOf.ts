import * as vscode from 'vscode';
import type { PlanRun } from '../../modules/plans/run/planRun';
import type { Runtime } from '../host/runtime';
import { notify } from '../questions/notify';
import { namedRun } from './named';
import { pickRun } from './pickPlan';

/** What a command does with a run. */
export interface RunPurpose {
  /** Title of the pick. */
  readonly title: string;
  readonly suits: (run: PlanRun) => boolean;
  /** Said where no run suits. */
  readonly empty: string;
}

/** The run whose row or page was used, else the one that a person picks of those that suit; undefined where they leave. */
export async function pickRunOf(
  { core }: Runtime,
  argument: unknown,
  { title, suits, empty }: RunPurpose,
): Promise<PlanRun | undefined> {
  const runs = core.plans.all().filter(suits);
  const named = namedRun(argument);
  const run = runs.find(({ id }) => id === named);
  if (run !== undefined) return run;
  if (named === undefined && runs.length > 0) return await pickRun(runs, title);
  notify('info', empty);
  return undefined;
}

/** Nothing of the workspace has run. */
export function noRuns(): string {
  return vscode.l10n.t('No plan has run yet.');
}
