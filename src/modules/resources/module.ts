import { defineModule } from '../../mcp/toolkit/defineModule';
import { RESOURCE_TOOLS } from './tools/resourceTools';

/** Resources and events, as one manifest. */
export const resourcesModule = defineModule({
  id: 'resources',
  displayName: 'Resources and events',
  description: 'Workflows, runs, boards, and logs of Switchyard as resources, and events of agents',
  words: {
    english:
      'event stream, watch events, events of agents, follow run, watch run, server log, tail log, ' +
      'output of server, what have my agents, what did agents, agents been up to, what agents do, ' +
      'see as it happens, live view of agents, follow agents, what was recorded, what goes on right now, ' +
      'live feed of session, keep a trace of session',
    french:
      "flux d'événements, suivre les événements, événements des agents, suivre une tâche, journal du serveur, " +
      "que font mes agents, ce que font les agents, ce qu'ont fait les agents, ce qui a été enregistré, " +
      'enregistré et partagé, journal de la session, suivre les agents, voir en direct les agents, ' +
      'ce qui se passe en direct, suivre en direct, trace de la session, garder une trace',
  },
  needs: ['blackboard'],
  toggles: ['enableResources', 'enableEventsBus'],
  isBulk: false,
  category: null,
  told: {},
  durable: null,
  tools: RESOURCE_TOOLS,
});
