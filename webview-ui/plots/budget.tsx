import type { Budget } from '../../src/shared/plots/plots';
import { Meters } from '../kit/meters';
import { PlotFrame } from './plotParts';

/** What the chat of the task has switched on, beside what it may. */
export function BudgetView({ budget }: { readonly budget: Budget }) {
  return (
    <PlotFrame kind="budget" caption={budget}>
      <Meters meters={budget.meters} />
    </PlotFrame>
  );
}
