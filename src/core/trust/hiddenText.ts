import { isJoinerAt } from '../support/joiners';

/** Kinds of characters that a person does not see, or that change what is seen. */
export type HiddenKind = 'zero width' | 'direction' | 'tag' | 'private use' | 'control';

/** What is hidden in a text. */
export interface HiddenText {
  readonly kinds: readonly HiddenKind[];
  /** What TAG characters and selectors of variants spell: letters that only a model reads. */
  readonly tagText: string;
}

const HIDDEN =
  /(?![\t\n\r])\p{Cc}|[\u00AD\u180E\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF\uE000-\uF8FF\u{E0000}-\u{E007F}\u{F0000}-\u{10FFFD}]/gu;

/** Selectors of variants that follow each other: one says how a letter is drawn, and more spell bytes that nobody sees. */
const VARIANTS = /[\uFE00-\uFE0F\u{E0100}-\u{E01EF}]{3,}/gu;

/** Flags of England, Scotland, Wales and the like: a black flag and three to six TAG letters. */
const FLAG = /\u{1F3F4}[\u{E0030}-\u{E0039}\u{E0061}-\u{E007A}]{3,6}\u{E007F}/gu;

/** Nothing but characters of ASCII that are seen, and white space: most texts. Nothing is hidden or disguised in them. */
const PRINTABLE = /^[\t\n\r -~]*$/;

export function isPrintable(text: string): boolean {
  return PRINTABLE.test(text);
}

const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}]/u;

const NOTHING: HiddenText = { kinds: [], tagText: '' };

/** Finds what nobody sees. Joiners of emoji and of scripts that need them, and marks in right-to-left text, are no finding. */
export function hiddenIn(text: string): HiddenText {
  if (isPrintable(text)) return NOTHING;
  const plain = text.replaceAll(FLAG, '');
  const isRightToLeft = RIGHT_TO_LEFT.test(plain);
  const kinds = new Set<HiddenKind>();
  let tagText = '';
  for (const { 0: character, index } of plain.matchAll(HIDDEN)) {
    const code = character.codePointAt(0) ?? 0;
    const kind = kindOf(code);
    if (kind === 'zero width' && isJoinerAt(plain, index, code)) continue;
    if ((code === 0x200e || code === 0x200f) && isRightToLeft) continue;
    kinds.add(kind);
    if (code >= 0xe0020 && code <= 0xe007e) tagText += String.fromCodePoint(code - 0xe0000);
  }
  for (const [run] of plain.matchAll(VARIANTS)) {
    kinds.add('tag');
    for (const selector of run) tagText += String.fromCodePoint(byteOf(selector.codePointAt(0) ?? 0));
  }
  return { kinds: [...kinds], tagText };
}

/** The byte that a selector stands for, where texts are hidden in them. */
function byteOf(selector: number): number {
  return selector < 0xfe10 ? selector - 0xfe00 : selector - 0xe0100 + 16;
}

/** The text without its hidden characters: as it reads. */
export function withoutHidden(text: string): string {
  return text.replaceAll(HIDDEN, '').replaceAll(VARIANTS, '');
}

function kindOf(code: number): HiddenKind {
  if (code >= 0xe0000 && code <= 0xe007f) return 'tag';
  if (code >= 0xe000 && (code <= 0xf8ff || code >= 0xf0000)) return 'private use';
  if (code < 0x20 || (code >= 0x7f && code <= 0x9f)) return 'control';
  const isDirection =
    (code >= 0x200e && code <= 0x200f) ||
    (code >= 0x202a && code <= 0x202e) ||
    (code >= 0x2066 && code <= 0x2069);
  return isDirection ? 'direction' : 'zero width';
}
