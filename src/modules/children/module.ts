import { passing } from '../../core/resources/joinedModule';
import { defineModule } from '../../mcp/toolkit/defineModule';
import { childLogKind } from './childLogKind';
import { Children } from './children';
import { CHILD_TOOLS } from './tools/childTools';

declare module '../../core/resources/joinedModule' {
  interface ModuleDoors {
    readonly children: Children;
  }
}

const TOLD = 'child state restarts';

/** Child agents, as one manifest. */
export const childrenModule = defineModule({
  id: 'children',
  displayName: 'Child Agents',
  description: 'Starts other agents as children, talks to them, limits them, and records what they change',
  words: {
    english:
      'child agent, sub-agent, subagent, spawn an agent, start Claude Code, start Codex, start Gemini CLI, start opencode, ' +
      'start Copilot CLI, Agent Client Protocol, ACP, run an agent in the background, delegate to another agent, ' +
      'agent budget, kill an agent, supervise agents, run agents in parallel',
    french:
      'agent enfant, sous-agent, lancer un agent, démarrer Claude Code, démarrer Codex, déléguer à un autre agent, ' +
      "agent en arrière-plan, budget d'un agent, arrêter un agent, surveiller des agents, agents en parallèle",
  },
  needs: ['contract-net'],
  toggles: ['enableSupervisor', 'enableChildOpsFine'],
  isBulk: false,
  category: 'child',
  ...passing({
    told: {
      child_spawned: TOLD,
      child_changed: TOLD,
      child_restart: TOLD,
      child_exit: TOLD,
      child_error: TOLD,
      child_reply: TOLD,
      child_permission: TOLD,
      child_budget: TOLD,
      child_loop_warn: TOLD,
      child_loop_kill: TOLD,
      breaker_open: TOLD,
      breaker_half_open: TOLD,
      breaker_closed: TOLD,
    },
    open: parts => new Children(parts),
    resourceKind: children => childLogKind(children),
  }),
  tools: CHILD_TOOLS,
});
