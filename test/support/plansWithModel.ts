import type { ModelPort } from '../../src/core/rounds/modelPort';
import { RoundKeeper } from '../../src/core/rounds/roundKeeper';
import { RoundServers } from '../../src/core/rounds/roundServers';
import { Rounds } from '../../src/core/rounds/rounds';
import { KeptLog } from './keptLog';
import type { TestCore } from './testCore';
import '../../src/modules/plans/module';

/** Gives the plans of a core a model. */
export function withModel(core: TestCore, model: ModelPort): void {
  const log = new KeptLog();
  const rounds = new Rounds({
    ...core,
    servers: new RoundServers(log),
    keeper: new RoundKeeper({ ...core, log }),
    model,
  });
  core.plans.useRounds(() => Promise.resolve(rounds));
}
