/** Scripts whose spelling needs joiners, and marks for words without spaces between them. */
const JOINING =
  /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Mongolian}]$/u;

/** Whether the character there joins parts of an emoji, or letters of a script that needs it. */
export function isJoinerAt(text: string, at: number, code: number): boolean {
  if (code !== 0x200b && code !== 0x200c && code !== 0x200d) return false;
  const before = text.slice(Math.max(0, at - 4), at);
  if (JOINING.test(before)) return true;
  if (code !== 0x200d) return false;
  // An emoji may carry a skin tone or the mark that makes it one.
  const isAfterEmoji = /(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\uFE0F)$/u.test(before);
  return isAfterEmoji && /^\p{Extended_Pictographic}|^[♀♂⚕⚖✈❤➡↔↕]/u.test(text.slice(at + 1, at + 3));
}
