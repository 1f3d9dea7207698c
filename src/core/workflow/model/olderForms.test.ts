import { expect, test } from 'vitest';
import type { Instant } from '../../support/clock';
import { currentFact, currentSavedState } from './olderForms';
import { workflowDomain } from '../domain/workflowDomain';

test('brings what version 1 wrote of tasks to the form of today: no program is known, and agents ended what ended', () => {
  const state = workflowDomain.create();
  const here = { workflow: 'w', workspace: '/work', session: 'anna' };
  const snapshot = { id: 's', takenAt: 0, state: 'complete', roots: [] };
  const facts = [
    { type: 'workflowStarted', ...here, name: 'W', description: null, plan: [], key: null, fingerprint: '' },
    ...['a', 'b'].map(task => ({
      type: 'taskStarted',
      ...here,
      task,
      parent: null,
      name: task,
      goal: 'g',
      areas: [],
      dependsOn: [],
      caller: null,
      snapshot,
      isBlocked: false,
    })),
    { type: 'taskTakenUp', task: 'a', session: 'ben', snapshot, isFirst: false },
    { type: 'taskCancelled', task: 'b', snapshot: null },
  ];
  for (const fact of facts) workflowDomain.evolve(state, currentFact(fact), 0 as Instant);
  expect([...state.tasks.values()]).toMatchObject([
    { id: 'a', program: null, session: 'ben', isEndedByUser: false, status: 'in_progress' },
    { id: 'b', program: null, isEndedByUser: false, status: 'cancelled' },
  ]);
});

test('lets a workflow that ended in version 1 stay ended', () => {
  const saved = { tasks: [], workflows: [{ status: 'completed' }, { status: 'in_progress' }] };
  expect(currentSavedState(saved)).toMatchObject({
    workflows: [
      { status: 'completed', endedBy: 'call' },
      { status: 'in_progress', endedBy: null },
    ],
  });
});
