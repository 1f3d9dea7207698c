import { bool, listOf, oneOf, record, type Shape, text } from './shape';

/** Names of files that one message asks about: more than fit on any screen. */
export const MAX_NAMES = 500;
/** Longest name of a file: what systems allow. */
export const MAX_NAME = 255;
/** Longest rules of one answer, with fonts and pictures in them. */
export const MAX_RULES = 4_000_000;

/** A page asks how files of these names look. `isFirst`: its document is new, and has no font yet. */
export interface IconsWish {
  readonly type: 'fileIcons';
  readonly names: readonly string[];
  readonly isFirst: boolean;
}

/** Rules of CSS for icons of files. `isFresh`: those that were told before no longer count, as after a change of the theme. */
export interface IconsTelling {
  readonly type: 'fileIcons';
  readonly isFresh: boolean;
  readonly rules: string;
}

const type = oneOf(['fileIcons']);

/** Whether a message of a page asks how files look. */
export const isIconsWish: Shape<IconsWish> = record({
  type,
  names: listOf(text(MAX_NAME), MAX_NAMES),
  isFirst: bool,
});

/** Whether a message of the extension says how files look. */
export const isIconsTelling: Shape<IconsTelling> = record({ type, isFresh: bool, rules: text(MAX_RULES) });
