/*
 * Core is compiled without the types of any platform, which have this each in their own way.
 */

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** The UTF-8 bytes of a text; lone surrogates become U+FFFD. */
export function utf8(text: string): readonly number[] {
  const bytes: number[] = [];
  for (const [, hex, plain = ''] of encodeURIComponent(text.toWellFormed()).matchAll(/%(..)|([^%])/g)) {
    bytes.push(hex === undefined ? plain.charCodeAt(0) : Number.parseInt(hex, 16));
  }
  return bytes;
}

/** Base64 of the bytes, without padding. */
export function toBase64(bytes: readonly number[]): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 3) {
    const [a = 0, b = 0, c = 0] = bytes.slice(at, at + 3);
    const bits = (a << 16) | (b << 8) | c;
    const digits = [18, 12, 6, 0].map(shift => DIGITS.charAt((bits >> shift) & 63)).join('');
    text += digits.slice(0, Math.min(4, bytes.length - at + 1));
  }
  return text;
}

/** The ASCII text that base64, plain or for URLs, stands for; other bytes become U+FFFD. */
export function asciiOfBase64(text: string): string {
  let bits = 0;
  let held = 0;
  let ascii = '';
  for (const digit of text.replaceAll('-', '+').replaceAll('_', '/')) {
    const value = DIGITS.indexOf(digit);
    if (value < 0) break;
    bits = ((bits << 6) | value) & 0xffff;
    held += 6;
    if (held < 8) continue;
    held -= 8;
    const byte = (bits >> held) & 0xff;
    ascii += byte < 0x80 ? String.fromCharCode(byte) : '\uFFFD';
  }
  return ascii;
}
