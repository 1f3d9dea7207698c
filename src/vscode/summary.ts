import type { Gateway } from '../core/gateway/gateway';
import type { Session } from '../core/gateway/sessions';
import { tokensOf } from '../core/registry/tool';

/** What the sessions of this window use together. */
export interface Usage {
  readonly servers: readonly string[];
  readonly tools: number;
  /** Estimated: characters of the definitions / 4. */
  readonly tokens: number;
}

/** Counts what is active, each server once. */
export function usageOf(gateway: Gateway, sessions: readonly Session[] = gateway.sessions()): Usage {
  const servers = [...new Set(sessions.flatMap(session => [...session.activations.keys()]))].sort();
  const tools = servers.flatMap(server => gateway.tools(server));
  return {
    servers,
    tools: tools.length,
    tokens: tools.reduce((sum, tool) => sum + tokensOf(tool.definition), 0),
  };
}
