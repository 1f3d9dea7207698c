import fc from 'fast-check';
import { expect, test } from 'vitest';
import { workflowWorld } from '../../../../test/support/workflowWorld';
import { sessionId } from '../../../shared/ids';
import { Refusal } from '../../support/refusal';
import { taskActivity } from './taskActivity';
import type { EndStatus, OutcomeStatus, TaskStatus } from '../model/words';
import { workflowDomain } from '../domain/workflowDomain';

/** Where each status can lead in one step. A planned task begins by start_task only. */
const LEADS_TO: Record<TaskStatus, readonly TaskStatus[]> = {
  planned: ['in_progress', 'blocked', 'cancelled'],
  blocked: ['in_progress', 'failed', 'awaiting_review', 'cancelled'],
  in_progress: ['stale', 'abandoned', 'success', 'partial_success', 'failed', 'awaiting_review', 'cancelled'],
  stale: ['in_progress', 'abandoned', 'success', 'partial_success', 'failed', 'awaiting_review', 'cancelled'],
  awaiting_review: ['success', 'partial_success', 'failed', 'in_progress', 'reverted'],
  success: ['awaiting_review', 'reverted'],
  partial_success: ['awaiting_review', 'reverted'],
  failed: ['awaiting_review', 'reverted'],
  cancelled: ['reverted'],
  abandoned: [
    'in_progress',
    'success',
    'partial_success',
    'failed',
    'awaiting_review',
    'cancelled',
    'reverted',
  ],
  reverted: ['stale', 'abandoned', 'success', 'partial_success', 'failed', 'awaiting_review', 'cancelled'],
};

