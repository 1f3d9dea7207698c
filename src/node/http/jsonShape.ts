/** Deeper nesting than any honest request has; recursive code behind us stays far from the end of its stack. */
const MAX_DEPTH = 64;

/** Members and elements in one body: 250,000 keys kept the event loop busy for 8.2 s. */
const MAX_MEMBERS = 20_000;

/** How deep and how wide JSON may be. */
export interface JsonShape {
  readonly depth: number;
  readonly members: number;
}

const MODEST: JsonShape = { depth: MAX_DEPTH, members: MAX_MEMBERS };

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;

/** Whether JSON text is shallow and small enough to be parsed and checked: one pass over its bytes, before any parsing. */
export function isModestJson(text: Buffer, most = MODEST): boolean {
  let depth = 0;
  let members = 0;
  let isInString = false;
  for (let at = 0; at < text.length; at++) {
    const byte = text[at];
    if (isInString) {
      if (byte === BACKSLASH) at++;
      else if (byte === QUOTE) isInString = false;
    } else if (byte === QUOTE) isInString = true;
    else if (byte === COMMA) members++;
    else if (byte === 0x7b || byte === 0x5b) depth++;
    else if (byte === 0x7d || byte === 0x5d) depth--;
    if (depth > most.depth || members > most.members) return false;
  }
  return true;
}
