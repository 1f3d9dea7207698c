import type { AgentLinks } from '../../core/agents/agentLink';
import { once } from '../../core/support/once';
import type { AgentLinksParts } from './agentLinks';

/** What starts agents, loaded when the first one is started: few windows ever do. */
export function laterAgents(parts: AgentLinksParts): AgentLinks {
  const load = once(async () => {
    const { ProcessAgents } = await import('./agentLinks');
    return new ProcessAgents(parts);
  });
  return {
    start: async (...given) => await (await load()).start(...given),
    folder: async path => await (await load()).folder(path),
    useOf: async pids => await (await load()).useOf(pids),
  };
}
