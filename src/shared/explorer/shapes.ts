/** Shapes of what pages show as well: a page that needs no more of the explorer carries no more of it. */
import { ICONS } from '../webview/icons';
import { bool, finite, listOf, oneOf, record, type Shape, text } from '../webview/shape';
import { CHANGES, type Target, TONES } from './picture';

/** Longest text of a picture: names are cut long before. */
export const MAX_TEXT = 2_000;
/** Longest path of a file: what systems allow. */
const MAX_PATH = 4_096;
/** Longest address of a file: a character of its path may take nine. */
const MAX_ADDRESS = 9 * MAX_PATH;

const short = text(MAX_TEXT);
const icon = oneOf(ICONS);
const tone = oneOf(TONES);
/** Shape of a command that is offered. */
export const actionShape = record({ command: short, title: short }, { icon });
const ids = {
  workflow: short,
  task: short,
  event: short,
  path: text(MAX_PATH),
  server: short,
  session: short,
  run: short,
  child: short,
  round: short,
  lease: text(300),
};

/** Shape of what something is about. */
export const targetShape: Shape<Target> = record({}, ids);

/** Shape of a row. */
export const rowShape = record(
  { id: short, level: finite, icon, label: short, kind: short, target: targetShape },
  {
    tone,
    state: short,
    isHeading: bool,
    detail: short,
    figures: short,
    badge: short,
    progress: finite,
    change: record({ kind: oneOf(CHANGES), letter: short, title: short }),
    mark: record({ icon, title: short }, { tone }),
    tooltip: short,
    isOpen: bool,
    enter: short,
    moves: record({ up: short, down: short }),
    drop: short,
    uri: text(MAX_ADDRESS),
    actions: listOf(actionShape, 20),
  },
);
