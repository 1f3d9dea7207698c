import type { Plots } from '../../src/shared/plots/plots';
import { plotItem } from '../../src/shared/taskPage/picture';
import { BudgetView } from '../plots/budget';
import { GanttView } from '../plots/gantt';
import { HeatMapView } from '../plots/heatMap';
import { TaskGraphView } from '../plots/taskGraph';
import type { Run } from './run';

interface PlotsProps {
  readonly plots: Plots;
  readonly onRun: Run;
}

/** What stands below the timeline: the time line of the whole workflow. */
export function LeftPlots({ plots: { gantt }, onRun }: PlotsProps) {
  return gantt ? <GanttView gantt={gantt} onOpen={task => onRun(plotItem(task), 'openTask')} /> : null;
}

/** What stands below the lists: how tasks hang together, where agents were, and what the chat has switched on. */
export function RightPlots({ plots: { graph, trails, budget }, onRun }: PlotsProps) {
  return (
    <>
      {graph && <TaskGraphView graph={graph} onOpen={task => onRun(plotItem(task), 'openTask')} />}
      {trails && <HeatMapView map={trails} />}
      {budget && <BudgetView budget={budget} />}
    </>
  );
}
