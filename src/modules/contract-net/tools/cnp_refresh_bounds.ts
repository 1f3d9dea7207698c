import * as z from 'zod';
import { defineCoordinationTool } from '../../../mcp/toolkit/coordination/defineCoordinationTool';
import { boundsOut, callIdIn, shownBounds } from './callSchemas';

const intensity = z.number().min(0).max(1e9);

export const cnpRefreshBounds = defineCoordinationTool({
  name: 'cnp_refresh_bounds',
  title: 'Refresh a call',
  description:
    'Has an open call take the current strength of trails, and bids of registered agents made anew. Bids that agents made themselves stay. This happens by itself when trails change.',
  effect: 'changes',
  family: 'CNP',
  input: () =>
    z.strictObject({
      ...callIdIn(),
      bounds: z
        .strictObject({
          min_intensity: intensity.describe('Lowest intensity.'),
          max_intensity: intensity.nullable().optional().describe('Highest. Defaults to unbounded.'),
          normalisation_ceiling: intensity.describe('Strongest trail.'),
        })
        .optional()
        .describe('Bounds to take. Defaults to those of the trails.'),
      refresh_auto_bids: z.boolean().default(true).describe('Make bids anew.'),
      include_new_agents: z.boolean().default(true).describe('Also for agents without a bid.'),
    }),
  output: () =>
    z.strictObject({
      call_id: z.string().describe('Call ID.'),
      auto_bid_refreshed: z.boolean().describe('Whether bids were made anew.'),
      refreshed_agents: z.array(z.string()).describe('Agents whose bids were.'),
      pheromone_bounds: boundsOut(),
      refresh: z
        .strictObject({
          requested: z.boolean().describe('As passed in.'),
          include_new_agents: z.boolean().describe('As passed in.'),
        })
        .describe('What was asked for.'),
    }),
  async handle(given, { 'contract-net': net, origin }) {
    const { call_id: id, bounds, refresh_auto_bids: rebids, include_new_agents: includesNew } = given;
    const taken =
      bounds === undefined
        ? net.bounds()
        : {
            min: bounds.min_intensity,
            max: bounds.max_intensity ?? null,
            ceiling: bounds.normalisation_ceiling,
          };
    const agents = await net.refresh(id, { bounds: taken, rebids, includesNew }, { origin });
    return {
      call_id: id,
      auto_bid_refreshed: agents.length > 0,
      refreshed_agents: [...agents],
      pheromone_bounds: shownBounds(net.find(id).bounds),
      refresh: { requested: rebids, include_new_agents: includesNew },
    };
  },
});
