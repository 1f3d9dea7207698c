import { MAX_TEXT, rowShape } from '../explorer/shapes';
import { blockShape, factShape, headingShape } from '../taskPage/shapes';
import { listOf, oneOf, record, type Shape, text } from '../webview/shape';
import type { PlanPicture } from './picture';

/** Nodes of a picture: of a larger tree, the rest is in its text. */
export const MAX_NODES = 2_000;
/** Longest text of a node, in UTF-16 units. */
export const MAX_NODE_TEXT = 20_000;

/** What the page may ask of the extension. */
export type PlanPageWish =
  /** It has started and shows nothing yet, or somebody looks at another node. */
  | { readonly type: 'ready' | 'look'; readonly node: string }
  /** Run a command that the picture offers. */
  | { readonly type: 'run'; readonly command: string };

/** What the extension tells the page. */
export interface PlanPageTelling {
  readonly type: 'picture';
  readonly picture: PlanPicture;
}

const short = text(MAX_TEXT);
const look = record({ type: oneOf(['ready', 'look']), node: short });
const run = record({ type: oneOf(['run']), command: text(60) });

/** A message of the page; undefined where it is none. */
export function planPageWishOf(value: unknown): PlanPageWish | undefined {
  return look(value) || run(value) ? value : undefined;
}

const nodeText = record({ title: short, text: text(8 * MAX_NODE_TEXT) }, { note: short });
const detail = record(
  { title: short, facts: listOf(factShape, 20), texts: listOf(nodeText, 5) },
  { note: short },
);

const picture: Shape<PlanPicture> = record(
  {
    blocks: listOf(blockShape, 10),
    nodes: listOf(rowShape, MAX_NODES),
    chosen: short,
    words: record({
      page: short,
      breadcrumb: short,
      actions: short,
      progress: short,
      nodes: short,
      detail: short,
    }),
  },
  { heading: headingShape, note: short, detail },
);
const telling: Shape<PlanPageTelling> = record({ type: oneOf(['picture']), picture });

/** A message of the extension; undefined where it is none. */
export function planPageTellingOf(value: unknown): PlanPageTelling | undefined {
  return telling(value) ? value : undefined;
}
