import type { Core } from '../core/core';
import type { CatalogSource } from '../core/catalog/entry/ports';
import { RoundServers } from '../core/rounds/roundServers';
import { Rounds } from '../core/rounds/rounds';
import type { Log } from '../core/support/log';
import type { Redactor } from '../core/support/redactor';
import { RESPONSE_DOOR, responsesHandler } from '../mcp/responses/responsesHandler';
import { ROUND_DOORS, roundsHandler } from '../mcp/rounds/roundsHandler';
import { type ModelEndpoint, openAiModel } from '../node/model/openAiModel';
import type { HttpDoor, LoopbackHandler } from '../shared/httpExchange';
import { modelKeyIn } from './modelKeyFile';

/** Where rounds are asked for, and what answers there. */
export interface RoundsDoor {
  readonly doors: readonly HttpDoor[];
  readonly handle: LoopbackHandler;
}

/** LLM rounds before there is a core: the servers that they name are a part of its catalog. */
export interface ComingRounds {
  readonly servers: CatalogSource;
  readonly open: (core: Core) => RoundsDoor;
}

/** Where the models are, and the file with their key, if there is one. */
export interface ModelPlace extends ModelEndpoint {
  readonly keyFile: string | undefined;
}

/**
 * LLM rounds over HTTP, with the models of an endpoint. Few programs serve them: it is loaded when one does.
 * @throws {Refusal} bad-token
 */
export async function comingRounds(
  { url, key: given, keyFile }: ModelPlace,
  log: Log,
  redactor: Redactor,
): Promise<ComingRounds> {
  const variable = given === '' ? undefined : given;
  const key = keyFile === undefined ? variable : await modelKeyIn(keyFile);
  if (key !== undefined) redactor.add(key);
  const servers = new RoundServers(log);
  return {
    servers,
    open(core) {
      const rounds = new Rounds({ ...core, servers, model: openAiModel({ url, key }) });
      const inRounds = roundsHandler(rounds, log);
      const inResponses = responsesHandler({ ...core, rounds, log });
      return {
        doors: [...ROUND_DOORS, RESPONSE_DOOR],
        handle: async (request, reply) =>
          await (request.path === RESPONSE_DOOR.path ? inResponses : inRounds)(request, reply),
      };
    },
  };
}
