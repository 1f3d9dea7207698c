import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import type { CatalogEntry } from '../core/catalog/entry/entry';
import type { CatalogSource } from '../core/catalog/entry/ports';
import { type Core, type CorePorts, createCore, durableDomains } from '../core/core';
import { NOTHING_GIVEN } from '../core/gateway/launch/launchDecision';
import { DEFAULT_GATEWAY_SETTINGS } from '../core/gateway/sessions/settings';
import { Bus } from '../core/journal/bus';
import { ForgetfulStore } from '../core/journal/forgetfulStore';
import { LiveJournal } from '../core/journal/liveJournal';
import { noSnapshots } from '../core/snapshots/noSnapshots';
import type { Log } from '../core/support/log';
import { Redactor } from '../core/support/redactor';
import { type ServerId, serverId } from '../shared/ids';
import { addBuiltInTools, builtInSource } from './builtInModules';
import { serveConnection } from './mcpServer';
import { NO_HTTP } from './toolkit/productInfo';
import { ALWAYS_ON } from './toolkit/moduleIds';

/** What the rehearsal has of the world: nothing in it is told, kept or started. */
type RehearsalParts = Pick<CorePorts, 'clock' | 'ids' | 'sha256' | 'checkSchema' | 'connector'> & {
  readonly version: string;
  /** Hears of a rehearsal that failed. */
  readonly log: Log;
};

/** The server that is not there. A second one would gain little, and cost 2 MB (measured). */
const SERVER = 'stage';

const SILENT: Log = { debug() {}, info() {}, warn() {}, error() {} };
const NEVER = { onDidChange: () => ({ dispose: () => undefined }) };
const ANSWER = { adviceAfterNo: () => '' };

/**
 * Lets a client that is not there activate a server that is not there, in a core of its own. An engine reads functions and
 * builds schemas when they are first used: a good part of what the first activation would take passes here, while nobody waits
 * (docs/dev/gateway.md). Never rejects.
 */
export async function rehearse(parts: RehearsalParts): Promise<void> {
  try {
    const core = await stageCore(parts);
    addBuiltInTools(core, {
      mayRestore: false,
      info: () => ({ version: parts.version, transports: { stdio: { enabled: true }, http: NO_HTTP } }),
    });
    const client = new StageClient();
    await serveConnection({ core, version: parts.version, log: SILENT }, client, 'stage');
    await client.greet();
    await client.call('mcp_activate', { name: SERVER });
    await client.close();
    await core.gateway.stop();
    core.dispose();
  } catch (error) {
    parts.log.debug('The first activation could not be rehearsed', {
      error: error instanceof Error ? error.name : 'unknown',
    });
  }
}

async function stageCore({ clock, ids, sha256, checkSchema, connector }: RehearsalParts): Promise<Core> {
  const bus = new Bus(SILENT);
  const domains = durableDomains([]);
  const journal = await LiveJournal.open({ domains, store: new ForgetfulStore(), clock, bus, log: SILENT });
  return await createCore({
    clock,
    ids,
    sha256,
    checkSchema,
    connector,
    bus,
    journal,
    log: SILENT,
    random: () => 0,
    redactor: new Redactor(),
    snapshots: noSnapshots(clock, ids),
    workspace: 'stage',
    livePrograms: { own: null, hasEnded: async () => false },
    sources: [stageSource, builtInSource],
    credentials: { has: () => false, value: async () => undefined, ...NEVER },
    signIns: { isNeeded: () => false, advice: () => '', ...NEVER },
    surroundings: {
      variable: () => undefined,
      // Does not exist either: the check for programs of the workspace is rehearsed with it.
      workspaceFolder: '/stage',
      userHome: '/',
      pathSeparator: '/',
      credentialAdvice: '',
    },
    programs: { find: command => ({ path: command }) },
    concepts: () => [],
    toolIndex: { servers: () => new Map() },
    consent: { ask: async () => 'yes', given: { ...NOTHING_GIVEN, names: 'all' }, ...ANSWER },
    callPrompt: { ask: async () => 'once', ...ANSWER },
    reviewer: { accepts: () => false, advice: () => '' },
    settings: () => DEFAULT_GATEWAY_SETTINGS,
    alwaysOn: ALWAYS_ON,
    modules: [],
  });
}

const stageSource: CatalogSource = {
  read: async () => {
    const id = serverId(SERVER);
    return { source: 'settings', entries: id === undefined ? [] : [stageEntry(id)], problems: [] };
  },
  ...NEVER,
};

function stageEntry(id: ServerId): CatalogEntry {
  return {
    id,
    displayName: id,
    description: 'Is not there',
    category: 'other',
    tags: [],
    source: 'settings',
    owner: 'user',
    origin: 'stage',
    launch: { type: 'stdio', command: 'stage', args: [], env: {} },
    needs: [],
    requires: [],
    isolation: 'shared',
    disabledBy: null,
    isVerified: true,
    allowedTools: [],
    requireApproval: 'never',
  };
}

/** A client without a process: what it is sent, it only counts as answered. */
class StageClient implements Transport {
  onclose?: () => void;
  onmessage?: NonNullable<Transport['onmessage']>;
  readonly #waiting = new Map<unknown, () => void>();
  #lastId = 0;

  async start(): Promise<void> {}

  async send(message: JSONRPCMessage): Promise<void> {
    // As the real one does: writing the answer is a part of it.
    JSON.stringify(message);
    if ('id' in message && !('method' in message)) this.#waiting.get(message.id)?.();
  }

  async close(): Promise<void> {
    this.onclose?.();
  }

  async greet(): Promise<void> {
    const clientInfo = { name: 'stage', version: '1' };
    await this.#ask('initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo });
    this.onmessage?.({ jsonrpc: '2.0', method: 'notifications/initialized' });
  }

  async call(name: string, given: Readonly<Record<string, unknown>>): Promise<void> {
    await this.#ask('tools/call', { name, arguments: given });
  }

  async #ask(method: string, params: Record<string, unknown>): Promise<void> {
    const id = (this.#lastId += 1);
    await new Promise<void>(resolve => {
      this.#waiting.set(id, resolve);
      this.onmessage?.({ jsonrpc: '2.0', id, method, params });
    });
    this.#waiting.delete(id);
  }
}
