import type { SessionId } from '../../../shared/ids';
import type { IdSource } from '../../support/ids';
import { Refusal } from '../../support/refusal';
import { utf8Bytes } from '../../support/utf8';
import { cutResult, type CutLimits } from './cutResult';
import type { ToolResult } from '../upstream/upstream';

/** UTF-16 units of a character at most. */
const LONGEST_CHARACTER = 2;

/** Bytes kept of all results together; the oldest go first (chosen here). */
const MAX_KEPT_BYTES = 64 * 1_048_576;

/** Characters of a kept text that are read at once, so that an answer holds them whatever they are (chosen here). */
export const MAX_PART_CHARACTERS = 1_000_000;

const PREFIX = 'sc://results/';

interface Kept {
  readonly session: SessionId;
  readonly text: string;
  readonly bytes: number;
}

/** What a result is cut by, and for whom. */
export interface CutWish extends CutLimits {
  readonly session: SessionId;
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

  /**
   * The result as long as is wished and as a client takes it. All that is cut off is kept under one address, which one notice at
   * its end names.
   */
  cut(result: ToolResult, { session, ...limits }: CutWish): ToolResult {
    const cut = cutResult(result, limits);
    if (cut === undefined) return result;
    const { id, uri, bytes } = this.keep(session, cut.rest);
    const note =
      `[Cut by Switchyard${cut.what}. ${cut.offset > 0 ? 'The whole text' : 'What is left out'} is kept for this chat as the resource ` +
      `${uri}; read a part of it with ${uri}?offset=${cut.offset}&limit=20000. Or ask the tool for less.]`;
    const link = {
      type: 'resource_link',
      uri,
      name: id,
      title: 'What was cut',
      mimeType: 'text/plain',
      size: bytes,
    };
    return { ...cut.shown, content: [...cut.content, { type: 'text', text: note }, link] };
  }

  /** Keeps a text for a chat until others need the room. */
  keep(
    session: SessionId,
    text: string,
  ): { readonly id: string; readonly uri: string; readonly bytes: number } {
    const id = this.#ids.next();
    const bytes = utf8Bytes(text);
    this.#kept.set(id, { session, text, bytes });
    this.#bytes += bytes;
    for (const [oldest, kept] of this.#kept) {
      if (this.#bytes <= MAX_KEPT_BYTES || oldest === id) break;
      this.#drop(oldest, kept);
    }
    return { id, uri: `${PREFIX}${id}`, bytes };
  }

  /**
   * A kept text, or the part of it that is asked for, in characters; undefined where there is none for these sessions.
   * @throws {Refusal} too-large, invalid-arguments
   */
  read(uri: string, sessions: readonly SessionId[]): string | undefined {
    return this.part(uri, sessions)?.text;
  }

  /**
   * The same with where it stands in the whole. `most`: characters of it where the address does not say.
   * @throws {Refusal} too-large, invalid-arguments
   */
  part(uri: string, sessions: readonly SessionId[], most = Infinity): ResultPart | undefined {
    const [, id = '', query = ''] = /^sc:\/\/results\/([\w-]+)(?:\?(.*))?$/.exec(uri) ?? [];
    const kept = this.#kept.get(id);
    if (!kept || !sessions.includes(kept.session)) return undefined;
    const asked = numberIn(uri, query, 'offset') ?? 0;
    const offset = wholeFrom(kept.text, asked);
    const end = wholeFrom(kept.text, asked + (numberIn(uri, query, 'limit') ?? most));
    // Nothing would be no step, and whoever reads on from its end would do so without end.
    const text = kept.text.slice(
      offset,
      end > offset ? end : wholeFrom(kept.text, offset + LONGEST_CHARACTER),
    );
    if (text.length > MAX_PART_CHARACTERS) throw tooLarge(uri, kept.text.length);
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

  #drop(id: string, kept: Kept): void {
    this.#kept.delete(id);
    this.#bytes -= kept.bytes;
  }
}

function tooLarge(uri: string, characters: number): Refusal {
  const [plain] = uri.split('?', 1);
  return new Refusal(
    'too-large',
    `These are ${characters} characters, more than are read at once. Read parts of at most ${MAX_PART_CHARACTERS}, beginning with ` +
      `${plain}?offset=0&limit=${MAX_PART_CHARACTERS}.`,
    { uri },
  );
}

/** The place, or the one before where it would cut a character in two: half a one is refused by providers of models. */
function wholeFrom(text: string, at: number): number {
  return (text.codePointAt(at - 1) ?? 0) > 0xffff ? at - 1 : at;
}

/** A number of characters in the query of an address. @throws {Refusal} invalid-arguments, where it is none */
function numberIn(uri: string, query: string, name: string): number | undefined {
  const [, value] = new RegExp(`(?:^|&)${name}=([^&]*)`).exec(query) ?? [];
  if (value === undefined) return undefined;
  if (/^\d{1,12}$/.test(value)) return Number(value);
  const [plain] = uri.split('?', 1);
  throw new Refusal(
    'invalid-arguments',
    `${name} is a number of characters, as in ${plain}?offset=0&limit=20000.`,
    { uri },
  );
}
