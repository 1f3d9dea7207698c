/** A call of a tool, as the scripted model makes it. */
export interface Call {
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
}

/** One request of a client to its model, in whatever protocol it came. */
export interface Asked {
  /** Names of the tools that the model may call. */
  readonly offered: readonly string[];
  /** Names of tools that the model has to load first, by a search tool of the client's. */
  readonly deferred: readonly string[];
  /** What the calls so far gave, in their order. */
  readonly results: readonly string[];
  /** Every text of the request. */
  readonly texts: readonly string[];
  /** Whether the answer is wanted as a stream of events. */
  readonly isStreamed: boolean;
}

/** What the scripted model answers: some words, or one call of an offered tool. */
export type Said =
  | { readonly type: 'words'; readonly text: string }
  /** `id` is new for each call of a conversation. */
  | ({ readonly type: 'call'; readonly id: string } & Call);

/** The body of an answer over HTTP. */
export interface Written {
  readonly contentType: 'text/event-stream' | 'application/json';
  readonly body: string;
}

/** How the programs of one provider talk to its models. */
export interface Protocol {
  /** Whether a request to this path asks the model for an answer. */
  takes(path: string): boolean;
  /** Reads a request. @throws where it is none of this protocol */
  read(path: string, body: unknown): Asked;
  /** Writes the answer to it. */
  write(said: Said, asked: Asked): Written;
}

/** Every text in a value, however deep. */
export function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(textsIn);
}

/** A stream of events, each with its name where the protocol gives them one. */
export function eventStream(
  events: readonly (readonly [name: string | undefined, data: unknown])[],
): Written {
  const body = events
    .map(
      ([name, data]) =>
        `${name === undefined ? '' : `event: ${name}\n`}data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`,
    )
    .join('');
  return { contentType: 'text/event-stream', body };
}

/** An answer in one piece. */
export function inOnePiece(data: unknown): Written {
  return { contentType: 'application/json', body: JSON.stringify(data) };
}
