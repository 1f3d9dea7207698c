import { ICONS } from '../webview/icons';
import { actionShape, MAX_TEXT, targetShape } from '../explorer/shapes';
import { TONES } from '../explorer/picture';
import { listOf, oneOf, record, type Shape, text } from '../webview/shape';
import { plotsShape } from '../plots/plots';
import { blockShape, headingShape, MAX_LINES, rowListShape } from './shapes';
import type { TaskPicture } from './picture';

/** Things that happened in one task. */
const MAX_HAPPENINGS = 500;

/** What the page may ask of the extension. `task`: whose page it is: a tab that is used again shows the one before until the new one is there. */
export type PageWish =
  /** It has started and shows nothing yet. */
  | { readonly type: 'ready' }
  /** Run a command that something in the picture offers, by its id; the page itself has none. */
  | { readonly type: 'run'; readonly task: string; readonly command: string; readonly item: string }
  /** What a person says of the task; `chat`: the agent is to go on at once. */
  | {
      readonly type: 'review';
      readonly task: string;
      readonly verdict: PageVerdict;
      readonly comment: string;
    }
  /** A comment was begun, or changed: it outlives the page. */
  | { readonly type: 'draft'; readonly task: string; readonly text: string };

/** What a person can say of the task. */
export const PAGE_VERDICTS = ['approve', 'request', 'chat'] as const;
export type PageVerdict = (typeof PAGE_VERDICTS)[number];

/** Longest comment, in characters. */
export const MAX_COMMENT = 4_000;

/** What the extension tells the page. */
export type PageTelling =
  | { readonly type: 'picture'; readonly picture: TaskPicture }
  /** Brings something that happened into sight and gives it the focus. */
  | { readonly type: 'reveal'; readonly event: string }
  /** The review is recorded: its draft is no longer needed. */
  | { readonly type: 'reviewed' };

const short = text(MAX_TEXT);
const ready = record({ type: oneOf(['ready']) });
const task = text(200);
const run = record({ type: oneOf(['run']), task, command: text(60), item: short });
const review = record({
  type: oneOf(['review']),
  task,
  verdict: oneOf(PAGE_VERDICTS),
  comment: text(MAX_COMMENT),
});
const draft = record({ type: oneOf(['draft']), task, text: text(MAX_COMMENT) });

/** A message of the page of this task; undefined where it is none. A person who clicks on another task's page means that task. */
export function pageWishOf(value: unknown, own: string): PageWish | 'of another task' | undefined {
  if (ready(value)) return value;
  if (!run(value) && !review(value) && !draft(value)) return undefined;
  return value.task === own ? value : 'of another task';
}

const icon = oneOf(ICONS);
const tone = oneOf(TONES);
const lines = listOf(short, MAX_LINES);
const happening = record(
  { id: short, icon, title: short, lines, target: targetShape },
  {
    tone,
    badge: short,
    strong: short,
    text: short,
    time: record({ short, long: short, iso: short }),
    action: actionShape,
  },
);

const reviewForm = record({
  title: short,
  placeholder: short,
  lines,
  approve: short,
  request: short,
  chat: short,
  missing: short,
  draft: text(MAX_COMMENT),
});

const picture: Shape<TaskPicture> = record(
  {
    blocks: listOf(blockShape, 20),
    timeline: listOf(happening, MAX_HAPPENINGS),
    files: rowListShape,
    subtasks: rowListShape,
    words: record({ page: short, breadcrumb: short, actions: short, progress: short, timeline: short }),
  },
  { heading: headingShape, review: reviewForm, plots: plotsShape },
);

const pictureTelling = record({ type: oneOf(['picture']), picture });
const reveal = record({ type: oneOf(['reveal']), event: short });
const reviewed = record({ type: oneOf(['reviewed']) });

/** A message of the extension; undefined where it is none. */
export function pageTellingOf(value: unknown): PageTelling | undefined {
  return pictureTelling(value) || reveal(value) || reviewed(value) ? value : undefined;
}
