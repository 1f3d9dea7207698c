import { type ServerId, serverId } from '../shared/ids';
import type { AgentLinks } from './agents/agentLink';
import { Catalog, type CatalogParts } from './catalog/catalog';
import { letsThrough } from './catalog/entry/letThrough';
import { Announcer } from './gateway/sessions/announcer';
import { isForAppsOnly } from './gateway/tools/appTools';
import { ExpectedTools } from './gateway/tools/expectedTools';
import { Gateway, type GatewayParts } from './gateway/gateway';
import { followedCalls } from './gateway/upstream/followedCalls';
import { redactedConnector } from './gateway/upstream/redactedConnector';
import { ToolUse } from './gateway/upstream/toolUse';
import { ServerLogs } from './gateway/upstream/serverLogs';
import { launchApproval } from './gateway/launch/launchApproval';
import { Operations } from './operations/operations';
import { Toolbox } from './toolbox/toolbox';
import type { Bus } from './journal/bus';
import type { AnyDomain } from './journal/slot';
import type { Journal } from './journal/journal';
import { redactedJournal } from './journal/redactedJournal';
import { knownTools } from './registry/knownTools';
import type { ToolIndex } from './registry/toolIndex';
import { ToolRegistry } from './registry/toolRegistry';
import type { EventHistory } from './resources/eventHistory';
import type { Heartbeat } from './resources/heartbeat';
import {
  conceptsOf,
  domainsOf,
  type JoinedModule,
  type ModuleDoors,
  openModules,
  toldBy,
} from './resources/joinedModule';
import { joinResources } from './resources/joinResources';
import type { Resources } from './resources/resources';
import type { Snapshots } from './snapshots/snapshot';
import type { Clock } from './support/clock';
import type { Disposable } from './support/disposable';
import type { Sha256 } from './support/hash';
import type { IdSource } from './support/ids';
import type { LogTail } from './support/logTail';
import type { Redactor } from './support/redactor';
import type { Tracer } from './support/tracer';
import type { ToolsetStore } from './toolsets/toolset';
import { roundMemory } from './rounds/roundMemory';
import { toolPins } from './trust/toolPins';
import { type ToolReviewer, ToolTrust } from './trust/toolTrust';
import { taskActivity } from './workflow/report/taskActivity';
import { workflowDomain } from './workflow/domain/workflowDomain';
import type { WorkflowParts } from './workflow/model/workflowParts';
import { Workflows } from './workflow/workflows';

/** What core needs of a machine and a host: met by the room node and by one of the two composition roots. */
export type CorePorts = CatalogParts &
  Omit<GatewayParts, 'catalog' | 'registry' | 'trust' | 'expected' | 'serverLogs'> &
  WorkflowParts & {
    readonly reviewer: ToolReviewer;
    readonly toolIndex: ToolIndex;
    /** Our modules, whose states are opened here. */
    readonly modules: readonly JoinedModule[];
    /** What starts child programs; left out where none may be. */
    readonly agents?: AgentLinks;
    /** Left out where no folder is open. */
    readonly toolsets?: ToolsetStore | undefined;
    /** The newest lines of `log`, which is made of it; left out where nobody keeps them. */
    readonly logTail?: LogTail;
    /** Follows calls where the user wishes it; left out where nobody can. */
    readonly tracer?: Tracer;
  };

/** After a start, when nobody waits for anything any more: old snapshots are looked through. */
const TIDY_AFTER_MS = 120_000;

/** Every domain, joined. */
export interface Core extends Disposable, ModuleDoors {
  readonly catalog: Catalog;
  readonly registry: ToolRegistry;
  readonly gateway: Gateway;
  readonly operations: Operations;
  readonly toolbox: Toolbox;
  readonly journal: Journal;
  readonly bus: Bus;
  readonly snapshots: Snapshots;
  readonly redactor: Redactor;
  readonly workflows: Workflows;
  readonly resources: Resources;
  readonly eventHistory: EventHistory;
  readonly heartbeat: Heartbeat;
  readonly logTail: LogTail | undefined;
  /** What servers wrote for people lately. */
  readonly serverLogs: ServerLogs;
  /** How servers' tools were used since the program began. */
  readonly toolUse: ToolUse;
  /** Undefined where no folder is open. */
  readonly toolsets: ToolsetStore | undefined;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly sha256: Sha256;
}

