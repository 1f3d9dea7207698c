/** Shapes of what other pages show as well: a page that needs no more of the task page carries no more of it. */
import { ICONS } from '../webview/icons';
import { actionShape, MAX_TEXT, rowShape, targetShape } from '../explorer/shapes';
import { TONES } from '../explorer/picture';
import { finite, listOf, oneOf, record, text } from '../webview/shape';

/** Rows of one list. */
export const MAX_ROWS = 500;
/** Lines of one block. */
export const MAX_LINES = 50;

const short = text(MAX_TEXT);
const icon = oneOf(ICONS);
const tone = oneOf(TONES);
const lines = listOf(short, MAX_LINES);
const actions = listOf(actionShape, 10);
const links = listOf(record({ id: short, label: short, enter: short, target: targetShape }), MAX_LINES);

/** Shape of one thing that is known. */
export const factShape = record({ label: short, text: short }, { tooltip: short });

/** Shape of what stands above everything else. */
export const headingShape = record(
  {
    crumbs: links,
    place: short,
    icon,
    tone,
    state: short,
    title: short,
    goal: short,
    facts: listOf(factShape, 20),
    actions,
    target: targetShape,
  },
  { progress: record({ percent: finite, text: short }) },
);

/** Shape of something to be read first. */
export const blockShape = record({ id: short, icon, tone, text: short, links, lines, actions });

/** Shape of rows with a name above them. */
export const rowListShape = record(
  { title: short, count: finite, rows: listOf(rowShape, MAX_ROWS) },
  { note: short },
);
