import { ICONS } from '../webview/icons';
import { actionShape, MAX_TEXT, rowShape, targetShape } from '../explorer/shapes';
import { TONES } from '../explorer/picture';
import { listOf, oneOf, record, type Shape, text } from '../webview/shape';
import { MAX_COMMENT, PAGE_VERDICTS, type PageVerdict } from '../taskPage/messages';
import type { StackPicture } from './picture';

/** Tasks that are shown: the riskiest. */
export const MAX_CARDS = 100;
/** Lines of one of them, those that matter most first: the page takes none with more, and shows nothing new then. */
export const MAX_CARD_LINES = 20;

/** What the page may ask of the extension. */
export type StackWish =
  /** It has started and shows nothing yet. */
  | { readonly type: 'ready' }
  /** Run a command that a card, one of its files, or without an item the note offers. */
  | { readonly type: 'run'; readonly command: string; readonly item: string }
  | {
      readonly type: 'review';
      readonly task: string;
      readonly verdict: PageVerdict;
      readonly comment: string;
    }
  /** A comment was begun, or changed: it outlives the page. */
  | { readonly type: 'draft'; readonly task: string; readonly text: string };

/** What the extension tells the page. */
export type StackTelling =
  | { readonly type: 'picture'; readonly picture: StackPicture }
  /** The review of a task is recorded: its draft is no longer needed. */
  | { readonly type: 'reviewed'; readonly task: string };

const short = text(MAX_TEXT);
const comment = text(MAX_COMMENT);
const ready = record({ type: oneOf(['ready']) });
const run = record({ type: oneOf(['run']), command: text(60), item: short });
const review = record({ type: oneOf(['review']), task: short, verdict: oneOf(PAGE_VERDICTS), comment });
const draft = record({ type: oneOf(['draft']), task: short, text: comment });

/** A message of the page; undefined where it is none. */
export function stackWishOf(value: unknown): StackWish | undefined {
  return ready(value) || run(value) || review(value) || draft(value) ? value : undefined;
}

const tone = oneOf(TONES);
const card = record({
  id: short,
  icon: oneOf(ICONS),
  tone,
  state: short,
  title: short,
  chips: listOf(record({ text: short, tone }), 20),
  about: short,
  lines: listOf(short, MAX_CARD_LINES),
  files: listOf(rowShape, 20),
  actions: listOf(actionShape, 10),
  target: targetShape,
  draft: comment,
});

const picture: Shape<StackPicture> = record(
  {
    cards: listOf(card, MAX_CARDS),
    count: short,
    more: short,
    words: record({
      title: short,
      about: short,
      list: short,
      keys: short,
      files: short,
      yours: short,
      placeholder: short,
      approve: short,
      request: short,
      chat: short,
      missing: short,
    }),
  },
  { note: record({ text: short, actions: listOf(actionShape, 5) }) },
);
const pictureTelling = record({ type: oneOf(['picture']), picture });
const reviewed = record({ type: oneOf(['reviewed']), task: short });

/** A message of the extension; undefined where it is none. */
export function stackTellingOf(value: unknown): StackTelling | undefined {
  return pictureTelling(value) || reviewed(value) ? value : undefined;
}
