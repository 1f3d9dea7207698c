const BEYOND_ASCII = /[\u0080-\uffff]/;

/** Bytes that a text takes as UTF-8. A lone surrogate counts as the three bytes of what stands for it. */
export function utf8Bytes(text: string): number {
  // The engine's own search is many times as fast as a walk through the text.
  if (!BEYOND_ASCII.test(text)) return text.length;
  let bytes = 0;
  for (let at = 0; at < text.length; at += 1) bytes += bytesAt(text, at);
  return bytes;
}

/** Bytes that a value takes as JSON. */
export function jsonBytes(value: unknown): number {
  return utf8Bytes(JSON.stringify(value) ?? '');
}

/** Whether a value as JSON has at most so many bytes. */
export function isJsonWithin(value: unknown, maxBytes: number): boolean {
  return isTextWithin(JSON.stringify(value) ?? '', maxBytes);
}

/** Whether a text has at most so many bytes. Most are so short that nothing has to be counted. */
export function isTextWithin(text: string, maxBytes: number): boolean {
  return text.length * 3 <= maxBytes || utf8Bytes(text) <= maxBytes;
}

/** The longest beginning of at most so many bytes that cuts no character in two. */
export function utf8Prefix(text: string, maxBytes: number): string {
  if (text.length * 3 <= maxBytes) return text;
  let bytes = 0;
  for (let at = 0; at < text.length; at += 1) {
    bytes += bytesAt(text, at);
    if (bytes > maxBytes) return text.slice(0, isLowHalf(text, at) ? at - 1 : at);
  }
  return text;
}

/** A pair's first half counts for none of its four bytes, so that the two are cut or kept together. */
function bytesAt(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  if (unit < 0x80) return 1;
  if (unit < 0x800) return 2;
  if (isLowHalf(text, at)) return 4;
  return isHigh(unit) && isLow(text.charCodeAt(at + 1)) ? 0 : 3;
}

function isLowHalf(text: string, at: number): boolean {
  return isLow(text.charCodeAt(at)) && at > 0 && isHigh(text.charCodeAt(at - 1));
}

function isHigh(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

function isLow(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}
