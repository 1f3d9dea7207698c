import { INVALID_PARAMS, ProtocolError } from '../../core/gateway/upstream/protocolError';
import type { ProtocolObject } from '../../core/gateway/upstream/upstream';
import { isSeenWhole, shownBriefly } from '../../core/gateway/calls/shownText';
import { isRecord } from '../../core/support/json';

/** Bounds of what a question may bring along (chosen here). */
const MAX_DEPTH = 16;
const MAX_PARTS = 10_000;
const MAX_TITLE = 200;
const MAX_DESCRIPTION = 1_000;
/** A name or value that is sent back as it is: a longer one is no answer to choose. */
const MAX_VALUE = 1_000;

/** What a person chooses or sends back: it can't be written otherwise, so it has to be what it looks like. */
const VALUES: ReadonlySet<string> = new Set(['enum', 'const', 'default', 'required']);

/**
 * The schema of a form, or of tools, with its texts as they are shown.
 * @throws {ProtocolError} where a name or a value is not what it looks like, or there is too much of it
 */
export function shownSchema<T extends ProtocolObject | readonly unknown[]>(schema: T): T {
  let parts = 0;
  const shown = (value: unknown, key: string, depth: number): unknown => {
    parts += 1;
    if (parts > MAX_PARTS || depth > MAX_DEPTH)
      throw new ProtocolError(
        INVALID_PARAMS,
        'This question is too large to be shown. Ask for less at once.',
      );
    if (typeof value === 'string') return shownString(value, key);
    if (Array.isArray(value)) return value.map(item => shown(item, key, depth + 1));
    if (!isRecord(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, part]) => [requireSeen(name), shown(part, name, depth + 1)]),
    );
  };
  // Texts are replaced by texts, so the shape stays what the type says.
  return shown(schema, '', 0) as T;
}

function shownString(text: string, key: string): string {
  if (key === 'title' || key === 'enumNames') return shownBriefly(text, MAX_TITLE);
  if (key === 'description') return shownBriefly(text, MAX_DESCRIPTION);
  return VALUES.has(key) ? requireSeen(text) : text;
}

function requireSeen(text: string): string {
  if (text.length <= MAX_VALUE && isSeenWhole(text)) return text;
  const message =
    'A name or value in this question contains invisible characters, or is too long: it was not shown. ' +
    'Ask again with plain names and values.';
  throw new ProtocolError(INVALID_PARAMS, message);
}
