import { actionShape, MAX_TEXT } from '../explorer/shapes';
import { MAX_QUERY } from '../webview/savedState';
import { finite, listOf, oneOf, record, type Shape, text } from '../webview/shape';
import { heatMapShape } from '../plots/plots';
import { type StateLook, type StatePicture, TABS, WIDTHS } from './picture';

/** Rows of a table at most: what is newest. */
export const MAX_STATE_ROWS = 200;

/** What the page may ask of the extension. */
export type StateWish =
  /** It has started and shows nothing yet. */
  | ({ readonly type: 'ready' } & StateLook)
  /** The person looks at something else. */
  | ({ readonly type: 'look' } & StateLook)
  /** Run a command that the picture offers: for one of its rows, or without one. */
  | { readonly type: 'run'; readonly command: string; readonly item: string };

/** What the extension tells the page. */
export interface StateTelling {
  readonly type: 'picture';
  readonly picture: StatePicture;
}

const short = text(MAX_TEXT);
const tab = oneOf(TABS);
const query = text(MAX_QUERY);
const looking = record({ type: oneOf(['ready', 'look']), tab, query });
const run = record({ type: oneOf(['run']), command: text(60), item: short });

/** A message of the page; undefined where it is none. */
export function stateWishOf(value: unknown): StateWish | undefined {
  return looking(value) || run(value) ? value : undefined;
}

/** What the page remembers of itself while its document is gone. */
export const stateLookShape: Shape<StateLook & { readonly scrollTop: number }> = record({
  tab,
  query,
  scrollTop: finite,
});

const cell = record({ text: short }, { tooltip: short, badges: listOf(short, 20), rank: finite });
const table = record({
  label: short,
  columns: listOf(record({ name: short, width: oneOf(WIDTHS) }), 10),
  rows: listOf(record({ id: short, kind: short, cells: listOf(cell, 10) }), MAX_STATE_ROWS),
});
const telling: Shape<StateTelling> = record({
  type: oneOf(['picture']),
  picture: record(
    {
      tabs: listOf(record({ id: tab, name: short, count: short }), TABS.length),
      count: short,
      words: record({
        title: short,
        about: short,
        searchLabel: short,
        searchPlaceholder: short,
        clear: short,
        actions: short,
        rowCommands: listOf(short, 10),
      }),
    },
    { tab, table, map: heatMapShape, note: record({ text: short, actions: listOf(actionShape, 5) }) },
  ),
});

/** A message of the extension; undefined where it is none. */
export function stateTellingOf(value: unknown): StateTelling | undefined {
  return telling(value) ? value : undefined;
}
