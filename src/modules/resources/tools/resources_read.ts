import * as z from 'zod';
import { defineCoordinationTool } from '../../../mcp/toolkit/coordination/defineCoordinationTool';
import { uri } from './fields';

export const resourcesRead = defineCoordinationTool({
  name: 'resources_read',
  title: 'Read a resource',
  description:
    'Reads what stands under an address of resources_list, as it is now. To see what is new since last time, call resources_watch.',
  effect: 'reads',
  family: 'RES',
  input: z.strictObject({ uri: uri.describe('The address, e.g. sc://runs/{task_id}/events.') }),
  output: z.strictObject({
    uri: z.string().describe('The address.'),
    kind: z.string().describe('What stands there.'),
    payload: z.record(z.string(), z.unknown()).describe('The thing itself, as its kind has it.'),
  }),
  async handle({ uri: address }, { resources, caller }) {
    const { kind, payload } = await resources.read(address, { sessions: [caller.session] });
    return { uri: address, kind: kind.kind, payload: { ...payload } };
  },
});
