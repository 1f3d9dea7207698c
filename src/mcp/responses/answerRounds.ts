import type { RoundKeeper } from '../../core/rounds/roundKeeper';
import type { Rounds } from '../../core/rounds/rounds';
import type { Clock } from '../../core/support/clock';
import type { IdSource } from '../../core/support/ids';
import type { Log } from '../../core/support/log';
import type { LoopbackHandler } from '../../shared/httpExchange';
import { RESPONSES_PATH } from '../rounds/roundDoors';
import { roundsHandler } from '../rounds/roundsHandler';
import { responsesHandler } from './responsesHandler';

/** What answering stands on. */
export interface AnsweringParts {
  readonly rounds: Rounds;
  readonly keeper: RoundKeeper;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly log: Log;
}

/** Answers at every door of rounds. */
export function answerRounds(parts: AnsweringParts): LoopbackHandler {
  const inRounds = roundsHandler(parts.rounds, parts.log);
  const inResponses = responsesHandler(parts);
  return async (request, reply) =>
    await (request.path === RESPONSES_PATH ? inResponses : inRounds)(request, reply);
}
