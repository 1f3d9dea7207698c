import type { RoundKeeper } from '../../core/rounds/roundKeeper';
import type { RoundMessage } from '../../core/rounds/roundMessage';
import type { Rounds } from '../../core/rounds/rounds';
import type { RoundWish } from '../../core/rounds/roundWish';
import type { Clock } from '../../core/support/clock';
import type { IdSource } from '../../core/support/ids';
import type { Log } from '../../core/support/log';
import { Refusal } from '../../core/support/refusal';
import type { LoopbackHandler, LoopbackReply } from '../../shared/httpExchange';
import { responseFailure as failure } from '../rounds/roundDoors';
import { oneLineJson, toldOf } from '../rounds/roundsHandler';
import { type AskedResponse, readResponse } from './readResponse';
import { ResponseBuilder } from './responseBuilder';

interface ResponseParts {
  readonly rounds: Rounds;
  readonly keeper: RoundKeeper;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly log: Log;
}

/** Answers `POST /v1/responses` as OpenAI's API does, with the same rounds: see docs/rounds.md. */
export function responsesHandler(parts: ResponseParts): LoopbackHandler {
  return async (request, reply) => {
    const gone = new AbortController();
    reply.onGone(() => gone.abort(new Refusal('cancelled', 'The client has gone.')));
    let asked: AskedResponse;
    try {
      asked = await readResponse(request.body, parts.keeper);
    } catch (error) {
      const { status, message, code } = toldOf(error, parts.log);
      return reply.json(status, failure(status, message, code));
    }
    await (asked.isStreamed ? streamed : whole)(asked, reply, gone, parts);
  };
}

async function whole(
  asked: AskedResponse,
  reply: LoopbackReply,
  { signal }: AbortController,
  parts: ResponseParts,
): Promise<void> {
  const builder = new ResponseBuilder(headOf(asked, parts), asked, () => undefined);
  const run = new ResponseRun(asked, builder, parts);
  try {
    reply.json(200, await run.finish(signal));
  } catch (error) {
    const { status, message, code, headers } = toldOf(error, parts.log);
    // Clients ask again by themselves where the status is an error: what has run would run again.
    const failed = failure(status, message, code);
    if (!builder.hasRun) return reply.json(status, failed, headers);
    await run.keepFailed(signal);
    reply.json(200, builder.failed(failed.error));
  }
}

async function streamed(
  asked: AskedResponse,
  reply: LoopbackReply,
  gone: AbortController,
  parts: ResponseParts,
): Promise<void> {
  const stream = reply.stream();
  let next = 0;
  const builder = new ResponseBuilder(headOf(asked, parts), asked, ({ type, ...rest }) => {
    const sequence_number = next;
    next += 1;
    if (!stream.send(String(sequence_number), oneLineJson({ type, sequence_number, ...rest }), type))
      gone.abort(new Refusal('cancelled', 'The client has gone.'));
  });
  const run = new ResponseRun(asked, builder, parts);
  try {
    await run.finish(gone.signal);
  } catch (error) {
    const { status, message, code } = toldOf(error, parts.log);
    await run.keepFailed(gone.signal);
    builder.failed(failure(status, message, code).error);
  } finally {
    stream.close();
  }
}

/** A round that becomes a response, which is kept where its client may go on from it: one that failed, too, once its ID was told. */
class ResponseRun {
  readonly #asked: AskedResponse;
  readonly #builder: ResponseBuilder;
  readonly #parts: ResponseParts;
  #messages: readonly RoundMessage[];

  constructor(asked: AskedResponse, builder: ResponseBuilder, parts: ResponseParts) {
    this.#asked = asked;
    this.#builder = builder;
    this.#parts = parts;
    this.#messages = asked.wish.messages;
  }

  /** @throws as `Rounds.run` */
  async finish(signal: AbortSignal): Promise<Readonly<Record<string, unknown>>> {
    const builder = this.#builder;
    const wish: RoundWish = {
      ...this.#asked.wish,
      onTools: builder.listed.bind(builder),
      onFailed: messages => (this.#messages = messages),
    };
    const reply = await this.#parts.rounds.run(wish, event => builder.take(event), signal);
    this.#messages = reply.messages;
    await this.#keep();
    return builder.finished(reply);
  }

  /** Keeps a response that failed; not for a client that has gone in the middle, whose calls may still be open. */
  async keepFailed({ aborted }: AbortSignal): Promise<void> {
    if (!aborted) await this.#keep();
  }

  async #keep(): Promise<void> {
    const { isStored, wentOnFrom, wish } = this.#asked;
    if (!isStored) return;
    const { id: parent, count } = wentOnFrom;
    await this.#parts.keeper.keep({
      id: this.#builder.id,
      parent,
      messages: this.#messages.slice(count),
      sent: wish.messages.length - count,
    });
  }
}

function headOf({ echo }: AskedResponse, { ids, clock }: ResponseParts) {
  const created_at = Math.floor(clock.now() / 1_000);
  return {
    id: `resp_${ids.next().replaceAll('-', '')}`,
    object: 'response',
    created_at,
    ...echo,
    error: null,
    incomplete_details: null,
    usage: null,
  };
}
