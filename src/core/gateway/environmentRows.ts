import type { Catalog } from '../catalog/catalog';
import type { CatalogEntry } from '../catalog/entry';
import type { EnvironmentRow, ServerStatus } from '../catalog/environment';
import { hides } from '../catalog/shadowing';
import type { CallableTool } from '../registry/tool';
import { tokensOfAll } from '../registry/tokens';
import type { IndexedServer } from '../registry/toolIndex';
import type { CoreServers } from './coreServers';
import type { Session } from './sessions';
import { readinessFor } from './sessionSwitches';

/** What the gateway knows of an entry. */
export interface EntryFacts {
  tools(entry: CatalogEntry): readonly CallableTool[];
  warnings(entry: CatalogEntry): readonly string[];
  /** What it will probably list, where it never ran. */
  expected(entry: CatalogEntry): IndexedServer | undefined;
}

/** The catalog with what a session adds to it: what is active, and the tools where they are known. */
export function environmentRows(
  catalog: Pick<Catalog, 'entries' | 'readiness' | 'runtimes' | 'shadowed'>,
  core: CoreServers,
  session: Session | undefined,
  facts: EntryFacts,
): readonly EnvironmentRow[] {
  const runtimeOf = catalog.runtimes();
  return catalog.entries().map(entry => {
    const tools = facts.tools(entry);
    const warnings = facts.warnings(entry);
    const hidden = hides(entry, catalog.shadowed(entry.id));
    return {
      id: entry.id,
      description: entry.description,
      category: entry.category,
      isCore: core.isCore(entry.id),
      ...stateOf(entry),
      ...(tools.length > 0 ? listed(tools) : expected(facts.expected(entry))),
      ...(warnings.length === 0 ? {} : { warnings }),
      ...(hidden === undefined ? {} : { hides: hidden }),
      ...(hidden !== undefined && entry.owner === 'workspace' ? { tookPlace: true as const } : {}),
    };
  });

  function stateOf(entry: CatalogEntry): Pick<EnvironmentRow, 'status' | 'missing' | 'lacks' | 'why'> {
    const readiness = readinessFor(session, entry, catalog);
    if (readiness.status !== 'disabled' && session?.activations.has(entry.id) === true)
      return { status: 'active', missing: [] };
    if (readiness.status !== 'available') {
      const missing = readiness.status === 'missing-credentials' ? readiness.keys : [];
      return { status: readiness.status, missing, why: readiness.message };
    }
    // A core server is on in every session, as far as it can be.
    const status: ServerStatus = core.isCore(entry.id) ? 'active' : 'available';
    const runtime = runtimeOf(entry);
    if (runtime.status !== 'missing') return { status, missing: [] };
    return { status, missing: [], lacks: runtime.program, why: runtime.message };
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
