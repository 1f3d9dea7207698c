import { actionShape, MAX_TEXT, rowShape } from '../explorer/shapes';
import { TONES } from '../explorer/picture';
import { headingShape, rowListShape } from '../taskPage/shapes';
import { finite, listOf, oneOf, record, type Shape, text } from '../webview/shape';
import type { ReplayPicture } from './picture';

/** Moments of a picture: of a longer workflow, the last ones. */
export const MAX_MOMENTS = 2_000;
/** Bars of a picture. */
export const MAX_BARS = 400;

/** What the page may ask of the extension. */
export type ReplayWish =
  /** It has started and shows nothing yet, or somebody goes to another moment, by its id; empty: to the last one. */
  | { readonly type: 'ready' | 'seek'; readonly moment: string }
  /** Run a command that something in the picture offers, by its id; the page itself has none. */
  | { readonly type: 'run'; readonly command: string; readonly item: string };

/** What the extension tells the page. */
export interface ReplayTelling {
  readonly type: 'picture';
  readonly picture: ReplayPicture;
}

const short = text(MAX_TEXT);
const place = record({ type: oneOf(['ready', 'seek']), moment: short });
const run = record({ type: oneOf(['run']), command: text(60), item: short });

/** A message of the page; undefined where it is none. */
export function replayWishOf(value: unknown): ReplayWish | undefined {
  return place(value) || run(value) ? value : undefined;
}

const bar = record({
  task: short,
  name: short,
  tone: oneOf(TONES),
  lane: finite,
  from: finite,
  to: finite,
});
const timeline = record({
  moments: listOf(rowShape, MAX_MOMENTS),
  bars: listOf(bar, MAX_BARS),
  lanes: finite,
  notes: listOf(short, 5),
});
const frame = record(
  {
    at: finite,
    caption: short,
    tasks: rowListShape,
    files: rowListShape,
    trails: rowListShape,
    plans: rowListShape,
  },
  { action: actionShape },
);
const words = record({
  page: short,
  breadcrumb: short,
  actions: short,
  progress: short,
  scrubber: short,
  moments: short,
  previous: short,
  next: short,
  play: short,
  pause: short,
  speed: short,
  keys: short,
});
const note = record({ text: short, actions: listOf(actionShape, 5) });
const picture: Shape<ReplayPicture> = record({ words }, { heading: headingShape, note, timeline, frame });
const telling: Shape<ReplayTelling> = record({ type: oneOf(['picture']), picture });

/** A message of the extension; undefined where it is none. */
export function replayTellingOf(value: unknown): ReplayTelling | undefined {
  return telling(value) ? value : undefined;
}
