/**
 * Names of files. Inside, a name is its bytes as latin1 text (a raw name), so that none is lost. People and models see a
 * readable name: the text itself where the bytes are UTF-8. A byte that is not, which only Linux allows, is told as `�` and
 * its two hexadecimal digits: `caf�E9.txt`. So two files never share a readable name, and each leads back to its raw one.
 */

const UNREADABLE = '\uFFFD';

/** A raw name as text: what people and models see. */
export function readableName(name: string): string {
  const bytes = Buffer.from(name, 'latin1');
  const text = bytes.toString('utf8');
  return text.includes(UNREADABLE) ? escaped(bytes) : text;
}

/** The raw name of a readable one. */
export function rawName(text: string): string {
  if (!text.includes(UNREADABLE)) return Buffer.from(text, 'utf8').toString('latin1');
  const parts = text.split(/\uFFFD([0-9A-F]{2})/);
  return parts
    .map((part, i) =>
      i % 2 === 0
        ? Buffer.from(part, 'utf8').toString('latin1')
        : String.fromCharCode(Number.parseInt(part, 16)),
    )
    .join('');
}

/** A raw name as the file system takes it: text, or bytes where no text stands for them. */
export function diskName(name: string): string | Buffer {
  const bytes = Buffer.from(name, 'latin1');
  const text = bytes.toString('utf8');
  return text.includes(UNREADABLE) ? bytes : text;
}

/** Each byte that is no part of UTF-8 as `�` and its digits; also those of a `�` that is really in the name, which would be taken for one. */
function escaped(bytes: Buffer): string {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  let text = '';
  for (let at = 0; at < bytes.length;) {
    const length = lengthOf(bytes[at] ?? 0);
    let letter = UNREADABLE;
    try {
      letter = decoder.decode(bytes.subarray(at, at + length));
    } catch {
      // No letter begins here.
    }
    const isLetter = letter !== UNREADABLE && at + length <= bytes.length;
    const told = isLetter ? length : 1;
    text += isLetter ? letter : `${UNREADABLE}${hex(bytes[at] ?? 0)}`;
    at += told;
  }
  return text;
}

function lengthOf(first: number): number {
  if (first < 0x80) return 1;
  if (first < 0xe0) return 2;
  return first < 0xf0 ? 3 : 4;
}

function hex(byte: number): string {
  return byte.toString(16).toUpperCase().padStart(2, '0');
}
