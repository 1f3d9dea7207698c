import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { curveThrough } from '../../src/shared/plots/curve';
import { isTangled, layered, NODE, nodeTowards, type PlacedGraph } from '../../src/shared/plots/graphLayout';
import type { TaskGraph } from '../../src/shared/plots/plots';
import { PlotFrame, StatusIcon, taskText } from './plotParts';

/** Room around the graph for outlines, in pixels. */
const MARGIN = 3;

/** What the task graph needs. */
export interface TaskGraphProps {
  readonly graph: TaskGraph;
  /** Opens the page of another task, by id. */
  readonly onOpen: (task: string) => void;
}

/** How the tasks of the workflow hang together. */
export function TaskGraphView({ graph, onOpen }: TaskGraphProps) {
  const placedGraph = usePlaces(graph);
  const box = useRef<HTMLDivElement>(null);
  const [chosen, choose] = useState('');
  const own = graph.nodes.find(({ isOwn }) => isOwn) ?? graph.nodes[0];
  const current = graph.nodes.some(({ id }) => id === chosen) ? chosen : own?.id;

  useEffect(() => {
    // The page's own task is in sight from the beginning, with what leads to it.
    const corner = own && placedGraph?.nodes.get(own.id);
    const { current: area } = box;
    if (!corner || !area) return;
    area.scrollTo(
      corner.x + NODE.width + 2 * MARGIN - area.clientWidth,
      corner.y + NODE.height + 2 * MARGIN - area.clientHeight,
    );
  }, [placedGraph === undefined, own?.id]);

  function press(event: KeyboardEvent): void {
    if (!placedGraph || current === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    const next = nodeTowards(placedGraph, current, event.key);
    if (next === undefined) return;
    event.preventDefault();
    const at = graph.nodes.findIndex(({ id }) => id === next);
    box.current?.querySelectorAll('button')[at]?.focus();
  }

  return (
    <PlotFrame kind="graph" caption={graph}>
      <div class="plot-scroll" ref={box}>
        {placedGraph && (
          <div
            class="graph-body"
            style={{
              width: `${placedGraph.width + 2 * MARGIN}px`,
              height: `${placedGraph.height + 2 * MARGIN}px`,
            }}
          >
            <Lines graph={graph} placedGraph={placedGraph} />
            <ul onKeyDown={press}>
              {graph.nodes.map(node => {
                const { x, y } = placedGraph.nodes.get(node.id) ?? { x: 0, y: 0 };
                const text = taskText(node, node.place, node.isOwn ? graph.thisTask : '');
                return (
                  <li key={node.id} style={{ left: `${x + MARGIN}px`, top: `${y + MARGIN}px` }}>
                    <button
                      type="button"
                      class={`graph-node ${node.tone} ${node.isOwn ? 'own' : ''}`}
                      tabIndex={node.id === current ? 0 : -1}
                      aria-current={node.isOwn ? 'true' : undefined}
                      aria-label={text}
                      title={text}
                      onFocus={() => choose(node.id)}
                      onClick={() => onOpen(node.id)}
                    >
                      <StatusIcon task={node} />
                      <span class="plot-name" dir="auto">
                        {node.name}
                      </span>
                    </button>
                  </li>
                );
              })}
            </ul>
          </div>
        )}
      </div>
      {graph.legend.length > 0 && (
        <p class="plot-note graph-legend">
          {graph.legend.map(({ kind, text }) => (
            <span key={kind}>
              <svg width="30" height="8" aria-hidden="true">
                <path class={`graph-line ${kind}`} d="M0 4H23" marker-end="url(#plot-arrow)" />
              </svg>{' '}
              {text}
            </span>
          ))}
        </p>
      )}
    </PlotFrame>
  );
}

function Lines({ graph, placedGraph }: { readonly graph: TaskGraph; readonly placedGraph: PlacedGraph }) {
  return (
    <svg
      width={placedGraph.width + 2 * MARGIN}
      height={placedGraph.height + 2 * MARGIN}
      role="img"
      aria-label={graph.label}
    >
      <defs>
        <marker
          id="plot-arrow"
          viewBox="0 0 6 6"
          refX="5"
          refY="3"
          markerWidth="6"
          markerHeight="6"
          orient="auto"
        >
          <path class="graph-arrow" d="M0 0L6 3L0 6Z" />
        </marker>
      </defs>
      <g transform={`translate(${MARGIN} ${MARGIN})`}>
        {graph.links.map(({ from, to, kind }, at) => (
          <path
            key={`${from} ${to}`}
            class={`graph-line ${kind}`}
            d={curveThrough(placedGraph.lines[at] ?? [])}
            marker-end="url(#plot-arrow)"
          />
        ))}
      </g>
    </svg>
  );
}

/** Where everything stands; undefined while the layout for tangled graphs is still coming. */
function usePlaces(graph: TaskGraph): PlacedGraph | undefined {
  // A task that only changes its state stays where it is.
  const form = JSON.stringify([
    graph.nodes.map(({ id }) => id),
    graph.links.map(({ from, to }) => [from, to]),
  ]);
  const simple = useMemo(() => (isTangled(graph) ? undefined : layered(graph)), [form]);
  const [loaded, setLoaded] = useState<{ readonly form: string; readonly placedGraph: PlacedGraph }>();
  useEffect(() => {
    if (simple) return;
    let isWanted = true;
    const take = (placedGraph: PlacedGraph): void => {
      if (isWanted) setLoaded({ form, placedGraph });
    };
    import('./dagreLayout').then(
      ({ dagreLayout }) => take(dagreLayout(graph)),
      // Not beautiful, but all of it.
      () => take(layered(graph)),
    );
    return () => {
      isWanted = false;
    };
  }, [form]);
  if (simple) return simple;
  return loaded?.form === form ? loaded.placedGraph : undefined;
}
