import * as z from 'zod';
import { defineCoordinationTool } from '../../../mcp/toolkit/coordination/defineCoordinationTool';
import { briefOut, callIdIn, shownBrief } from './callSchemas';

export const cnpCancel = defineCoordinationTool({
  name: 'cnp_cancel',
  title: 'Cancel a call',
  description: 'Withdraws an open or awarded call. Its agent is free for other tasks.',
  effect: 'changes',
  family: 'CNP',
  input: () =>
    z.strictObject({
      ...callIdIn(),
      reason: z.string().trim().min(1).max(500).optional().describe('Why.'),
    }),
  output: () => z.strictObject(briefOut()),
  async handle({ call_id: id, reason = null }, { 'contract-net': net, origin }) {
    const { call } = await net.change({ verb: 'cancel', call: id, reason }, { origin });
    return shownBrief(call);
  },
});
