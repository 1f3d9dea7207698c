import { HOW_TO_SEARCH } from '../../core/catalog/catalog';
import type { RoundEvent } from '../../core/rounds/roundEvent';
import type { Rounds } from '../../core/rounds/rounds';
import type { Log } from '../../core/support/log';
import { Refusal } from '../../core/support/refusal';
import type { LoopbackHandler, LoopbackReply, LoopbackRequest } from '../../shared/httpExchange';
import { type AskedRound, readRound } from './readRound';
import { roundFailure as failure, STREAM_PATHS } from './roundDoors';

/** Statuses of what a round can be refused for; anything else is a bug. */
const STATUS: Readonly<Record<string, number>> = {
  'invalid-round': 400,
  'previous-response-unknown': 400,
  'orphan-response': 400,
  'orphan-call': 400,
  'tools-not-listed': 400,
  'missing-credentials': 400,
  'sign-in-needed': 400,
  'task-not-recorded': 400,
  'model-refused': 400,
  'model-denied': 403,
  'model-not-found': 404,
  'model-busy': 429,
  cancelled: 499,
  'model-failed': 502,
  'round-timeout': 504,
};

/** Answers `POST /llm-exec/round` and `/llm-exec/round/stream`: see docs/rounds.md. */
export function roundsHandler(rounds: Rounds, log: Log): LoopbackHandler {
  return async (request, reply) => {
    const gone = new AbortController();
    reply.onGone(() => gone.abort(new Refusal('cancelled', 'The client has gone.')));
    const asked = askedIn(request, reply, rounds.hasHostTools);
    if (asked === undefined) return;
    if (STREAM_PATHS.includes(request.path)) await streamed(rounds, asked, reply, gone, log);
    else await whole(rounds, asked, reply, gone.signal, log);
  };
}

function askedIn(
  { body }: LoopbackRequest,
  reply: LoopbackReply,
  hasHostTools: boolean,
): AskedRound | undefined {
  try {
    return readRound(body, hasHostTools);
  } catch (error) {
    if (!Refusal.is(error)) throw error;
    reply.json(400, failure(400, error.message, error.code));
    return undefined;
  }
}

async function whole(
  rounds: Rounds,
  { wish }: AskedRound,
  reply: LoopbackReply,
  signal: AbortSignal,
  log: Log,
): Promise<void> {
  try {
    reply.json(200, await rounds.run(wish, () => undefined, signal));
  } catch (error) {
    const { code, message, status, headers } = toldOf(error, log);
    reply.json(status, failure(status, message, code), headers);
  }
}

async function streamed(
  rounds: Rounds,
  { wish, doneAfterError }: AskedRound,
  reply: LoopbackReply,
  gone: AbortController,
  log: Log,
): Promise<void> {
  const stream = reply.stream();
  let seq = 0;
  const send = (event: Readonly<Record<string, unknown>> & { readonly type: string }): void => {
    seq += 1;
    const { type, ...rest } = event;
    // Nobody reads, or far too slowly: nothing more is done for them.
    if (!stream.send(String(seq), oneLineJson({ type, seq, ...rest }), type))
      gone.abort(new Refusal('cancelled', 'The client has gone.'));
  };
  try {
    await rounds.run(
      wish,
      event => {
        send({ ...event });
        if (doneAfterError && event.type === 'internal_tool.error') send(doneOf(event));
      },
      gone.signal,
    );
  } catch (error) {
    const { code, message, status } = toldOf(error, log);
    send({ type: 'error', error: { code, message, statusCode: status } });
  } finally {
    stream.close();
  }
}

function doneOf({ error, ...event }: Extract<RoundEvent, { type: 'internal_tool.error' }>) {
  return { ...event, type: 'internal_tool.done', result: error };
}

/** Line separators of JavaScript and some parsers of events are no ends of lines for JSON. */
export function oneLineJson(value: unknown): string {
  return JSON.stringify(value).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');
}

/** Who sends a round may have no tools of ours. */
const WHAT_A_LABEL_IS =
  'server_label is the name of one of your servers, a built-in module, or a server of the registry. For any other server, set server_url.';

/** What a client is told of a failure: bugs are logged, and told without their text. */
export function toldOf(
  error: unknown,
  log: Log,
): {
  readonly code: string;
  readonly message: string;
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
} {
  const usual = Refusal.is(error) ? STATUS[error.code] : undefined;
  if (Refusal.is(error) && usual !== undefined) {
    const { code, details } = error;
    const message = error.message.replace(HOW_TO_SEARCH, WHAT_A_LABEL_IS);
    const { httpStatus = usual, retryAfterS } = details;
    const headers =
      typeof retryAfterS === 'number' ? { headers: { 'retry-after': String(retryAfterS) } } : {};
    return { code, message, status: Number(httpStatus), ...headers };
  }
  log.error('A round failed', { error: error instanceof Error ? (error.stack ?? error.name) : 'unknown' });
  return { code: 'internal', message: 'The round failed inside Switchyard. See its log.', status: 500 };
}
