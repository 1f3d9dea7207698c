import { Fragment, h, render } from 'preact';
import { type Plots, plotsShape } from '../../src/shared/plots/plots';
import { BudgetView } from '../../webview-ui/plots/budget';
import { GanttView } from '../../webview-ui/plots/gantt';
import { HeatMapView } from '../../webview-ui/plots/heatMap';
import { TaskGraphView } from '../../webview-ui/plots/taskGraph';

/** A page of nothing but plots. What is opened on it is noted at its body. */
function show(plots: Plots): void {
  const { gantt, graph, trails, budget } = plots;
  const onOpen = (task: string): void => {
    document.body.dataset['opened'] = task;
  };
  const root = document.getElementById('root');
  if (!root) return;
  render(
    h(
      Fragment,
      null,
      gantt && h(GanttView, { gantt, onOpen }),
      graph && h(TaskGraphView, { graph, onOpen }),
      trails && h(HeatMapView, { map: trails }),
      budget && h(BudgetView, { budget }),
    ),
    root,
  );
}

window.addEventListener('message', ({ data }) => {
  if (plotsShape(data)) show(data);
});
