import { isJoinerAt } from '../../support/joiners';

/**
 * What nobody sees on a screen, or what changes the order in which the rest is read: controls, format characters (bidi, zero
 * width, the TAG block), private use, lone surrogates, characters that are drawn as nothing (fillers, variation selectors other
 * than an emoji's), spaces other than " ".
 */
const UNSEEN =
  /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]|(?!(?<=\p{Extended_Pictographic})\uFE0F)\p{DI}|(?! )\p{Zs}/gu;

/** The text with every unseen character spelled out as `\u{202e}`, so that what is read is what is there. */
export function escapeUnseen(text: string): string {
  return text.replace(UNSEEN, unseen => `\\u{${(unseen.codePointAt(0) ?? 0).toString(16)}}`);
}

/** The same, but for what emoji and some scripts are joined with: without it, neither is what its writer sees. */
export function escapeUnseenButJoiners(text: string): string {
  let shown = '';
  let from = 0;
  for (const { 0: joiner, index } of text.matchAll(/[\u200B-\u200D]/g)) {
    if (!isJoinerAt(text, index, joiner.charCodeAt(0))) continue;
    shown += escapeUnseen(text.slice(from, index)) + joiner;
    from = index + 1;
  }
  return shown + escapeUnseen(text.slice(from));
}

/** Nearly all that servers write: words of ASCII with a space between two. Nothing in it has to be changed. */
const PLAIN = /^[!-~]+(?: [!-~]+)*$/;

/** Foreign text as data in a line of ours: one line, nothing unseen but joiners, no longer than `maxLength` characters. */
export function oneLine(text: string, maxLength: number): string {
  const line = PLAIN.test(text) ? text : escapeUnseenButJoiners(text.replaceAll(/\s+/g, ' ').trim());
  if (line.length <= maxLength) return line;
  return `${line.slice(0, Math.max(0, maxLength - 1)).replace(/[\s\u200B-\u200D]*[\uD800-\uDBFF]?$/, '')}…`;
}

/** Words on which a text can't end. */
const LOOSE_END = /(?:[\s,;:.(–-]|\s(?:and|or|with|of|for|to|the|an?|from|in|by|on|through))+$/i;

/** The same shortened to whole words, for narrow columns; cut inside a word only where the first one is too long. */
export function wholeWords(text: string, maxLength: number): string {
  const line = oneLine(text, 1_000);
  if (line.length <= maxLength) return line;
  const head = line.slice(0, maxLength);
  const endsInWord = !/[\s,;:.)]/.test(line.charAt(maxLength));
  const words = endsInWord ? head.slice(0, Math.max(0, head.lastIndexOf(' '))) : head;
  return words === '' ? oneLine(text, maxLength) : words.replace(LOOSE_END, '');
}