const index = fc.nat(7);
const step = fc.oneof(
  fc.record({
    do: fc.constant('begin' as const),
    steps: fc.nat(2),
    key: fc.option(fc.constantFrom('k', 'l')),
  }),
  fc.record({
    do: fc.constant('start' as const),
    workflow: fc.nat(2),
    parent: fc.option(index),
    dependsOn: fc.option(index),
    resume: fc.option(index),
    step: fc.option(fc.nat(2)),
  }),
  fc.record({
    do: fc.constant('complete' as const),
    task: index,
    status: fc.constantFrom<OutcomeStatus>('success', 'partial_success', 'failed'),
    needsReview: fc.boolean(),
  }),
  fc.record({ do: fc.constant('milestone' as const), task: index }),
  fc.record({ do: fc.constant('issue' as const), task: index, needsReview: fc.boolean() }),
  fc.record({ do: fc.constant('review' as const), task: index, approves: fc.boolean() }),
  fc.record({ do: fc.constant('stale' as const) }),
  fc.record({ do: fc.constant('kill' as const) }),
  fc.record({
    do: fc.constant('userEnd' as const),
    task: index,
    status: fc.constantFrom<EndStatus>('partial_success', 'failed', 'cancelled'),
  }),
  fc.record({ do: fc.constant('userEndAll' as const), workflow: fc.nat(2), isCancelling: fc.boolean() }),
  fc.record({ do: fc.constant('restore' as const), task: index, isPart: fc.boolean() }),
  fc.record({ do: fc.constant('undo' as const), task: index }),
  fc.record({ do: fc.constant('end' as const), workflow: fc.nat(2), isCancelling: fc.boolean() }),
  fc.record({ do: fc.constant('delete' as const), workflow: fc.nat(2) }),
  fc.record({ do: fc.constant('edit' as const), file: fc.nat(3) }),
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;
type Made = Awaited<ReturnType<typeof workflowWorld>>;

const caller = { session: sessionId('anna') };
const signal = new AbortController().signal;

/** Does what the step says, as far as it is allowed. */
async function take(world: Made, next: Step): Promise<void> {
  const { workflows, journal, snapshots } = world;
  const state = journal.read(workflowDomain);
  const task = (at: number) => [...state.tasks.keys()][at] ?? 'no-task';
  const workflow = (at: number) => [...state.workflows.keys()][at] ?? 'no-workflow';
  switch (next.do) {
    case 'begin': {
      const plan = Array.from({ length: next.steps }, (_, i) => ({ step: String(i), goal: 'Step' }));
      await workflows.startWorkflow({ name: 'W', description: null, plan, idempotencyKey: next.key }, caller);
      return;
    }
    case 'start':
      await workflows.startTask(
        {
          workflow: workflow(next.workflow),
          parent: next.parent === null ? null : task(next.parent),
          name: 'T',
          goal: 'G',
          areas: [],
          dependsOn: next.dependsOn === null ? [] : [task(next.dependsOn)],
          plannedStep: next.step === null ? null : String(next.step),
          resume: next.resume === null ? null : task(next.resume),
          caller: null,
        },
        caller,
        signal,
      );
      return;
    case 'complete': {
      const outcome = {
        summary: 'S',
        achievements: [],
        limitations: [],
        needsReview: next.needsReview,
        reviewReason: null,
        nextSteps: [],
      };
      const claims = { packagesAdded: null, packagesRemoved: null, commands: null, testsStatus: null };
      await workflows.completeTask(
        { task: task(next.task), status: next.status, outcome, claims },
        caller,
        signal,
      );
      return;
    }
    case 'milestone':
      await workflows.logMilestone(task(next.task), { message: 'M', progress: null, metadata: null }, caller);
      return;
    case 'issue': {
      const { needsReview } = next;
      await workflows.logIssue(
        task(next.task),
        { issueType: 'other', description: 'D', resolution: 'R', needsReview },
        caller,
      );
      return;
    }
    case 'review':
      await workflows.review(task(next.task), next.approves ? 'approved' : 'changes_requested', []);
      return;
    case 'stale':
      return await workflows.windowClosed();
    case 'kill': {
      // As the next program finds what this one left.
      const program = `program-${world.log.rows.length}`;
      const other = await workflowWorld({ ...world, programs: world.programs.as(program), window: program });
      world.programs.kill(world.programs.own);
      await other.workflows.sweep();
      await journal.catchUp();
      world.programs.revive(world.programs.own);
      return;
    }
    case 'userEnd':
      await workflows.endTask(task(next.task), { status: next.status, summary: 'By hand' }, signal);
      return;
    case 'userEndAll': {
      const end = {
        status: next.isCancelling ? ('cancelled' as const) : ('completed' as const),
        summary: 'By hand',
      };
      await workflows.endWorkflow(workflow(next.workflow), end, signal);
      return;
    }
    case 'restore': {
      const whole = await workflows.planRestore(task(next.task), null, signal);
      const first = whole.steps.slice(0, 1).map(({ path }) => path);
      const plan = next.isPart ? await workflows.planRestore(whole.task, first, signal) : whole;
      const choices = new Map(plan.steps.map(({ path }) => [path, 'theirs' as const]));
      await workflows.applyRestore(plan.id, choices, signal);
      return;
    }
    case 'undo': {
      const plan = await workflows.planUndo(task(next.task), signal);
      await workflows.undoRestore(plan.id, new Map(), signal);
      return;
    }
    case 'end': {
      const status = next.isCancelling ? 'cancelled' : 'completed';
      await workflows.completeWorkflow(workflow(next.workflow), { status, summary: null }, caller, signal);
      return;
    }
    case 'delete':
      return await workflows.delete(workflow(next.workflow), signal);
    case 'edit':
      snapshots.write(`file-${next.file}`);
      return;
  }
}

async function tryTo(world: Made, next: Step): Promise<boolean> {
  try {
    await take(world, next);
    return true;
  } catch (error) {
    if (!Refusal.is(error)) throw error;
    return false;
  }
}

const statuses = (world: Made) =>
  new Map([...world.journal.read(workflowDomain).tasks.values()].map(({ id, status }) => [id, status]));

test('moves every task along the arrows of the state machine only, and writes nothing where it refuses', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async steps => {
      const world = await workflowWorld();
      for (const next of steps) {
        const before = statuses(world);
        const events = world.log.rows.length;
        const wasDone = await tryTo(world, next);
        // A restore that is refused half way has noted that it began, and that it did not happen.
        if (!wasDone && next.do !== 'restore') expect(world.log.rows.length).toBe(events);
        for (const [id, status] of statuses(world)) {
          const from = before.get(id);
          if (from !== undefined && from !== status) {
            // A stale task that its agent speaks of is woken, and ended in the same step.
            expect([...LEADS_TO[from]], `${from} after ${next.do}`).toContain(status);
          }
        }
      }
      expect(world.lines.filter(line => line.startsWith('error'))).toEqual([]);
    }),
    { numRuns: 150 },
  );
});

