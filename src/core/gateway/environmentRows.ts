import type { Catalog } from '../catalog/catalog';
import { type CatalogEntry, isUsersOwn } from '../catalog/entry/entry';
import type { EnvironmentRow, ServerStatus } from '../catalog/environment';
import { packageOf } from '../catalog/launch/launchPackage';
import { oneLine } from '../catalog/entry/plainText';
import { hides } from '../catalog/launch/shadowing';
import type { CallableTool } from '../registry/tool';
import { once } from '../support/once';
import { tokensOfAll } from '../registry/tokens';
import type { IndexedServer } from '../registry/toolIndex';
import type { ToolRegistry } from '../registry/toolRegistry';
import type { CoreServers } from './sessions/coreServers';
import { failureOf } from './upstream/failure';
import type { Upstreams } from './servers/upstreams';
import type { Session } from './sessions/sessions';
import { readinessFor } from './sessions/sessionSwitches';
import { shownTools } from './tools/toolChoice';
import type { Health } from './upstream/upstream';

/** What the gateway knows of an entry. */
export interface EntryFacts {
  tools(entry: CatalogEntry): readonly CallableTool[];
  warnings(entry: CatalogEntry): readonly string[];
  health(entry: CatalogEntry): Health;
  /** What it says of its version, where it ever ran. */
  version(entry: CatalogEntry): string | undefined;
  /** What it will probably list, where it never ran. */
  expected(entry: CatalogEntry): IndexedServer | undefined;
}

/** The facts, from where the gateway has them. */
export function factsOf(
  upstreams: Pick<Upstreams, 'callableTools' | 'warnings'>,
  registry: Pick<ToolRegistry, 'serverVersion'>,
  health: EntryFacts['health'],
  expected: EntryFacts['expected'],
): EntryFacts {
  return {
    tools: entry => upstreams.callableTools(entry),
    warnings: entry => upstreams.warnings(entry),
    version: entry => registry.serverVersion(entry.id),
    health,
    expected,
  };
}

/**
 * The catalog with what a session adds to it: what is active, and the tools where they are known. `found`: entries that are shown
 * besides those that are always listed.
 */
export function environmentRows(
  catalog: Pick<Catalog, 'entries' | 'readiness' | 'runtimes' | 'shadowed'>,
  core: CoreServers,
  session: Session | undefined,
  facts: EntryFacts,
  found: readonly CatalogEntry[] = [],
): readonly EnvironmentRow[] {
  const runtimeOf = catalog.runtimes();
  return [...new Set([...catalog.entries(), ...found])].map(entry => {
    const tools = facts.tools(entry);
    const listed = shownTools(tools, session?.activations.get(entry.id)?.shown);
    const warnings = facts.warnings(entry);
    const hidden = hides(entry, catalog.shadowed(entry.id));
    const row: EnvironmentRow = {
      id: entry.id,
      description: entry.description,
      category: entry.category,
      isCore: core.isCore(entry.id),
      ...(isUsersOwn(entry) ? { isOwn: true as const } : {}),
      ...stateOf(entry),
      ...(tools.length > 0 ? { tools: tools.length } : listingOf(facts.expected(entry))),
      ...(listed.length < tools.length ? { listed: listed.length } : {}),
      ...versionsOf(entry, facts.version(entry)),
      ...healthOf(facts.health(entry)),
      ...(warnings.length === 0 ? {} : { warnings }),
      ...(hidden === undefined ? {} : { hides: hidden }),
      ...(hidden !== undefined && entry.owner === 'workspace' ? { tookPlace: true as const } : {}),
    };
    return tools.length > 0 ? withTokens(row, listed) : row;
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

function versionsOf(
  { launch }: CatalogEntry,
  version: string | undefined,
): Pick<EnvironmentRow, 'version' | 'package'> {
  const found = launch.type === 'native' ? undefined : packageOf(launch);
  const name = found && (found.version === undefined ? found.name : `${found.name}@${found.version}`);
  return {
    ...(version === undefined ? {} : { version }),
    ...(name === undefined ? {} : { package: oneLine(name, 100) }),
  };
}

function healthOf(health: Health): Pick<EnvironmentRow, 'health' | 'failure'> {
  const failure = failureOf(health);
  return { health: health.state, ...(failure === undefined ? {} : { failure }) };
}

/** Counted when somebody asks: our own tools' schemas are not even made before. */
function withTokens(row: EnvironmentRow, tools: readonly CallableTool[]): EnvironmentRow {
  const get = once(() => tokensOfAll(tools.map(({ definition }) => definition)));
  return Object.defineProperty(row, 'tokens', { get, enumerable: true });
}

function listingOf(server: IndexedServer | undefined): Pick<EnvironmentRow, 'tools' | 'tokens' | 'asOf'> {
  if (server === undefined) return {};
  const { asOf, tools } = server;
  return { tools: tools.length, tokens: tools.reduce((sum, { tokens }) => sum + tokens, 0), asOf };
}
