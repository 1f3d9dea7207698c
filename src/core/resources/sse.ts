/** One event of a stream of server-sent events. */
export interface SseMessage {
  readonly id: string;
  readonly event: string;
  /** What the reader of the stream gets: JSON text. */
  readonly data: string;
}

/** Longest line of `data:`, in bytes. */
const MAX_LINE_BYTES = 32_768;

/** JSON in which nothing ends a line, whoever splits it: `JSON.parse` gives the original back. */
export function serialiseForSse(value: unknown): string {
  // JSON itself spells out CR, LF, NUL and lone surrogates.
  return JSON.stringify(value).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');
}

/** The messages as the text of a stream. */
export function sseText(messages: readonly SseMessage[]): string {
  return messages
    .map(({ id, event, data }) => {
      const lines = dataLines(data).map(line => `data: ${line}\n`);
      return `id: ${oneField(id)}\nevent: ${oneField(event)}\n${lines.join('')}\n`;
    })
    .join('');
}

/** A value that ends no line and that no decoder ignores: NUL in an id makes it be passed over. */
function oneField(text: string): string {
  return text.replace(/[\r\n\0]/g, unsafe => encodeURIComponent(unsafe));
}

/**
 * JSON in lines of at most 32 KiB. It is cut between its parts only, where the line break that decoders put there means nothing;
 * a single text longer than that stays whole.
 */
function dataLines(json: string): readonly string[] {
  if (json.length * 3 <= MAX_LINE_BYTES) return [json];
  const lines: string[] = [];
  let start = 0;
  let end = 0; // After the last part that fits into the line.
  let bytes = 0; // Of the line so far.
  let sinceEnd = 0; // Of them, those after `end`.
  let isInText = false;
  for (let at = 0; at < json.length; at += 1) {
    const unit = json.charCodeAt(at);
    const size = unit < 0x80 ? 1 : unit < 0x800 || (unit >= 0xd800 && unit <= 0xdfff) ? 2 : 3;
    if (bytes + size > MAX_LINE_BYTES && end > start) {
      lines.push(json.slice(start, end));
      start = end;
      bytes = sinceEnd;
    }
    bytes += size;
    sinceEnd += size;
    const character = json[at];
    if (isInText && character === '\\') {
      at += 1; // What is escaped is one character of ASCII.
      bytes += 1;
      sinceEnd += 1;
    } else if (character === '"') isInText = !isInText;
    else if (
      !isInText &&
      (character === ',' || character === ':' || character === '{' || character === '[')
    ) {
      end = at + 1;
      sinceEnd = 0;
    }
  }
  lines.push(json.slice(start));
  return lines;
}
