import { expect, test } from 'vitest';
import { frenchWording } from '../../../test/support/pictureText';
import { agentWorld } from '../../../test/support/workflowWorld';
import { taskMarkdown } from './taskMarkdown';

test('tells of a task in the language of the window, and quotes agents as they wrote', async () => {
  const { workflows, snapshots, clock, begin, start, complete } = await agentWorld();
  const { id } = await begin([], null, 'Sign in');
  const task = await start(id, { name: 'Callback', areas: ['auth'] });
  snapshots.write('auth/callback.ts');
  clock.advance(65 * 60_000);
  await complete(task.id);
  const text = taskMarkdown(workflows, workflows.task(task.id), frenchWording);
  expect(text.replaceAll(/[\u00A0\u202F]/g, '_')).toMatchInlineSnapshot(`
    "# Callback

    Workflow_: Sign in · terminé · 1_h 5_min

    Verify tokens

    Périmètre_: auth

    ## Résultat

    Done.

    ## Fichiers modifiés

    - ajouté auth/callback.ts

    "
  `);
});
