import type { ServerId } from '../../../shared/ids';
import type { ToolDefinition, UpstreamTool } from '../../registry/tool';
import type { ToolRegistry } from '../../registry/toolRegistry';
import type { CoreServers } from '../sessions/coreServers';
import { appCallers } from './appTools';
import { listedTools } from './listedTool';
import type { Session } from '../sessions/sessions';
import { shownTools, type ToolChoice } from './toolChoice';

/** What a list of tools is made of. */
interface SeenWorld {
  readonly registry: Pick<ToolRegistry, 'nativeTools'>;
  readonly core: CoreServers;
  readonly toolsOf: (server: ServerId) => readonly UpstreamTool[];
}

/**
 * The tools that a connection with these sessions must list: what any of them switched on, and what every session has (D5).
 * `showsApps`: its client does.
 */
export function seenTools(
  sessions: readonly Session[],
  { registry, core, toolsOf }: SeenWorld,
  showsApps: boolean,
): readonly ToolDefinition[] {
  const active = new Map<ServerId, ToolChoice>([...core.external()].map(server => [server, undefined]));
  for (const { activations } of sessions)
    for (const [server, { shown }] of activations) {
      const others = active.get(server);
      // Where one of them shows all, the list does.
      const isWhole = shown === undefined || (active.has(server) && others === undefined);
      active.set(server, isWhole ? undefined : new Set([...(others ?? []), ...shown]));
    }
  const native = registry.nativeTools().filter(({ module }) => core.isCore(module) || active.has(module));
  const upstream = [...active]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([server, choice]) => shownTools(toolsOf(server), choice));
  const namesChats = sessions.some(({ isConversation }) => isConversation);
  const apps = showsApps ? { callers: appCallers(upstream) } : undefined;
  return [...native.map(({ definition }) => definition), ...listedTools(upstream, { namesChats, apps })];
}
