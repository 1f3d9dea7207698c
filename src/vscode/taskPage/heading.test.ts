import { expect, test } from 'vitest';
import { commandWorld } from '../../../test/support/commandWorld';
import { plainWording } from '../../../test/support/pictureText';
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
