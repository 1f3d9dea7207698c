import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { calls, says } from '../support/scriptedEndpoint';
import { roundsOver, tool } from './roundsClient';
import { realServer, world } from './world';

test('a round that is recorded tells which files it changed, and an agent reads the same', async () => {
  const of = world({});
  const workspace = join(of.folder, 'workspace');
  const servers = { filesystem: realServer('filesystem', workspace) };
  writeFileSync(of.serversFile, JSON.stringify({ servers }));
  const { round, agent } = await roundsOver(of, [
    calls(['write_file', JSON.stringify({ path: join(workspace, 'notes.txt'), content: 'Tuesday\n' })]),
    says('The notes are written.'),
  ]);
  const { status, reply } = await round({
    tools: [tool('filesystem')],
    task: { name: 'Write the notes', areas: ['docs'] },
  });
  expect(status).toBe(200);
  expect(reply['task']).toMatchObject({
    files: [{ path: 'notes.txt', change: 'added' }],
    warnings: [expect.stringContaining('outside declared scope (docs)')],
  });
  const { agent: reader } = await agent();
  const { workflow_id } = reply['task'] as { readonly workflow_id: string };
  const read = await reader.call('get_context', { workflow_id });
  expect(JSON.stringify(read)).toMatch(/Write the notes.*The notes are written\./s);

  const wrong = await round({ task: { name: 'x', workflow_id: 'none' } });
  expect([wrong.status, wrong.reply]).toMatchObject([400, { code: 'task-not-recorded' }]);
  const bad = await round({ task: { name: '' } });
  expect([bad.status, bad.reply]).toMatchObject([400, { error: expect.stringMatching(/^task\.name/) }]);
});
