import * as z from 'zod';
import { defineCoordinationTool } from '../../../mcp/toolkit/coordination/defineCoordinationTool';
import { uri } from './fields';

export const resourcesRead = defineCoordinationTool({
  name: 'resources_read',
  title: 'Read a resource',
  description:
    'Reads the current content of a resource from resources_list. To see what is new since last time, call resources_watch.',
  effect: 'reads',
  family: 'RES',
  input: () => z.strictObject({ uri: uri.describe('URI, e.g. sc://runs/{run_id}/events.') }),
  output: () =>
    z.strictObject({
      uri: z.string().describe('Resource URI.'),
      kind: z.string().describe('Kind of resource.'),
      payload: z.record(z.string(), z.unknown()).describe('Content, depending on the kind.'),
    }),
  async handle({ uri: address }, { resources, caller }) {
    const { kind, payload } = await resources.read(address, { sessions: [caller.session] });
    return { uri: address, kind: kind.kind, payload: { ...payload } };
  },
});
