import type { ServerId } from '../../../shared/ids';
import type { ToolDefinition, UpstreamTool } from '../../registry/tool';
import type { ToolRegistry } from '../../registry/toolRegistry';
import type { CoreServers } from '../sessions/coreServers';
import { listedTools } from './listedTool';
import type { Session } from '../sessions/sessions';

/** What a list of tools is made of. */
interface SeenWorld {
  readonly registry: Pick<ToolRegistry, 'nativeTools'>;
  readonly core: CoreServers;
  readonly toolsOf: (server: ServerId) => readonly UpstreamTool[];
}

/** The tools that a connection with these sessions must list: what any of them switched on, and what every session has (D5). */
export function seenTools(
  sessions: readonly Session[],
  { registry, core, toolsOf }: SeenWorld,
): readonly ToolDefinition[] {
  const active = new Set<ServerId>(core.external());
  for (const session of sessions) {
    for (const server of session.activations.keys()) active.add(server);
  }
  const native = registry.nativeTools().filter(({ module }) => core.isCore(module) || active.has(module));
  const upstream = [...active].sort().flatMap(toolsOf);
  const namesChats = sessions.some(({ isConversation }) => isConversation);
  return [...native.map(({ definition }) => definition), ...listedTools(upstream, namesChats)];
}
