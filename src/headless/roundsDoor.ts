import type { Core } from '../core/core';
import { RoundServers } from '../core/rounds/roundServers';
import { RoundKeeper } from '../core/rounds/roundKeeper';
import { Rounds } from '../core/rounds/rounds';
import type { Log } from '../core/support/log';
import type { Redactor } from '../core/support/redactor';
import { answerRounds } from '../mcp/responses/answerRounds';
import { type ModelEndpoint, openAiModel } from '../node/model/openAiModel';
import type { LoopbackHandler } from '../shared/httpExchange';
import { modelKeyIn } from './modelKeyFile';

/** Rounds for what runs here, and what answers at their doors. */
export interface OpenedRounds {
  readonly rounds: Rounds;
  readonly handle: LoopbackHandler;
}

/** LLM rounds before there is a core: the servers that they name are a part of its catalog. */
export interface ComingRounds {
  readonly servers: RoundServers;
  readonly open: (core: Core) => OpenedRounds;
}

/** Where the models are, and the file with their key, if there is one. */
export interface ModelPlace extends ModelEndpoint {
  readonly keyFile: string | undefined;
}

/**
 * LLM rounds, over HTTP and in plans, with the models of an endpoint. Few programs have them: it is loaded when one does.
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
      const keeper = new RoundKeeper({ ...core, log });
      const rounds = new Rounds({ ...core, servers, keeper, model: openAiModel({ url, key }) });
      return { rounds, handle: answerRounds({ ...core, rounds, keeper, log }) };
    },
  };
}
