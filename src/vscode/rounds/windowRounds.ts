import type { Core } from '../../core/core';
import type { RoundBook } from '../../core/rounds/roundBook';
import type { RoundServers } from '../../core/rounds/roundServers';
import { RoundKeeper } from '../../core/rounds/roundKeeper';
import { Rounds } from '../../core/rounds/rounds';
import type { Log } from '../../core/support/log';
import { answerRounds } from '../../mcp/responses/answerRounds';
import type { LoopbackHandler } from '../../shared/httpExchange';
import { languageModel } from './languageModel';
import { languageTools } from './languageTools';
import { modalRound } from './modalRound';

/** What rounds in a window stand on. */
export interface WindowRoundsParts {
  readonly core: Core;
  readonly servers: RoundServers;
  readonly book: RoundBook;
  readonly log: Log;
}

/** Rounds with the models of VS Code, for its own commands and over HTTP. */
export interface WindowRounds {
  readonly rounds: Rounds;
  readonly handle: LoopbackHandler;
}

/** Few windows run rounds: this is loaded when one does. */
export function windowRounds({ core, servers, book, log }: WindowRoundsParts): WindowRounds {
  const keeper = new RoundKeeper({ ...core, log });
  const parts = {
    ...core,
    servers,
    keeper,
    book,
    model: languageModel,
    hostTools: languageTools,
    approver: modalRound,
  };
  const rounds = new Rounds(parts);
  return { rounds, handle: answerRounds({ ...core, rounds, keeper, log }) };
}
