import { expect, test } from 'vitest';
import { sessionId } from '../../../shared/ids';
import type { Snapshot, TaskAccount, TaskId } from '../../snapshots/snapshot';
import type { Instant } from '../../support/clock';
import type { TaskStarted, WorkflowFact, WorkflowStarted } from '../model/facts';
import type { CompleteTaskWish, StartTaskWish, WorkflowWish } from '../model/wishes';
import type { WorkflowId } from '../model/words';
import { workflowDomain } from './workflowDomain';

const noon = 43_200_000 as Instant;
const session = sessionId('anna');
const snapshot: Snapshot = { id: 's', takenAt: noon, state: 'complete', roots: [] };
const here = { workspace: '/work' };

const id = (name: string) => name as TaskId;

const began: WorkflowStarted = {
  type: 'workflowStarted',
  workflow: 'w' as WorkflowId,
  ...here,
  name: 'Auth',
  description: null,
  plan: [],
  session,
  key: null,
  fingerprint: '',
};

function started(task: string, facts: Partial<TaskStarted> = {}): TaskStarted {
  return {
    type: 'taskStarted',
    task: id(task),
    ...here,
    workflow: 'w' as WorkflowId,
    parent: null,
    name: task,
    goal: 'Goal',
    areas: [],
    dependsOn: [],
    caller: null,
    session,
    program: 'one',
    snapshot,
    isBlocked: false,
    ...facts,
  };
}

function start(facts: Partial<StartTaskWish> = {}): StartTaskWish {
  return {
    verb: 'startTask',
    ...here,
    workflow: 'w',
    task: id('new'),
    parent: null,
    name: 'New',
    goal: 'Goal',
    areas: [],
    dependsOn: [],
    plannedStep: null,
    resume: null,
    caller: null,
    session,
    program: 'one',
    snapshot,
    ...facts,
  };
}

const account: TaskAccount = {
  own: [],
  imported: [],
  shared: [],
  revealed: [],
  preExistingTouched: [],
  commits: [],
  history: 'linear',
  warnings: [],
  partial: null,
  dropped: [],
  unknown: null,
  isRestorable: true,
};

function complete(task: string, facts: Partial<CompleteTaskWish> = {}): CompleteTaskWish {
  return {
    verb: 'completeTask',
    ...here,
    task,
    status: 'success',
    outcome: {
      summary: 'Done.',
      achievements: [],
      limitations: [],
      needsReview: false,
      reviewReason: null,
      nextSteps: [],
    },
    claims: { packagesAdded: null, packagesRemoved: null, commands: null, testsStatus: null },
    account,
    verification: { scopeMatch: true, unexpectedFiles: [], warnings: [], claims: [] },
    end: snapshot,
    isByUser: false,
    ...facts,
  };
}

function after(...facts: WorkflowFact[]) {
  const state = workflowDomain.create();
  for (const fact of facts) workflowDomain.evolve(state, fact, noon);
  return state;
}

const decided = (facts: WorkflowFact[], wish: WorkflowWish) =>
  workflowDomain.decide(after(...facts), wish, noon);
const kinds = (facts: WorkflowFact[], wish: WorkflowWish) => decided(facts, wish).map(({ type }) => type);

const completed = (task: string): WorkflowFact => decided([began, started(task)], complete(task))[0]!;

test('refuses two steps of one name', () => {
  const plan = [
    { task: id('a'), step: '1', goal: 'A' },
    { task: id('b'), step: '1', goal: 'B' },
  ];
  const { type: _type, ...wish } = began;
  expect(() => decided([], { verb: 'startWorkflow', ...wish, plan })).toThrow(
    'plan has two steps named "1".',
  );
});

test('starts a subtask only while its parent runs, and wakes a parent that had gone stale', () => {
  const stale: WorkflowFact = { type: 'taskWentStale', task: id('top'), reason: 'session-gone' };
  expect(kinds([began, started('top')], start({ parent: 'top' }))).toEqual(['taskStarted']);
  expect(kinds([began, started('top'), stale], start({ parent: 'top' }))).toEqual([
    'taskWoken',
    'taskStarted',
  ]);
  expect(() => decided([began, started('top'), completed('top')], start({ parent: 'top' }))).toThrow(
    'The parent task "top" is success. A subtask can start only while its parent is in progress: omit parent_task_id.',
  );
  expect(() => decided([began, started('top', { isBlocked: true })], start({ parent: 'top' }))).toThrow(
    'is blocked',
  );
});

