import { realpath, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { McpServer } from '@agentclientprotocol/sdk';
import type {
  AgentAccess,
  AgentEvents,
  AgentLaunch,
  AgentLink,
  AgentLinks,
  AgentProtocol,
  GroupUse,
} from '../../core/agents/agentLink';
import { coordinationError } from '../../core/coordination/coordinationError';
import { oneLine } from '../../core/catalog/entry/plainText';
import { Refusal } from '../../core/support/refusal';
import { isWithin } from '../machine/insideFolder';
import type { OwnFolders } from '../processes/ownFolders';
import type { ServerProcesses, StdioLaunch } from '../processes/serverProcesses';
import { spawnFailure } from '../upstream/spawnFailure';
import { AcpLink } from './acpLink';
import { groupUse } from './groupUse';
import { JsonLinesLink } from './jsonLines';
import { MCP_TOKEN_VARIABLE, MCP_URL_VARIABLE } from './mcpEndpoint';
import { environmentOf } from './sandbox';

/** What agents are started with. */
export interface AgentLinksParts {
  readonly processes: ServerProcesses;
  readonly ownFolders: OwnFolders;
  /** Undefined where no folder is open: then no agent is started. */
  readonly workspaceFolder: string | undefined;
  /** Our headless program, which hands MCP on to agents that know no HTTP. */
  readonly program: string;
  /** Of the product. */
  readonly version: string;
}

/** Starts agents as processes of this machine. */
export class ProcessAgents implements AgentLinks {
  readonly #parts: AgentLinksParts;

  constructor(parts: AgentLinksParts) {
    this.#parts = parts;
  }

  async start(
    name: string,
    protocol: AgentProtocol,
    { command, args, env, cwd, sandbox, startsApart }: AgentLaunch,
    access: AgentAccess | undefined,
    events: AgentEvents,
  ): Promise<AgentLink> {
    const { processes, ownFolders, version } = this.#parts;
    const key = protocol === 'jsonl' && access !== undefined ? variablesOf(access) : {};
    const launch: StdioLaunch = {
      type: 'stdio',
      command,
      args,
      env: { ...environmentOf(sandbox, processes.environment()), ...env, ...key },
      cwd: startsApart === undefined ? cwd : ownFolders.open(startsApart),
    };
    try {
      const link =
        protocol === 'acp'
          ? new AcpLink(name, processes, launch, { cwd, access, version, bridge: this.#bridge }, events)
          : new JsonLinesLink(name, processes, launch, events);
      await link.started();
      return link;
    } catch (error) {
      if (Refusal.is(error)) throw error;
      const why = spawnFailure(launch, processes.environment(), error) ?? 'The system refused to start it.';
      throw coordinationError('E-CHILD-START', {
        message: `${oneLine(command, 60)} could not be started.`,
        hint: 'correct command, args or cwd',
        details: { why },
      });
    }
  }

  async folder(path: string | undefined): Promise<string> {
    const { workspaceFolder } = this.#parts;
    if (workspaceFolder === undefined)
      throw coordinationError('E-CHILD-UNAVAILABLE', {
        message: 'No folder is open, so child agents have nothing to work in.',
        hint: 'ask the user to open a folder',
      });
    const root = await realpath(workspaceFolder).catch(() => undefined);
    if (root === undefined)
      throw coordinationError('E-CHILD-UNAVAILABLE', {
        message: `The folder of the workspace can't be found: ${oneLine(workspaceFolder, 200)}. It was moved or deleted.`,
        hint: 'ask the user to put it back, or to open the folder where it is now',
      });
    const place = await realpath(resolve(root, path ?? '.')).catch(() => undefined);
    const isFolder = place !== undefined && (await stat(place)).isDirectory();
    if (place !== undefined && isFolder && isWithin(place, root)) return place;
    throw coordinationError('E-CHILD-INVALID-INPUT', {
      message: `The working folder ${oneLine(path ?? '.', 80)} is no folder in the workspace.`,
      hint: 'pass cwd as a folder in the workspace, or leave it out',
    });
  }

  async useOf(pids: readonly number[]): Promise<ReadonlyMap<number, GroupUse> | undefined> {
    return await groupUse(pids);
  }

  readonly #bridge = ({ url, token }: AgentAccess): McpServer => ({
    name: 'switchyard',
    command: process.execPath,
    args: [this.#parts.program, 'connect'],
    env: [
      { name: MCP_URL_VARIABLE, value: url },
      { name: MCP_TOKEN_VARIABLE, value: token },
      // In VS Code, the program that runs us is Electron.
      { name: 'ELECTRON_RUN_AS_NODE', value: '1' },
    ],
  });
}

function variablesOf({ url, token }: AgentAccess): Readonly<Record<string, string>> {
  return { [MCP_URL_VARIABLE]: url, [MCP_TOKEN_VARIABLE]: token };
}
