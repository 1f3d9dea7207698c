import type { Catalog } from '../catalog/catalog';
import type { CatalogEntry } from '../catalog/entry';
import type { EnvironmentRow, ServerStatus } from '../catalog/environment';
import { type CallableTool, tokensOf } from '../registry/tool';
import type { CoreServers } from './coreServers';
import type { Session } from './sessions';
import { readinessFor } from './sessionSwitches';

/** The catalog with what a session adds to it: what is active, and the tools where they are known. */
export function environmentRows(
  catalog: Pick<Catalog, 'entries' | 'readiness'>,
  core: CoreServers,
  toolsOf: (entry: CatalogEntry) => readonly CallableTool[],
  session: Session | undefined,
  warningsOf: (entry: CatalogEntry) => readonly string[],
): readonly EnvironmentRow[] {
  return catalog.entries().map(entry => {
    const tools = toolsOf(entry);
    const warnings = warningsOf(entry);
    const cost = tools.reduce((sum, tool) => sum + tokensOf(tool.definition), 0);
    return {
      id: entry.id,
      description: entry.description,
      category: entry.category,
      isCore: core.isCore(entry.id),
      ...statusOf(entry),
      ...(tools.length === 0 ? {} : { tools: tools.length, tokens: cost }),
      ...(warnings.length === 0 ? {} : { warnings }),
    };
  });

  function statusOf(entry: CatalogEntry): { status: ServerStatus; missing: readonly string[] } {
    const readiness = readinessFor(session, entry, catalog);
    const missing = readiness.status === 'missing-credentials' ? readiness.keys : [];
    if (readiness.status !== 'disabled' && session?.activations.has(entry.id) === true)
      return { status: 'active', missing: [] };
    // A core server is on in every session, as far as it can be.
    if (readiness.status === 'available' && core.isCore(entry.id)) return { status: 'active', missing: [] };
    return { status: readiness.status, missing };
  }
}