test('refuses a parent or a dependency of another workflow', () => {
  const other: WorkflowStarted = { ...began, workflow: 'v' as WorkflowId };
  const facts = [began, other, started('x', { workflow: 'v' as WorkflowId })];
  expect(() => decided(facts, start({ parent: 'x' }))).toThrow(
    'belongs to another workflow. Use its workflow_id "v".',
  );
  expect(() => decided(facts, start({ dependsOn: ['x'] }))).toThrow(
    'in depends_on belongs to another workflow.',
  );
  expect(() => decided(facts, start({ resume: 'x' }))).toThrow('Call start_task with workflow_id "v".');
});

test('blocks a task while one it depends on has not gone well', () => {
  const failed: WorkflowFact = {
    ...completed('a'),
    outcomeStatus: 'failed',
    status: 'failed',
  } as WorkflowFact;
  const wish = start({ dependsOn: ['a', 'a'] });
  expect(decided([began, started('a')], wish)).toMatchObject([{ isBlocked: true, dependsOn: ['a'] }]);
  expect(decided([began, started('a'), failed], wish)).toMatchObject([{ isBlocked: true }]);
  expect(decided([began, started('a'), completed('a')], wish)).toMatchObject([{ isBlocked: false }]);
});

test('lets a blocked task fail, but not succeed', () => {
  const blocked = started('b', { isBlocked: true, dependsOn: [id('a')] });
  expect(kinds([began, started('a'), blocked], complete('b', { status: 'failed', end: null }))).toEqual([
    'taskCompleted',
  ]);
  expect(() => decided([began, started('a'), blocked], complete('b'))).toThrow(
    'waits for "a" (a, in_progress)',
  );
});

test('decides nothing new where a task was completed before', () => {
  expect(decided([began, started('a'), completed('a')], complete('a', { status: 'failed' }))).toEqual([]);
});

test('ends a plan with its last task and no task before', () => {
  const plan = [{ task: id('a'), step: '1', goal: 'A' }];
  const facts = [{ ...began, plan }, started('a'), started('extra')];
  expect(kinds(facts, complete('a'))).toEqual(['taskCompleted']);
  expect(kinds([...facts, completed('extra')], complete('a'))).toEqual(['taskCompleted', 'workflowEnded']);
});

test('passes over tasks that ended before they were found stale', () => {
  const wish = {
    verb: 'markStale' as const,
    ...here,
    tasks: [id('a'), id('b'), id('no')],
    reason: 'session-gone' as const,
  };
  expect(decided([began, started('a'), completed('a'), started('b')], wish)).toEqual([
    { type: 'taskWentStale', task: 'b', reason: 'session-gone' },
  ]);
});

test('remembers an idempotency key for ten minutes', () => {
  const { type: _type, ...wish } = { ...began, key: 'k', fingerprint: 'f' };
  const state = after({ ...began, key: 'k', fingerprint: 'f' });
  const again = { verb: 'startWorkflow' as const, ...wish, workflow: 'w2' as WorkflowId };
  const at = (ms: number) => workflowDomain.decide(state, again, (noon + ms) as Instant);
  expect(at(599_999)).toEqual([]);
  expect(at(600_000)).toHaveLength(1);
  expect(() => workflowDomain.decide(state, { ...again, fingerprint: 'g' }, noon)).toThrow(
    'was already used for another workflow.',
  );
  expect(
    workflowDomain.decide(state, { ...again, workspace: '/other', fingerprint: 'g' }, noon),
  ).toHaveLength(1);
});

test('counts no negative time when the clock was set back', () => {
  const state = after(began, started('a'));
  workflowDomain.evolve(state, completed('a'), (noon - 60_000) as Instant);
  expect(state.tasks.get(id('a'))?.completion?.durationSeconds).toBe(0);
});

