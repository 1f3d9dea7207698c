import { join } from 'node:path';
import type { ToolResult, UpstreamConnection } from '../../src/core/gateway/upstream/upstream';
import { SdkConnector } from '../../src/node/upstream/sdkConnector';
import { ServerProcesses } from '../../src/node/processes/serverProcesses';
import { idOf } from './catalogWorld';
import { KeptLog } from './keptLog';
import { memorySignIns } from './signInWorld';
import { noSignal } from './testCore';

/** The server that does what a bad one does. */
export const FAULT_SERVER = join(import.meta.dirname, 'faultServer.mjs');

/** A real connection to the fault server, and what a test wants to know of it. */
export interface FaultyConnection extends UpstreamConnection {
  readonly log: KeptLog;
  /** Why it ended by itself. */
  readonly ended: Promise<string>;
  /** How often it said that its tools changed. */
  readonly changes: () => number;
  /** What a tool answered, as text. */
  ask(tool: string, input?: Readonly<Record<string, unknown>>): Promise<string>;
}

/** Starts the fault server with these faults and connects to it. */
export async function connectFaulty(
  faults: readonly string[],
  env: Readonly<Record<string, string>> = {},
  processes = new ServerProcesses(),
): Promise<FaultyConnection> {
  const log = new KeptLog();
  const ended = Promise.withResolvers<string>();
  let changes = 0;
  const launch = { type: 'stdio', command: process.execPath, args: [FAULT_SERVER, ...faults], env } as const;
  const hooks = { onClosed: ended.resolve, onToolsChanged: () => void changes++, onNotice: () => undefined };
  const connector = new SdkConnector({
    signIns: await memorySignIns(),
    version: '1.0.0',
    workspaceFolder: undefined,
    log,
    processes,
  });
  const connection = await connector.connect(idOf('faulty'), launch, hooks, noSignal());
  return Object.assign(connection, {
    log,
    ended: ended.promise,
    changes: () => changes,
    ask: async (tool: string, input = {}) =>
      textOf(await connection.callTool(tool, input, { signal: noSignal() })),
  });
}

function textOf(result: ToolResult): string {
  const [first] = result['content'] as readonly { readonly text: string }[];
  return first?.text ?? '';
}
