import { expect, test } from 'vitest';
import { commandWorld } from '../../../test/support/commandWorld';
import { frenchWording, plainWording } from '../../../test/support/pictureText';
import { headingOf } from './heading';

test('what an agent only reported is marked; what a manifest confirms is not', async () => {
  const { core, start, complete } = await commandWorld();
  const { id } = await start();
  const { completion, task } = await complete(id);
  const claims = {
    ...completion.claims,
    packagesAdded: ['zod', 'left-pad'],
    packagesRemoved: ['jwt'],
    testsStatus: 'passed',
  } as const;
  const verification = {
    ...completion.verification,
    claims: [
      { claim: 'packages_added: "zod"', fact: 'added in package.json' },
      { claim: 'packages_added: "left-pad"', fact: 'no manifest changed so' },
    ],
  };
  const [workflow] = core.workflows.all();
  if (workflow === undefined) throw new Error('There is no workflow.');
  const told = { ...task, completion: { ...completion, claims, verification } };
  const { facts } = headingOf({ task: told, workflow, siblings: [told], milestones: [] }, plainWording);
  expect(facts.flatMap(({ label, text }) => (label === 'Packages' ? [text] : []))).toEqual([
    '+ zod, + left-pad (reported), − jwt (reported)',
  ]);
});

test('why a snapshot is not whole is told in the language of the person', async () => {
  const { core, start } = await commandWorld();
  const task = await start();
  const [workflow] = core.workflows.all();
  const [root] = task.start?.roots ?? [];
  if (workflow === undefined || task.start === null || root === undefined) throw new Error('Nothing began.');
  const partial = 'Without git no contents are kept. Not readable: a.bin and 2 more.';
  const told = { ...task, start: { ...task.start, roots: [{ ...root, label: '', branch: null, partial }] } };
  const { facts } = headingOf({ task: told, workflow, siblings: [told], milestones: [] }, frenchWording);
  expect(facts.find(({ label }) => label === 'Instantané')?.tooltip).toBe(
    'Sans Git, les contenus ne sont pas conservés. Illisible : a.bin et 2 de plus.',
  );
});
