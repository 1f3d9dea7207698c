import { expect, test } from 'vitest';
import { workflowWorld } from '../../../../test/support/workflowWorld';
import { sessionId } from '../../../shared/ids';

const anna = { session: sessionId('anna') };
const signal = new AbortController().signal;

test('claims no scope and no missing package of a task of which nothing is known', async () => {
  const { workflows, snapshots } = await workflowWorld();
  const { id } = await workflows.startWorkflow(
    { name: 'Work', description: null, plan: [], idempotencyKey: null },
    anna,
  );
  const rest = { dependsOn: [], plannedStep: null, resume: null, caller: null, parent: null };
  const input = { workflow: id, name: 'Login', goal: 'Verify tokens', areas: ['src'], ...rest };
  const { task: begun } = await workflows.startTask(input, anna, signal);
  const task = begun.id;
  snapshots.accountSays = { own: [], unknown: 'git is broken.', isRestorable: false };
  const outcome = {
    summary: 'Done.',
    achievements: [],
    limitations: [],
    needsReview: false,
    reviewReason: null,
    nextSteps: [],
  };
  const claims = { packagesAdded: ['jose'], packagesRemoved: null, commands: null, testsStatus: null };
  await workflows.completeTask({ task, status: 'success', outcome, claims }, anna, signal);
  expect(workflows.task(task)).toMatchObject({
    status: 'awaiting_review',
    reasons: [{ kind: 'unknown', text: 'What the task changed is not known. git is broken.' }],
    completion: {
      verification: {
        scopeMatch: false,
        unexpectedFiles: [],
        warnings: ['The scope was not checked, because what the task changed is not known.'],
        claims: [],
      },
    },
  });
});
