import type { ServerId } from '../../shared/ids';
import type { Catalog } from '../catalog/catalog';
import type { CatalogEntry } from '../catalog/entry';
import type { EnvironmentRow, ServerStatus } from '../catalog/environment';
import type { CallableTool } from '../registry/tool';
import { tokensOfAll } from '../registry/tokens';
import type { IndexedServer } from '../registry/toolIndex';
import type { CoreServers } from './coreServers';

/** The catalog with what a session adds to it: what is active, and the tools where they are known. */
export function environmentRows(
  catalog: Pick<Catalog, 'entries' | 'readiness'>,
  core: CoreServers,
  toolsOf: (entry: CatalogEntry) => readonly CallableTool[],
  active: ReadonlyMap<ServerId, unknown>,
  warningsOf: (entry: CatalogEntry) => readonly string[],
  expectedOf: (entry: CatalogEntry) => IndexedServer | undefined,
): readonly EnvironmentRow[] {
  return catalog.entries().map(entry => {
    const tools = toolsOf(entry);
    const warnings = warningsOf(entry);
    return {
      id: entry.id,
      description: entry.description,
      category: entry.category,
      isCore: core.isCore(entry.id),
      ...statusOf(entry),
      ...(tools.length > 0 ? listed(tools) : expected(expectedOf(entry))),
      ...(warnings.length === 0 ? {} : { warnings }),
    };
  });

  function statusOf(entry: CatalogEntry): { status: ServerStatus; missing: readonly string[] } {
    const readiness = catalog.readiness(entry);
    const missing = readiness.status === 'missing-credentials' ? readiness.keys : [];
    if (readiness.status !== 'disabled' && active.has(entry.id)) return { status: 'active', missing: [] };
    // A core server is on in every session, as far as it can be.
    if (readiness.status === 'available' && core.isCore(entry.id)) return { status: 'active', missing: [] };
    return { status: readiness.status, missing };
  }
}

function listed(tools: readonly CallableTool[]): Pick<EnvironmentRow, 'tools' | 'tokens'> {
  return { tools: tools.length, tokens: tokensOfAll(tools.map(({ definition }) => definition)) };
}

function expected(server: IndexedServer | undefined): Pick<EnvironmentRow, 'tools' | 'tokens' | 'asOf'> {
  if (server === undefined) return {};
  const { asOf, tools } = server;
  return { tools: tools.length, tokens: tools.reduce((sum, { tokens }) => sum + tokens, 0), asOf };
}
