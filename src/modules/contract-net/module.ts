import { durable } from '../../core/resources/joinedModule';
import { defineModule } from '../../mcp/toolkit/defineModule';
import { ContractNet } from './contractNet';
import { netDomain } from './netDomain';
import { CONTRACT_NET_TOOLS } from './tools/contractNetTools';

declare module '../../core/resources/joinedModule' {
  interface ModuleDoors {
    readonly 'contract-net': ContractNet;
  }
}

const kept = durable({
  domain: netDomain,
  told: {
    cnp_agent_registered: 'agent.id',
    cnp_agent_updated: 'agent.id',
    cnp_agent_unregistered: 'agent',
    cnp_call_announced: 'spec.id spec.task',
    cnp_bid_recorded: 'call bid.agent bid.cost bid.kind',
    cnp_bid_updated: 'call bid.agent bid.cost bid.kind',
    cnp_bid_refused: 'call agent',
    cnp_call_awarded: 'call agent cost effective rejected',
    cnp_call_completed: 'call agent isSuccess',
    cnp_call_cancelled: 'call',
    cnp_call_expired: 'call',
    cnp_call_bounds_updated: 'call bounds',
  },
  open: parts => new ContractNet(parts),
  resourceKind: null,
});

/** The contract net, as one manifest. */
export const contractNetModule = defineModule({
  id: 'contract-net',
  displayName: 'Contract Net',
  description: 'Offers tasks to agents, takes their bids, and awards each task to one of them',
  words: {
    english:
      'contract net, announce a task, offer a task to agents, bids of agents, award a task, who does what, ' +
      'share out work among agents, divide work, auction of tasks, assign tasks to agents, delegate, FIPA',
    french:
      "contract net, annoncer une tâche, proposer une tâche aux agents, offres d'agents, attribuer une tâche, qui fait quoi, " +
      'répartir le travail entre agents, enchères de tâches, déléguer',
  },
  needs: ['stigmergy', 'values'],
  toggles: ['enableCNP'],
  isBulk: false,
  category: 'contract_net',
  ...kept,
  told: {
    ...kept.told,
    cnp_watcher_telemetry:
      'msg reason receivedUpdates coalescedUpdates skippedRefreshes appliedRefreshes flushes lastBounds',
  },
  tools: CONTRACT_NET_TOOLS,
});
