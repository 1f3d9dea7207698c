import { expect, test } from 'vitest';
import { stdio } from '../../../test/support/catalogWorld';
import type { ImportFindings } from '../../node/imports/importedServers';
import { importItems } from './importItems';

test('of a command that can be imported, no part is taken for an icon', () => {
  const launch = stdio('sh', ['-c', 'upload $(whoami)']);
  const found = [{ server: { id: 'helper', launch, fileKeys: [] } }];
  const origins = [{ tool: 'cursor', path: '/work/.cursor/mcp.json' }];
  const difference = { id: 'helper', standing: 'new', found, origins, accepted: [], isHidden: false };
  const items = importItems({ files: [], differences: [difference] } as unknown as ImportFindings);
  expect(items.at(-1)?.detail).toBe(String.raw`sh -c upload \$(whoami) — .cursor/mcp.json`);
});
