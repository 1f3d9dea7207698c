import { oneLine } from '../catalog/entry/plainText';
import type { Gateway } from '../gateway/gateway';
import type { Session } from '../gateway/sessions/sessions';
import { Refusal } from '../support/refusal';
import type { Toolset, ToolsetServer } from './toolset';

/** What switching a toolset on led to: a toolset that lacks something is switched on as far as it can be. */
export interface ToolsetReport {
  /** Servers that are on now. */
  readonly servers: readonly string[];
  /** Servers that could not be switched on, with why. */
  readonly failed: readonly { readonly server: string; readonly why: string }[];
  /** Tools that their servers do not have, as `server: tool`. */
  readonly missing: readonly string[];
}

/** Switches all servers of a toolset on for a session, with the tools that it names listed and no others; as a person's request. */
export async function activateToolset(
  gateway: Gateway,
  session: Session,
  { servers }: Toolset,
  signal: AbortSignal,
): Promise<ToolsetReport> {
  const report = {
    servers: [] as string[],
    failed: [] as { server: string; why: string }[],
    missing: [] as string[],
  };
  // One after the other: each may ask whether it may start.
  for (const one of servers) {
    signal.throwIfAborted();
    try {
      const missing = await activateOne(gateway, session, one, signal);
      report.servers.push(one.server);
      report.missing.push(...missing.map(tool => `${oneLine(one.server, 64)}: ${oneLine(tool, 64)}`));
    } catch (error) {
      if (!Refusal.is(error)) throw error;
      report.failed.push({ server: one.server, why: error.message });
    }
  }
  return report;
}

/** Gives the tools that the server does not have. */
async function activateOne(
  gateway: Gateway,
  session: Session,
  { server, tools }: ToolsetServer,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const { entry, tools: listed, leftOut } = await gateway.activateFor(session, server, signal);
  // A core server is on already, with all that it has.
  if (!session.activations.has(entry.id)) return [];
  const known = new Set([...listed, ...leftOut].map(({ definition }) => definition.name));
  const there = tools?.filter(tool => known.has(tool));
  await gateway.chooseTools(session, server, there?.length === 0 ? undefined : there);
  return tools?.filter(tool => !known.has(tool)) ?? [];
}
