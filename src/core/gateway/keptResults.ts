import type { SessionId } from '../../shared/ids';
import type { IdSource } from '../support/ids';
import { isRecord } from '../support/json';
import { utf8Bytes, utf8Prefix } from '../support/utf8';
import type { ToolResult } from './upstream';

/** Bytes kept of all results together; the oldest go first (chosen here). */
const MAX_KEPT_BYTES = 64 * 1_048_576;

const PREFIX = 'sc://results/';

interface Kept {
  readonly session: SessionId;
  readonly text: string;
  readonly bytes: number;
}

/** What a result is cut by. */
export interface CutWish {
  readonly session: SessionId;
  /** Bytes of text that may stay in the answer; 0 = all. */
  readonly maxBytes: number;
  /** Whether the client holds us to the tool's output schema: structured content then stays, whatever its size. */
  readonly needsStructured: boolean;
}

/** A part of a kept text. */
export interface ResultPart {
  readonly id: string;
  readonly text: string;
  /** Where it begins, in characters. */
  readonly offset: number;
  /** Of the whole. */
  readonly characters: number;
}

/** Long texts of results, kept for the chat that asked for them: a model gets the beginning and where the rest is. */
export class KeptResults {
  readonly #ids: IdSource;
  readonly #kept = new Map<string, Kept>();
  #bytes = 0;

  constructor(ids: IdSource) {
    this.#ids = ids;
  }

  /** The result with its texts together at most as long as is wished. What is cut off can be read under an address. */
  cut(result: ToolResult, { session, maxBytes, needsStructured }: CutWish): ToolResult {
    const { content, structuredContent, ...rest } = result;
    if (maxBytes === 0 || !Array.isArray(content)) return result;
    const structured = structuredContent === undefined ? 0 : utf8Bytes(JSON.stringify(structuredContent));
    const texts = content.reduce<number>((sum, block) => sum + utf8Bytes(textIn(block) ?? ''), 0);
    const keepsStructured = structured <= maxBytes || needsStructured;
    if (texts <= maxBytes && keepsStructured) return result;
    const whole = texts === 0 ? [{ type: 'text', text: JSON.stringify(structuredContent) }] : content;
    return {
      ...rest,
      content: this.#cutContent(whole, session, maxBytes),
      ...(structuredContent !== undefined && keepsStructured ? { structuredContent } : {}),
    };
  }

  /** A kept text, or the part of it that is asked for, in characters; undefined where there is none for these sessions. */
  read(uri: string, sessions: readonly SessionId[]): string | undefined {
    return this.part(uri, sessions)?.text;
  }

  /** The same with where it stands in the whole. `most`: characters of it where the address does not say. */
  part(uri: string, sessions: readonly SessionId[], most = Infinity): ResultPart | undefined {
    const [, id = '', query = ''] = /^sc:\/\/results\/([\w-]+)(?:\?(.*))?$/.exec(uri) ?? [];
    const kept = this.#kept.get(id);
    if (!kept || !sessions.includes(kept.session)) return undefined;
    const offset = numberIn(query, 'offset') ?? 0;
    const text = kept.text.slice(offset, offset + (numberIn(query, 'limit') ?? most));
    return { id, text, offset, characters: kept.text.length };
  }

  /** What is kept for these sessions, the newest first. */
  list(
    sessions: readonly SessionId[],
    most: number,
  ): readonly { readonly uri: string; readonly characters: number }[] {
    return [...this.#kept]
      .filter(([, { session }]) => sessions.includes(session))
      .slice(-most)
      .toReversed()
      .map(([id, { text }]) => ({ uri: `${PREFIX}${id}`, characters: text.length }));
  }

  #cutContent(content: readonly unknown[], session: SessionId, maxBytes: number): readonly unknown[] {
    let left = maxBytes;
    return content.flatMap(block => {
      const text = textIn(block);
      if (text === undefined || !isRecord(block)) return [block];
      const bytes = utf8Bytes(text);
      if (bytes <= left) {
        left -= bytes;
        return [block];
      }
      const shown = utf8Prefix(text, left);
      left = 0;
      return [
        ...(shown === '' ? [] : [{ ...block, text: shown }]),
        ...this.#rest(session, text, bytes, shown),
      ];
    });
  }

  #rest(session: SessionId, text: string, bytes: number, shown: string): readonly unknown[] {
    const id = this.#ids.next();
    this.#kept.set(id, { session, text, bytes });
    this.#bytes += bytes;
    for (const [oldest, kept] of this.#kept) {
      if (this.#bytes <= MAX_KEPT_BYTES || oldest === id) break;
      this.#drop(oldest, kept);
    }
    const uri = `${PREFIX}${id}`;
    const note =
      `[Cut by Switchyard after ${shown.length} of ${text.length} characters. The whole text is kept for this chat as the resource ` +
      `${uri}; read a part of it with ${uri}?offset=${shown.length}&limit=20000. Or ask the tool for less.]`;
    return [
      { type: 'text', text: note },
      { type: 'resource_link', uri, name: id, title: 'The whole text', mimeType: 'text/plain', size: bytes },
    ];
  }

  #drop(id: string, kept: Kept): void {
    this.#kept.delete(id);
    this.#bytes -= kept.bytes;
  }
}

function textIn(block: unknown): string | undefined {
  if (!isRecord(block) || block['type'] !== 'text') return undefined;
  return typeof block['text'] === 'string' ? block['text'] : undefined;
}

function numberIn(query: string, name: string): number | undefined {
  const [, digits] = new RegExp(`(?:^|&)${name}=(\\d{1,12})(?:&|$)`).exec(query) ?? [];
  return digits === undefined ? undefined : Number(digits);
}
