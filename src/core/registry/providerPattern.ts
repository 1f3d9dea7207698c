/** Escapes that both JavaScript and Python know; Python refuses any other letter. */
const UNKNOWN_ESCAPE = /\\(?:[aceghijklmopqyzACE-RTUVXYZ]|u(?![\da-fA-F]{4})|x(?![\da-fA-F]{2}))/;
/** Looking around, and names that Python spells in another way. */
const LOOKAROUND_OR_NAME = /\(\?(?:[=!<])/;

/**
 * Whether providers take a pattern. OpenAI reads it as Python and refuses to look around ("regex lookaround is not supported",
 * "is not a 'regex'"); one such pattern, and the whole request is refused.
 */
export function isProviderPattern(pattern: string): boolean {
  const unescaped = pattern.replaceAll('\\\\', '');
  return compiles(pattern, '') && !UNKNOWN_ESCAPE.test(unescaped) && !LOOKAROUND_OR_NAME.test(unescaped);
}

/** Whether clients that hold a server to its output schema can read a pattern: they read it as Unicode. */
export function isUnicodePattern(pattern: string): boolean {
  return compiles(pattern, 'u');
}

function compiles(pattern: string, flags: string): boolean {
  try {
    return new RegExp(pattern, flags).flags === flags;
  } catch {
    return false;
  }
}
