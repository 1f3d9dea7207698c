import { defineModule } from '../../mcp/toolkit/defineModule';
import { STIGMERGY_TOOLS } from './tools/stigmergyTools';
import { Stigmergy } from './stigmergy';
import { stigmergyDomain } from './stigmergyDomain';
import { durable } from '../../core/resources/joinedModule';

declare module '../../core/resources/joinedModule' {
  interface ModuleDoors {
    readonly stigmergy: Stigmergy;
  }
}

/** Stigmergy, as one manifest. */
export const stigmergyModule = defineModule({
  id: 'stigmergy',
  displayName: 'Stigmergy',
  description: 'Lets agents leave trails that add up and fade, and shows where they are strongest',
  words: {
    english:
      'stigmergy, pheromone, leave a trail, trails of agents, where agents worked, mark for other agents, ' +
      'hints on files, like ants, ants, for the next agent, already explored, places already seen, ' +
      'stale ones vanish',
    french:
      'stigmergie, phéromone, laisser une trace, traces des agents, marquer pour les autres agents, ' +
      'comme des fourmis, fourmis, endroits du code déjà explorés, déjà explorés, autres bots, ' +
      "évitent d'y repasser, indices pour le prochain agent",
  },
  needs: [],
  toggles: ['enableStigmergy'],
  isBulk: true,
  category: 'stig',
  ...durable({
    domain: stigmergyDomain,
    told: {
      stigmergy_change: 'change point node_total half_life_ms changed gone',
    },
    open: parts => new Stigmergy(parts),
    resourceKind: null,
  }),
  tools: STIGMERGY_TOOLS,
});
