import { useId, useRef, useState } from 'preact/hooks';
import { segmentsOf, xOf } from '../../src/shared/plots/ganttBars';
import type { Gantt, GanttRow } from '../../src/shared/plots/plots';
import { spanOf, stepOf, ticksOf, type TimeSpan } from '../../src/shared/plots/timeScale';
import { GanttTable, timeText } from './ganttTable';
import { PlotFrame, StatusIcon, taskText, useNow, useWidth } from './plotParts';
import { useRoving } from '../kit/roving';
import { localOffset, tickText } from './times';

const ROW_HEIGHT = 22;
const BAR_HEIGHT = 12;
/** Room for what has not begun: a box behind the axis, in pixels. */
const PLANNED_WIDTH = 28;
/** Least room from mark to mark, and from the last one to the word for now, in pixels: for `12:00:00 PM`. */
const TICK_WIDTH = 100;
const NOW_WIDTH = 62;

/** What the time line needs. */
export interface GanttProps {
  readonly gantt: Gantt;
  /** Opens the page of another task, by id. */
  readonly onOpen: (task: string) => void;
}

/** When each task of the workflow was worked on. */
export function GanttView({ gantt, onOpen }: GanttProps) {
  const { rows, words } = gantt;
  const [isTable, setTable] = useState(false);
  const table = useId();
  const axis = useRef<HTMLDivElement>(null);
  const width = useWidth(axis);
  const now = useNow(rows.some(isOpen));
  const own = rows.findIndex(row => row.isOwn);
  const roving = useRoving(
    rows.map(({ id }) => id),
    {},
    Math.max(0, own),
  );
  return (
    <PlotFrame kind="gantt" caption={gantt}>
      <div class="gantt-body">
        <div class="gantt-axis" ref={axis}>
          {width > 0 && <Chart gantt={gantt} width={width} now={now} />}
        </div>
        <ul class="gantt-rows" {...roving.list}>
          {rows.map((row, at) => {
            const text = taskText(row, timeText(row, words, now), row.took, row.isOwn ? words.thisTask : '');
            return (
              <li key={row.id}>
                <button
                  type="button"
                  class={row.isOwn ? 'gantt-row own' : 'gantt-row'}
                  tabIndex={at === roving.at ? 0 : -1}
                  data-index={at}
                  aria-current={row.isOwn ? 'true' : undefined}
                  aria-label={text}
                  title={text}
                  onClick={() => onOpen(row.id)}
                >
                  <span class="gantt-name" style={{ paddingInlineStart: `${(row.level - 1) * 8}px` }}>
                    <StatusIcon task={row} />
                    <span class="plot-name" dir="auto">
                      {row.name}
                    </span>
                  </span>
                </button>
              </li>
            );
          })}
        </ul>
      </div>
      <button
        type="button"
        class="plot-link"
        aria-expanded={isTable}
        aria-controls={table}
        onClick={() => setTable(!isTable)}
      >
        {isTable ? words.hideTable : words.showTable}
      </button>
      <div id={table} hidden={!isTable}>
        {isTable && <GanttTable gantt={gantt} now={now} />}
      </div>
    </PlotFrame>
  );
}

/** The picture behind the rows: marks of time, bars, and where now is. */
function Chart({
  gantt,
  width,
  now,
}: {
  readonly gantt: Gantt;
  readonly width: number;
  readonly now: number;
}) {
  const { rows, words } = gantt;
  const hasPlanned = rows.some(row => row.stretches.length === 0);
  const inner = Math.max(1, width - (hasPlanned ? PLANNED_WIDTH + 4 : 0));
  const span = spanOf(
    rows.flatMap(row => row.stretches),
    now,
  );
  if (span === undefined) return null;
  const bottom = rows.length * ROW_HEIGHT + 4;
  const nowX = rows.some(isOpen) ? xOf(now, span, inner) : undefined;
  return (
    <svg width={width} height={bottom + 18} role="img" aria-label={gantt.label}>
      <Patterns />
      <Ticks span={span} width={inner} bottom={bottom} nowX={nowX} />
      {rows.map((row, at) => (
        <g key={row.id} transform={`translate(0 ${at * ROW_HEIGHT + (ROW_HEIGHT - BAR_HEIGHT) / 2})`}>
          <Bars row={row} span={span} inner={inner} width={width} now={now} />
        </g>
      ))}
      {nowX !== undefined && (
        <>
          <line class="gantt-now" x1={nowX} x2={nowX} y1="0" y2={bottom} />
          <text class="plot-small" x={Math.min(nowX, width - 2)} y={bottom + 13} text-anchor="end">
            {words.now}
          </text>
        </>
      )}
    </svg>
  );
}

function Ticks({
  span,
  width,
  bottom,
  nowX,
}: {
  readonly span: TimeSpan;
  readonly width: number;
  readonly bottom: number;
  readonly nowX: number | undefined;
}) {
  const step = stepOf(span, Math.floor(width / TICK_WIDTH));
  return (
    <g>
      {ticksOf(span, step, localOffset).map(at => {
        const x = Math.round(xOf(at, span, width)) + 0.5;
        // A word that would stand on the next or beyond the edge is left out; its line is there.
        const hasRoom =
          x <= width - 20 && (nowX === undefined || x < nowX - NOW_WIDTH || x > nowX + TICK_WIDTH / 2);
        return (
          <g key={at}>
            <line class="gantt-tick" x1={x} x2={x} y1="0" y2={bottom} />
            {hasRoom && (
              <text class="plot-small" x={x} y={bottom + 13} text-anchor={x < 28 ? 'start' : 'middle'}>
                {tickText(at, step)}
              </text>
            )}
          </g>
        );
      })}
    </g>
  );
}

function Bars({
  row,
  span,
  inner,
  width,
  now,
}: {
  readonly row: GanttRow;
  readonly span: TimeSpan;
  readonly inner: number;
  readonly width: number;
  readonly now: number;
}) {
  if (row.stretches.length === 0) {
    const box = {
      x: Math.max(0.5, width - PLANNED_WIDTH - 0.5),
      width: PLANNED_WIDTH,
      height: BAR_HEIGHT - 1,
    };
    return <rect class="gantt-planned" {...box} y="0.5" rx="2" />;
  }
  const segments = segmentsOf(row, span, inner, now);
  const [first] = segments;
  const last = segments.at(-1);
  const middle = BAR_HEIGHT / 2;
  return (
    <>
      {first && last && segments.length > 1 && (
        <line class="gantt-pause" x1={first.x} x2={last.x} y1={middle} y2={middle} />
      )}
      {segments.map(({ x, width: long }) => (
        <g key={x}>
          <rect class={`gantt-bar ${row.tone}`} x={x} width={long} height={BAR_HEIGHT} rx="2" />
          <rect class={`gantt-sign ${row.tone}`} x={x} width={long} height={BAR_HEIGHT} rx="2" />
        </g>
      ))}
    </>
  );
}

/** Signs that tell bars apart without their colours. */
function Patterns() {
  return (
    <defs>
      <pattern
        id="plot-warn"
        width="6"
        height="6"
        patternUnits="userSpaceOnUse"
        patternTransform="rotate(45)"
      >
        <line class="plot-hatch" x1="0" x2="0" y1="0" y2="6" />
      </pattern>
      <pattern id="plot-bad" width="5" height="5" patternUnits="userSpaceOnUse">
        <path class="plot-hatch" d="M0 0L5 5M5 0L0 5" />
      </pattern>
    </defs>
  );
}

function isOpen(row: GanttRow): boolean {
  return row.stretches.some(({ to }) => to === undefined);
}
