/** A value that somebody names says what kind of thing it is, whatever it stands for: `logo.png` is an image. */
const KINDS: readonly (readonly [RegExp, readonly string[]])[] = [
  [/https?:\/\/\S|\bwww\.\S/i, ['url', 'page']],
  [/[\w.]@[\w-]+\.\w/, ['email', 'address']],
  [/(?<!\w)#[a-z]/i, ['channel', 'tag']],
  [/(?<!\w)@[a-z]/i, ['user']],
  [/\w\.(?:png|jpe?g|gif|svg|webp)\b/i, ['image', 'file']],
  [/\w\.(?:mp4|mov|avi|webm)\b/i, ['video', 'file']],
  [/\w\.(?:mp3|wav|ogg|m4a)\b/i, ['audio', 'file']],
  [/\w\.(?:csv|xlsx?|ods)\b/i, ['table', 'file']],
  [/\w\.(?:tsx?|jsx?|py|md|txt|ya?ml|json|toml|html|css|xml|log|pdf|docx?)\b/i, ['file']],
  [/(?<![\w:/.-])[\w.-]*\/[\w./-]*(?=\s|$|\))/, ['file']],
  [/[$€£]\s?\d|\d\s?[$€£]/, ['price', 'amount']],
  [/(?<![\w.])\d+(?![\w.])/, ['number']],
];
const QUOTED = /«[^»]*»|“[^”]*”|"[^"]*"/g;

/** A purpose without what it quotes, what it quotes, and words for the kinds of values that it names outside of quotes. */
export function namedValues(purpose: string): {
  readonly plain: string;
  readonly quoted: string;
  readonly kinds: readonly string[];
} {
  const plain = purpose.replaceAll(QUOTED, ' ');
  const kinds = KINDS.filter(([pattern]) => pattern.test(plain)).flatMap(([, words]) => words);
  return { plain, quoted: (purpose.match(QUOTED) ?? []).join(' '), kinds: [...new Set(kinds)] };
}
