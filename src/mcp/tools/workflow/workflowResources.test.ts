import { expect, test } from 'vitest';
import { workflowWorld } from '../../../../test/support/workflowWorld';
import { sessionId } from '../../../shared/ids';
import { isWorkflowResource, listWorkflowResources, readWorkflowResource } from './workflowResources';

const anna = { session: sessionId('anna') };

async function world() {
  const { workflows } = await workflowWorld();
  const begin = async (name: string) =>
    (await workflows.startWorkflow({ name, description: null, plan: [], idempotencyKey: null }, anna)).id;
  return { workflows, begin };
}

test('lists workflows newest first, without archived ones', async () => {
  const { workflows, begin } = await world();
  const [first, hidden, last] = [await begin('First'), await begin('Hidden'), await begin('Last')];
  await workflows.archive(hidden, true);
  expect(listWorkflowResources(workflows).map(({ uri, title }) => [uri, title])).toEqual([
    [`sc://workflows/${last}`, 'Last'],
    [`sc://workflows/${first}`, 'First'],
  ]);
});

test('reads a workflow as Markdown, and as JSON when asked', async () => {
  const { workflows, begin } = await world();
  const id = await begin('First');
  const uri = `sc://workflows/${id}`;
  expect(readWorkflowResource(uri, workflows)).toMatchObject({
    mimeType: 'text/markdown',
    text: expect.stringContaining('# First'),
  });
  const json = readWorkflowResource(`${uri}?format=json`, workflows);
  expect(JSON.parse(json.text)).toMatchObject({ id, name: 'First', status: 'in_progress' });
});

test('refuses what is no address of a workflow here', async () => {
  const { workflows } = await world();
  for (const uri of [
    'sc://workflows/',
    'sc://workflows/a/b',
    'sc://workflows/a?format=xml',
    'sc://workflows/../x',
  ]) {
    expect(isWorkflowResource(uri)).toBe(true);
    expect(() => readWorkflowResource(uri, workflows)).toThrow('This address is not one of a workflow.');
  }
  expect(() => readWorkflowResource('sc://workflows/no', workflows)).toThrow(
    'No workflow of this workspace has the id "no".',
  );
});
