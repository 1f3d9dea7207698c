import { expect, test } from 'vitest';
import type { ServerId } from '../../../shared/ids';
import type { UpstreamTool } from '../../registry/tool';
import { listedTools } from './listedTool';

const toolWith = (meta: Readonly<Record<string, unknown>>): UpstreamTool => ({
  exposedName: 'files__read',
  server: 'files' as ServerId,
  definition: { name: 'read', inputSchema: { type: 'object' }, _meta: meta },
  schemaHash: '',
  version: '',
  serverVersion: '',
});

test('passes on what a server says of its tool, but not the apps that clients would show', () => {
  const meta = {
    'anthropic/maxResultSizeChars': 500,
    ui: { resourceUri: 'ui://a' },
    'openai/outputTemplate': 'b',
  };
  const [listed] = listedTools([toolWith(meta)], false);
  expect(listed?._meta).toEqual({ 'anthropic/maxResultSizeChars': 500 });
  expect(listedTools([toolWith({ ui: {}, 'ui/resourceUri': 'ui://a' })], false)[0]).not.toHaveProperty(
    '_meta',
  );
});
