import type { Core } from '../../core/core';
import type { EnvironmentRow } from '../../core/catalog/environment';
import type { ServerId } from '../../shared/ids';

/** The servers outside that a chat has turned on, each once. */
export function serversInUse({
  gateway,
  catalog,
}: Pick<Core, 'gateway' | 'catalog'>): readonly EnvironmentRow[] {
  const found = new Map<ServerId, EnvironmentRow>();
  for (const { id, activations } of gateway.sessions()) {
    if (activations.size === 0) continue;
    for (const row of gateway.environment(id)) {
      const isOutside = catalog.find(row.id)?.launch.type !== 'native';
      if (isOutside && activations.has(row.id)) found.set(row.id, row);
    }
  }
  return [...found.values()];
}
