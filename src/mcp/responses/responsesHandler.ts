import type { RoundKeeper } from '../../core/rounds/roundKeeper';
import type { Rounds } from '../../core/rounds/rounds';
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
      asked = await readResponse(request.body, id => parts.keeper.historyOf(id));
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
  const builder = new ResponseBuilder(headOf(asked, parts), asked.sealsThoughts, () => undefined);
  try {
    reply.json(200, await run(asked, builder, signal, parts));
  } catch (error) {
    const { status, message, code } = toldOf(error, parts.log);
    // Clients ask again by themselves where the status is an error: what has run would run again.
    const failed = failure(status, message, code);
    if (builder.hasRun) reply.json(200, builder.failed(failed.error));
    else reply.json(status, failed);
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
  const builder = new ResponseBuilder(headOf(asked, parts), asked.sealsThoughts, ({ type, ...rest }) => {
    const sequence_number = next;
    next += 1;
    if (!stream.send(String(sequence_number), oneLineJson({ type, sequence_number, ...rest }), type))
      gone.abort(new Refusal('cancelled', 'The client has gone.'));
  });
  try {
    await run(asked, builder, gone.signal, parts);
  } catch (error) {
    const { status, message, code } = toldOf(error, parts.log);
    builder.failed(failure(status, message, code).error);
  } finally {
    stream.close();
  }
}

async function run(
  { wish, isStored, wentOnFrom }: AskedResponse,
  builder: ResponseBuilder,
  signal: AbortSignal,
  { rounds, keeper }: ResponseParts,
): Promise<Readonly<Record<string, unknown>>> {
  const listening = { ...wish, onTools: builder.listed.bind(builder) };
  const reply = await rounds.run(listening, event => builder.take(event), signal);
  if (isStored) {
    const { id, count } = wentOnFrom;
    await keeper.keep(builder.id, id, reply.messages.slice(count));
  }
  return builder.finished(reply);
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