/** Builds every domain in dependency order and reads the catalog. */
export async function createCore(given: CorePorts): Promise<Core> {
  const { redactor } = given;
  const toolUse = new ToolUse();
  const ports = {
    ...given,
    journal: redactedJournal(given.journal, redactor),
    connector: redactedConnector(
      given.connector,
      redactor,
      followedCalls({ clock: given.clock, toolUse, tracer: given.tracer }),
    ),
    concepts: () => [...given.concepts(), ...conceptsOf(given.modules)],
  };
  const registry = new ToolRegistry(ports.sha256, ports.log);
  const announcer = new Announcer(ports.bus, ports.clock);
  const trust = new ToolTrust({
    ...ports,
    tell: (kind, news) =>
      announcer.tell(kind, { ...news }, undefined, kind === 'toolsWithheld' ? 'warn' : 'info'),
  });
  /** Filled where there is a gateway, which the catalog comes before. */
  const used = { servers: (): readonly ServerId[] => [] };
  const expected = new ExpectedTools(ports.toolIndex, registry, ports.sha256);
  const catalog: Catalog = new Catalog(ports, {
    knownTools(server: ServerId) {
      const entry = catalog.find(server);
      if (entry !== undefined && !registry.hasTools(server)) return expected.searchable(entry);
      // A search quotes tools too: what is withheld, or no agent may call, stays out of it.
      return registry
        .serverTools(server)
        .filter(tool => !trust.isWithheld(tool))
        .map(({ definition }) => definition)
        .filter(tool => !isForAppsOnly(tool) && (entry === undefined || letsThrough(entry, tool.name)));
    },
    beforeSearch: () => expected.beforeSearch(),
    inUse: () => [
      ...ports.journal.read(launchApproval).keys(),
      ...ports.settings().coreServers.flatMap(name => serverId(name) ?? []),
      ...used.servers(),
    ],
  });
  await catalog.load();
  const serverLogs = new ServerLogs(ports.clock, redactor, ports.log);
  const gateway = new Gateway({ ...ports, catalog, registry, trust, expected, serverLogs });
  used.servers = () => usedIn(gateway);
  const operations = new Operations(ports);
  const toolbox = new Toolbox({ ...ports, gateway, registry, operations });
  const workflows = new Workflows(ports);
  const opened = openModules(ports.modules, {
    agents: undefined,
    ...ports,
    gateway,
    operations,
    toolbox,
    workflows,
  });
  const { resources, eventHistory, heartbeat } = joinResources({
    ...ports,
    gateway,
    serverLogs,
    workflows,
    kinds: opened.kinds,
    runs: opened.runs,
    told: toldBy(ports.modules),
    categories: ports.modules.flatMap(({ category }) => category ?? []),
  });
  const tidying = ports.clock.after(TIDY_AFTER_MS, () => {
    workflows
      .letGoOfOldSnapshots(new AbortController().signal)
      .catch((error: unknown) =>
        ports.log.warn('Old snapshots could not be let go', { error: String(error) }),
      );
  });
  return {
    ...opened.doors,
    catalog,
    registry,
    gateway,
    operations,
    toolbox,
    journal: ports.journal,
    bus: ports.bus,
    snapshots: ports.snapshots,
    redactor,
    workflows,
    resources,
    eventHistory,
    heartbeat,
    logTail: ports.logTail,
    serverLogs,
    toolUse,
    toolsets: ports.toolsets,
    clock: ports.clock,
    ids: ports.ids,
    sha256: ports.sha256,
    dispose() {
      tidying.dispose();
      heartbeat.dispose();
      eventHistory.dispose();
      opened.dispose();
      operations.dispose();
      workflows.dispose();
      gateway.dispose();
      catalog.dispose();
    },
  };
}

/** Servers that a chat has on, or the next one will have. */
function usedIn(gateway: Gateway): readonly ServerId[] {
  const on = gateway.sessions().flatMap(({ activations }) => [...activations.keys()]);
  return [...on, ...gateway.nextChat.servers()];
}

/** Every domain that is kept in the journal, those of our modules with them. */
export function durableDomains(modules: readonly JoinedModule[]): readonly AnyDomain[] {
  return [...CORE_DOMAINS, ...domainsOf(modules)];
}

const CORE_DOMAINS: readonly AnyDomain[] = [
  launchApproval,
  knownTools,
  toolPins,
  workflowDomain,
  taskActivity,
  roundMemory,
];
