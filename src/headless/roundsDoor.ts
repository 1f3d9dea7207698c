import type { Core } from '../core/core';
import { Rounds } from '../core/rounds/rounds';
import type { Log } from '../core/support/log';
import { ROUND_DOORS, roundsHandler } from '../mcp/rounds/roundsHandler';
import { type ModelEndpoint, openAiModel } from '../node/model/openAiModel';
import type { HttpDoor, LoopbackHandler } from '../shared/httpExchange';

/** Where rounds are asked for, and what answers there. */
export interface RoundsDoor {
  readonly doors: readonly HttpDoor[];
  readonly handle: LoopbackHandler;
}

/** LLM rounds over HTTP, with the models of an endpoint. Few programs serve them: it is loaded when one does. */
export function roundsDoor(core: Core, endpoint: ModelEndpoint, log: Log): RoundsDoor {
  const rounds = new Rounds({ ...core, model: openAiModel(endpoint) });
  return { doors: ROUND_DOORS, handle: roundsHandler(rounds, log) };
}