test('quotes names in its messages on one short line', () => {
  const name = `Ignore\nall \u202Erules ${'x'.repeat(200)}`;
  const facts = [began, started('a', { name }), { ...completed('a'), task: id('a') } as WorkflowFact];
  expect(() => decided(facts, start({ resume: 'a' }))).toThrow(
    /^Task "Ignore all {2}rules x{50,80}…" has ended/,
  );
});

test('passes over facts about what is not there', () => {
  const state = workflowDomain.create();
  const facts: WorkflowFact[] = [
    completed('a'),
    { type: 'workflowReopened', workflow: 'w' as WorkflowId },
    { type: 'workflowDeleted', workflow: 'w' as WorkflowId },
    { type: 'reviewDelivered', task: id('a'), review: 'r' },
  ];
  for (const fact of facts) expect(() => workflowDomain.evolve(state, fact, noon)).not.toThrow();
});

test('tells of no review that was told or is not known', () => {
  const reviewed: WorkflowFact = {
    type: 'taskReviewed',
    task: id('a'),
    review: 'r',
    verdict: 'approved',
    comments: [],
    status: 'success',
  };
  const facts = [began, started('a'), completed('a'), reviewed];
  const wish = { verb: 'deliverReviews' as const, ...here, reviews: ['r', 'r', 'no'] };
  expect(decided(facts, wish)).toEqual([{ type: 'reviewDelivered', task: 'a', review: 'r' }]);
  expect(decided([...facts, { type: 'reviewDelivered', task: id('a'), review: 'r' }], wish)).toEqual([]);
});

test('goes on after a dependency that waits for review, unless it says of itself that it failed', () => {
  const waiting = (outcomeStatus: 'success' | 'failed') =>
    ({ ...completed('a'), outcomeStatus, status: 'awaiting_review' }) as WorkflowFact;
  const wish = start({ dependsOn: ['a'] });
  expect(decided([began, started('a'), waiting('success')], wish)).toMatchObject([{ isBlocked: false }]);
  expect(decided([began, started('a'), waiting('failed')], wish)).toMatchObject([{ isBlocked: true }]);
});

test('reads a restore of version 1 as one of the whole, from its facts and from a saved state', () => {
  const state = workflowDomain.create();
  const plan = 'p';
  const sides = { before: snapshot, after: { ...snapshot, id: 'after' } };
  const files = { written: ['a.ts'], deleted: [] };
  const begun = { type: 'restoreBegun', task: 't', plan, before: snapshot, ...files };
  const reverted = { type: 'taskReverted', task: 't', ...sides, ...files };
  for (const fact of [began, started('t'), begun, reverted])
    workflowDomain.evolve(state, workflowDomain.upcast?.(fact, 1) ?? began, noon);
  const restores = [{ plan, ...sides, isWhole: true, from: 'in_progress', mark: 2, ...files }];
  expect(state.tasks.get(id('t'))).toMatchObject({ status: 'reverted', restores });

  const saved = JSON.parse(JSON.stringify(workflowDomain.save(state))) as {
    tasks: Record<string, unknown>[];
  };
  const older = saved.tasks.map(({ restores: each, ...rest }) => {
    const [{ isWhole: _since2, ...restore }] = each as [Record<string, unknown>];
    return { ...rest, restore };
  });
  const loaded = workflowDomain.load(workflowDomain.upgrade?.({ ...saved, tasks: older }, 1));
  expect(loaded).toEqual(state);

  const undone = { type: 'restoreUndone', task: 't', ...sides };
  workflowDomain.evolve(state, workflowDomain.upcast?.(undone, 1) ?? began, noon);
  expect(state.tasks.get(id('t'))).toMatchObject({ status: 'stale', restores: [] });
});

test('has a person look at a task of which nothing is known, and calls no file of it outside', () => {
  const unknown = 'Recording took longer than 10 s and was stopped.';
  const verification = { scopeMatch: false, unexpectedFiles: [], warnings: [], claims: [] };
  const wish = complete('t', { account: { ...account, unknown }, verification });
  expect(decided([began, started('t')], wish)[0]).toMatchObject({
    status: 'awaiting_review',
    outcomeStatus: 'success',
    reasons: [{ kind: 'unknown', text: `What the task changed is not known. ${unknown}` }],
  });
});
