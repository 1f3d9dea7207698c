import type { CatalogEntry } from '../../core/catalog/entry/entry';
import type { EnvironmentRow } from '../../core/catalog/environment';
import type { Core } from '../../core/core';
import type { Gateway } from '../../core/gateway/gateway';
import { shownTools } from '../../core/gateway/tools/toolChoice';
import { tokensOfAll } from '../../core/registry/tokens';
import type { ServerId } from '../../shared/ids';

/** What a server that is on costs the model with every request. */
interface Usage {
  readonly id: ServerId;
  readonly tools: number;
  /** Estimated: characters of the definitions / 4. */
  readonly tokens: number;
}

/** What the sessions of this window use together, each server once. */
export function usageOf({ gateway, registry }: Pick<Core, 'gateway' | 'registry'>): readonly Usage[] {
  const activations = gateway.sessions().flatMap(session => [...session.activations.values()]);
  const servers = new Set(activations.map(({ server }) => server));
  return [...servers].sort().map(id => {
    const all = [...gateway.tools(id), ...registry.moduleTools(id)];
    const choices = activations.filter(({ server }) => server === id).map(({ shown }) => shown);
    // The chats of a window have one list.
    const shown = new Set(choices.flatMap(choice => shownTools(all, choice)));
    const tools = all.filter(tool => shown.has(tool));
    const definitions = tools.map(({ definition }) => definition);
    return { id, tools: definitions.length, tokens: tokensOfAll(definitions) };
  });
}

/** How much of a request all of this is: what is always on, and what the chats of the window have turned on. */
export function windowCost(core: Pick<Core, 'gateway' | 'registry'>): {
  readonly tools: number;
  readonly tokens: number;
} {
  const always = core.gateway.budget();
  return usageOf(core).reduce(
    (sum, { tools, tokens }) => ({ tools: sum.tools + tools, tokens: sum.tokens + tokens }),
    { tools: always.tools, tokens: always.tokens },
  );
}

/** Every server once, and these that a search found: active where any chat of the window uses it. */
export function serversOfWindow(
  gateway: Pick<Gateway, 'environment' | 'sessions'>,
  also: readonly CatalogEntry[] = [],
): readonly EnvironmentRow[] {
  const active = new Map<ServerId, EnvironmentRow>();
  for (const { id, activations } of gateway.sessions()) {
    if (activations.size === 0) continue;
    for (const row of gateway.environment(id)) if (row.status === 'active') active.set(row.id, row);
  }
  return gateway.environment(undefined, also).map(row => active.get(row.id) ?? row);
}
