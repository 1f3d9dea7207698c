import type { Plots } from '../../shared/plots/plots';
import type { OffsetAt } from '../../shared/plots/timeScale';
import type { Wording } from '../words/wording';
import { budgetOf, type BudgetWorld } from './plotsBudget';
import { ganttOf } from './plotsGantt';
import { graphOf } from './plotsGraph';
import type { MarkedPlaces } from './plotsMarks';
import type { PlottedWork } from './plotsTasks';
import { trailsOf } from './plotsTrails';

/** What a task's plots are drawn from. */
export interface PlotsWorld extends BudgetWorld {
  readonly workflows: PlottedWork;
  readonly stigmergy: MarkedPlaces;
}

/** The plots of a task's page, those that have something to show. Pure. @throws {Refusal} unknown-task */
export function plotsOf(
  { gateway, registry, workflows, stigmergy }: PlotsWorld,
  id: string,
  now: number,
  wording: Wording,
  offsetAt: OffsetAt = localOffset,
): Plots {
  const own = workflows.task(id);
  const gantt = ganttOf(workflows, own, wording);
  const graph = graphOf(workflows, own, wording);
  const trails = trailsOf({ workflows, stigmergy }, own, { now, offsetAt }, wording);
  const budget = budgetOf({ gateway, registry }, own.session, wording);
  return {
    ...(gantt && { gantt }),
    ...(graph && { graph }),
    ...(trails && { trails }),
    ...(budget && { budget }),
  };
}

function localOffset(at: number): number {
  return -60_000 * new Date(at).getTimezoneOffset();
}