test('is the same after a replay, and after a state was saved and read', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 30 }), async steps => {
      const world = await workflowWorld();
      for (const next of steps) await tryTo(world, next);
      const live = world.journal.read(workflowDomain);
      const replayed = await workflowWorld({ log: world.log, clock: world.clock });
      expect(replayed.journal.read(workflowDomain)).toEqual(live);
      expect(replayed.journal.read(taskActivity)).toEqual(world.journal.read(taskActivity));
      const text = JSON.stringify(workflowDomain.save(live));
      expect(workflowDomain.load(JSON.parse(text))).toEqual(live);
    }),
    { numRuns: 60 },
  );
});

test('keeps at most 5 milestones, open parents for open subtasks, and intervals without gaps', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async steps => {
      const world = await workflowWorld();
      for (const next of steps) await tryTo(world, next);
      for (const activity of world.journal.read(taskActivity).values()) {
        expect(activity.milestones.length).toBeLessThanOrEqual(5);
      }
      for (const { start, end, intervals, task } of world.snapshots.requests) {
        expect(intervals[0]?.from.id).toBe(start.id);
        expect(intervals.at(-1)?.to.id).toBe(end.id);
        for (const [i, { from, isAlone, owners }] of intervals.entries()) {
          if (i > 0) expect(from).toEqual(intervals[i - 1]?.to);
          if (isAlone) expect(owners('any/file.ts')).toEqual([task]);
          else expect(owners('any/file.ts')).not.toEqual([]);
        }
      }
    }),
    { numRuns: 100 },
  );
});

test('completing again changes nothing and answers the same, whatever happened in between', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async steps => {
      const world = await workflowWorld();
      for (const next of steps) await tryTo(world, next);
      const ended = [...world.journal.read(workflowDomain).tasks.values()].filter(
        task => task.completion !== null && !task.isEndedByUser,
      );
      for (const { id, completion, status } of ended) {
        const events = world.log.rows.length;
        const outcome = { ...completion!.outcome, summary: 'Another' };
        const again = await world.workflows.completeTask(
          { task: id, status: 'failed', outcome, claims: completion!.claims },
          caller,
          signal,
        );
        expect(again).toMatchObject({ isRepeated: true, completion, task: { status } });
        expect(world.log.rows.length).toBe(events);
      }
    }),
    { numRuns: 60 },
  );
});

test('never writes for another workspace', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 10, maxLength: 20 }),
      fc.array(step, { maxLength: 20 }),
      async (ours, theirs) => {
        const home = await workflowWorld();
        for (const next of ours) await tryTo(home, next);
        const away = await workflowWorld({
          log: home.log,
          clock: home.clock,
          workspace: '/other',
          window: 'away',
        });
        const before = structuredClone([...home.journal.read(workflowDomain).tasks.values()]);
        // Its own workflows and keys come under other ids: what it names by place are ours.
        for (const next of theirs) if (next.do !== 'begin') await tryTo(away, next);
        await home.journal.catchUp();
        expect([...home.journal.read(workflowDomain).tasks.values()]).toEqual(before);
      },
    ),
    { numRuns: 60 },
  );
});
