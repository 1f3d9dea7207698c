import { useRef } from 'preact/hooks';
import type { Row } from '../../src/shared/explorer/picture';
import type { ReplayTimeline, ReplayWords } from '../../src/shared/replay/picture';
import { nameOf } from '../explorer/treeModel';
import { useWidth } from '../plots/plotParts';
import { type Player, pressed, SPEEDS } from './player';

const LANE_HEIGHT = 20;
const BAR_HEIGHT = 12;
const AXIS_HEIGHT = 16;
/** Room for the handle at either end. */
const EDGE = 8;
/** More marks than this are a grey line. */
const MAX_MARKS = 300;

/** The time line of a replay, with a handle that is dragged or moved by keys, and its buttons. */
export function Scrubber({
  timeline,
  at,
  player,
  words,
}: {
  readonly timeline: ReplayTimeline;
  readonly at: number;
  readonly player: Player;
  readonly words: ReplayWords;
}) {
  const { moments, bars, lanes } = timeline;
  const slider = useRef<HTMLDivElement>(null);
  const width = useWidth(slider);
  const end = moments.length - 1;
  const last = Math.max(1, end);
  const xOf = (place: number): number => EDGE + (place / last) * Math.max(0, width - 2 * EDGE);
  const axis = Math.max(1, lanes) * LANE_HEIGHT + 4;

  function drag(event: PointerEvent): void {
    const left = slider.current?.getBoundingClientRect().left ?? 0;
    player.go(Math.round(((event.clientX - left - EDGE) / Math.max(1, width - 2 * EDGE)) * last));
  }

  return (
    <section class="scrubber" aria-label={words.scrubber}>
      <div
        ref={slider}
        class="slider"
        role="slider"
        tabIndex={0}
        aria-label={words.scrubber}
        aria-valuemin={0}
        aria-valuemax={end}
        aria-valuenow={at}
        aria-valuetext={spoken(moments[at])}
        aria-describedby="keys"
        onKeyDown={event => {
          if (event.ctrlKey || event.altKey || event.metaKey) return;
          if (pressed(event.key, at, moments.length, player)) event.preventDefault();
        }}
        onPointerDown={event => {
          event.currentTarget.setPointerCapture(event.pointerId);
          drag(event);
        }}
        onPointerMove={event => {
          if (event.buttons === 1) drag(event);
        }}
      >
        <svg width={width} height={axis + AXIS_HEIGHT} aria-hidden="true">
          {bars.map(({ task, name, tone, lane, from, to }) => {
            const y = lane * LANE_HEIGHT + 4;
            const bar = (until: number, look: string) => (
              <rect
                class={`stretch ${tone} ${look}`}
                x={xOf(from)}
                y={y}
                width={Math.max(4, xOf(until) - xOf(from))}
                height={BAR_HEIGHT}
                rx={3}
              />
            );
            return (
              <g key={`${task}:${from}`}>
                <title>{name}</title>
                {bar(to, 'whole')}
                {from <= at && bar(Math.min(to, at), 'past')}
              </g>
            );
          })}
          <line class="axis" x1={EDGE} x2={xOf(last)} y1={axis} y2={axis} />
          {moments.length <= MAX_MARKS &&
            moments.map(({ id }, place) => (
              <line key={id} class="axis" x1={xOf(place)} x2={xOf(place)} y1={axis - 3} y2={axis + 3} />
            ))}
          <line class="cursor" x1={xOf(at)} x2={xOf(at)} y1={0} y2={axis} />
          <circle class="cursor" cx={xOf(at)} cy={axis} r={7} />
        </svg>
      </div>
      <div class="ends" aria-hidden="true">
        <span>{moments[0]?.figures}</span>
        <span>{moments[end]?.figures}</span>
      </div>
      <div class="controls">
        <Control
          icon="chevron-left"
          name={words.previous}
          isOff={at === 0}
          onClick={() => player.go(at - 1)}
        />
        <Control
          icon={player.isPlaying ? 'debug-pause' : 'play'}
          name={player.isPlaying ? words.pause : words.play}
          isOff={end < 1}
          onClick={player.toggle}
        />
        <Control icon="chevron-right" name={words.next} isOff={at >= end} onClick={() => player.go(at + 1)} />
        <label class="speed">
          {words.speed}{' '}
          <select
            value={String(player.speed)}
            onChange={({ currentTarget }) => player.setSpeed(Number(currentTarget.value))}
          >
            {SPEEDS.map(speed => (
              <option key={speed} value={String(speed)}>
                {speed}×
              </option>
            ))}
          </select>
        </label>
        <span id="keys" class="remark">
          {words.keys}
        </span>
      </div>
    </section>
  );
}

/** Off, a button keeps the focus that it has. */
function Control({
  icon,
  name,
  isOff,
  onClick,
}: {
  readonly icon: string;
  readonly name: string;
  readonly isOff: boolean;
  readonly onClick: () => void;
}) {
  return (
    <button
      type="button"
      class="button"
      aria-label={name}
      title={name}
      aria-disabled={isOff}
      onClick={() => !isOff && onClick()}
    >
      <span class={`codicon codicon-${icon}`} aria-hidden="true" />
    </button>
  );
}

function spoken(row: Row | undefined): string {
  return row === undefined ? '' : nameOf(row, document.documentElement.lang);
}
