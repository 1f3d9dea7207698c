import type { KeptResults } from '../gateway/calls/keptResults';
import type { Disposable } from '../support/disposable';
import {
  type ListedResource,
  notFound,
  type ResourceKind,
  type ResourceReader,
  type ResourceText,
} from './resourceKind';

const PREFIX = 'sc://results/';

/** Characters that an agent gets at a time where it does not say (chosen here: what was cut was too long before). */
const PART = 20_000;

/** Long results that were cut, as `sc://results/<id>`: of the reader's own chats only. */
export class ResultKind implements ResourceKind {
  readonly kind = 'result';
  readonly template = {
    uriTemplate: `${PREFIX}{id}{?offset,limit}`,
    name: 'result',
    title: 'Full text of a long result',
    description: 'The truncated part of an answer in this chat; offset and limit in characters.',
    mimeType: 'text/plain',
  };
  readonly #results: KeptResults;

  constructor(results: KeptResults) {
    this.#results = results;
  }

  owns(uri: string): boolean {
    return uri.startsWith(PREFIX);
  }

  list({ sessions }: ResourceReader, most: number): readonly ListedResource[] {
    return this.#results.list(sessions, most).map(({ uri, characters }) => ({
      uri,
      title: 'Long result',
      description: `${characters} characters`,
      metadata: { characters },
    }));
  }

  async read(uri: string, { sessions }: ResourceReader): Promise<Readonly<Record<string, unknown>>> {
    const part = this.#results.part(uri, sessions, PART);
    if (part === undefined) throw gone(uri);
    const { id, text, offset, characters } = part;
    const end = offset + text.length;
    return { resultId: id, characters, offset, text, nextOffset: end < characters ? end : null };
  }

  text(uri: string, { sessions }: ResourceReader): ResourceText {
    const text = this.#results.read(uri, sessions);
    if (text === undefined) throw gone(uri);
    return { mimeType: 'text/plain', text };
  }

  /** A kept result never changes, and nobody waits for one. */
  onDidChange(): Disposable {
    return { dispose: () => undefined };
  }
}

function gone(uri: string) {
  return notFound(
    'This result is no longer stored, or belongs to another chat. Call the tool again.',
    'call the tool again',
    uri,
  );
}
