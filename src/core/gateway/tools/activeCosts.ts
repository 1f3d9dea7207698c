import type { ServerId } from '../../../shared/ids';
import type { Catalog } from '../../catalog/catalog';
import type { CatalogEntry } from '../../catalog/entry/entry';
import type { CallableTool } from '../../registry/tool';
import { tokensOfAll } from '../../registry/tokens';
import type { CoreServers } from '../sessions/coreServers';
import type { Activation } from '../sessions/sessions';
import type { ActiveCost } from './tokenBudget';
import { shownTools } from './toolChoice';

/** What is on in a session, and what is known of it. */
export interface ActiveServers {
  readonly catalog: Pick<Catalog, 'find'>;
  readonly core: CoreServers;
  readonly alwaysOn: ReadonlySet<ServerId>;
  readonly active: ReadonlyMap<ServerId, Activation>;
  readonly toolsOf: (entry: CatalogEntry) => readonly CallableTool[];
  readonly nowMs: number;
}

/** What each server that is on in a session costs: those it switched on, and those that are always on. */
export function activeCosts(world: ActiveServers): readonly ActiveCost[] {
  const { catalog, core, alwaysOn, active, toolsOf, nowMs } = world;
  const servers = new Set([...alwaysOn, ...core.external(), ...active.keys()]);
  return [...servers].flatMap(server => {
    const entry = catalog.find(server);
    if (entry === undefined) return [];
    const tools = shownTools(toolsOf(entry), active.get(server)?.shown);
    return [
      {
        server,
        isCore: core.isCore(server),
        tools: tools.length,
        tokens: tokensOfAll(tools.map(({ definition }) => definition)),
        unusedMs: nowMs - (active.get(server)?.lastUsedMs ?? nowMs),
      },
    ];
  });
}
