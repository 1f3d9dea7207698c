import fc from 'fast-check';
import { expect, test } from 'vitest';
import { agentWorld, anna } from '../../../test/support/workflowWorld';
import { noSignal } from '../../../test/support/testCore';
import { workflowDomain } from '../../core/workflow/domain/workflowDomain';
import type { Task } from '../../core/workflow/model/state';
import type { WorkflowId } from '../../core/workflow/model/words';
import { Refusal } from '../../core/support/refusal';
import type { Recorded } from './moment';
import { Replay } from './replay';
import type { PastState } from './replayState';

type World = Awaited<ReturnType<typeof agentWorld>>;

const index = fc.nat(3);
const step = fc.oneof(
  fc.record({ do: fc.constant('start' as const), parent: fc.option(index), after: fc.option(index) }),
  fc.record({ do: fc.constant('plan' as const), step: fc.nat(1) }),
  fc.record({ do: fc.constant('resume' as const), task: index }),
  fc.record({ do: fc.constant('complete' as const), task: index, needsReview: fc.boolean() }),
  fc.record({ do: fc.constant('review' as const), task: index, approves: fc.boolean() }),
  fc.record({ do: fc.constant('milestone' as const), task: index }),
  fc.record({ do: fc.constant('decide' as const), task: index }),
  fc.record({ do: fc.constant('write' as const), file: fc.nat(3) }),
  fc.record({ do: fc.constant('restore' as const), task: index }),
  fc.record({ do: fc.constant('undo' as const), task: index }),
  fc.record({ do: fc.constant('add' as const) }),
  fc.record({ do: fc.constant('move' as const), task: index }),
  fc.record({ do: fc.constant('close' as const) }),
  fc.record({ do: fc.constant('end' as const), task: index }),
  fc.record({ do: fc.constant('compact' as const) }),
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** Does what the step says, as far as it is allowed. */
async function take(world: World, id: WorkflowId, next: Step): Promise<void> {
  const { workflows, snapshots, journal } = world;
  const task = (at: number) => workflows.tasks(id)[at]?.id ?? 'no-task';
  switch (next.do) {
    case 'start':
      await world.start(id, {
        parent: next.parent === null ? null : task(next.parent),
        dependsOn: next.after === null ? [] : [task(next.after)],
      });
      return;
    case 'plan':
      await world.start(id, { plannedStep: String(next.step), name: 'Planned' });
      return;
    case 'add':
      // A person adds it later than the workflow began.
      world.clock.advance(1);
      await workflows.userPlans.add(id, 'Added');
      return;
    case 'move':
      await workflows.userPlans.move(task(next.task), 'up');
      return;
    case 'resume':
      await world.start(id, { resume: task(next.task) });
      return;
    case 'complete':
      await world.complete(task(next.task), { needsReview: next.needsReview });
      return;
    case 'review':
      await workflows.review(task(next.task), next.approves ? 'approved' : 'changes_requested', ['Look.']);
      return;
    case 'milestone':
      await workflows.logMilestone(task(next.task), { message: 'M', progress: 50, metadata: null }, anna);
      return;
    case 'decide':
      await workflows.logDecision(
        task(next.task),
        { category: 'other', question: 'Q', options: [], chosen: 'C', reasoning: 'R', tradeOffs: null },
        anna,
      );
      return;
    case 'write':
      snapshots.write(`src/${next.file}.ts`, String(Math.random()));
      return;
    case 'restore': {
      const plan = await workflows.planRestore(task(next.task), null, noSignal());
      await workflows.applyRestore(plan.id, new Map(), noSignal());
      return;
    }
    case 'undo':
      await world.undo(task(next.task));
      return;
    case 'close':
      await workflows.windowClosed();
      return;
    case 'end':
      await workflows.endTask(task(next.task), { status: 'failed', summary: 'S' }, noSignal());
      return;
    case 'compact':
      await journal.compact();
  }
}

function recordedOf({ workflows }: World, id: WorkflowId): Recorded {
  return {
    workflow: workflows.workflow(id),
    tasks: workflows.tasks(id),
    byId: new Map(workflows.tasks(id).map(task => [task.id, task])),
    milestonesOf: task => workflows.milestones(task),
    runs: [],
  };
}

async function replayOf(world: World, id: WorkflowId): Promise<Replay> {
  const recorded = recordedOf(world, id);
  const replay = new Replay(world.journal, recorded);
  await replay.read(recorded);
  return replay;
}

/** What the tracker itself says of the tasks now. */
function standing({ workflows }: World, id: WorkflowId): readonly string[] {
  return workflows.tasks(id).map(lineOf).toSorted();
}

/** The same of a moment of a replay. A person may have moved tasks since: their order is that of now. */
function pastStanding({ tasks }: PastState): readonly string[] {
  return [...tasks.values()].map(lineOf).toSorted();
}

function lineOf({ id, status, parent }: Pick<Task, 'id' | 'status' | 'parent'>): string {
  return `${id} ${status} below ${parent}`;
}

test('at each moment the tasks are as the tracker had them then, also when the journal was compacted', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), async steps => {
      const world = await agentWorld();
      const { id } = await world.begin([
        { step: '0', goal: 'First' },
        { step: '1', goal: 'Second' },
      ]);
      const stood = new Map([[world.journal.seq, standing(world, id)]]);
      for (const next of steps) {
        await take(world, id, next).catch((error: unknown) => {
          if (!Refusal.is(error)) throw error;
        });
        stood.set(world.journal.seq, standing(world, id));
      }
      const replay = await replayOf(world, id);
      for (const [seq, expected] of stood) {
        const last = replay.moments.findLastIndex(moment => moment.seq !== null && moment.seq <= seq);
        // The start of a workflow is in its record only, once the journal was compacted.
        const count = Math.max(1, last + 1);
        expect(pastStanding(replay.stateAfter(count))).toEqual(expected);
      }
    }),
    { numRuns: 400 },
  );
});

test('the state at a moment is the same however one came there', async () => {
  const world = await agentWorld();
  const { id } = await world.begin();
  for (const name of ['a', 'b', 'c']) {
    const task = await world.start(id, { name });
    world.snapshots.write(`src/${name}.ts`);
    await world.complete(task.id);
  }
  const { moments } = await replayOf(world, id);
  const textOf = ({ status, tasks, files }: PastState): string =>
    JSON.stringify([status, [...tasks.values()], files.all()]);
  const straight = await Promise.all(
    [...moments.keys()].map(async count => textOf((await replayOf(world, id)).stateAfter(count))),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(moments.length - 1)), async places => {
      const replay = await replayOf(world, id);
      for (const count of places) expect(textOf(replay.stateAfter(count))).toBe(straight[count]);
    }),
  );
});

test('files come with the end of their task, go with its restore, and come back when that is undone', async () => {
  const world = await agentWorld();
  const { workflows, snapshots, begin, start, complete, undo } = world;
  const { id } = await begin();
  snapshots.write('src/old.ts', 'old');
  const task = await start(id);
  snapshots.write('src/new.ts').write('src/old.ts', 'changed');
  await complete(task.id);
  const plan = await workflows.planRestore(task.id, null, noSignal());
  await workflows.applyRestore(plan.id, new Map(), noSignal());
  await undo(task.id);
  const replay = await replayOf(world, id);
  const story = replay.moments.map(({ kind }, at) => {
    const files = replay.stateAfter(at + 1).files.all();
    return `${kind}: ${files.map(({ change }) => `${change.status} ${change.path}`).join(', ')}`;
  });
  expect(story).toMatchInlineSnapshot(`
    [
      "workflowStarted: ",
      "taskStarted: ",
      "taskCompleted: modified src/old.ts, added src/new.ts",
      "workflowEnded: modified src/old.ts, added src/new.ts",
      "restoreBegun: modified src/old.ts, added src/new.ts",
      "taskReverted: ",
      "restoreUndone: modified src/old.ts, added src/new.ts",
    ]
  `);
});

test('what the journal no longer has comes from the record of the tasks, and the replay says that it was cut', async () => {
  const world = await agentWorld();
  const { workflows, journal, clock, begin, start, complete } = world;
  const { id } = await begin([], null, 'Old');
  const task = await start(id);
  clock.advance(1_000);
  await workflows.logMilestone(task.id, { message: 'Half', progress: 50, metadata: null }, anna);
  await complete(task.id, { needsReview: true });
  clock.advance(1_000);
  await workflows.review(task.id, 'approved', []);
  const whole = await replayOf(world, id);
  expect(whole.isCut).toBe(false);
  clock.setWall(clock.now() + 91 * 86_400_000);
  await journal.compact();
  const cut = await replayOf(world, id);
  expect(cut.isCut).toBe(true);
  const kinds = ({ moments }: Replay) => moments.map(({ kind }) => kind);
  expect(kinds(cut)).toEqual([
    'workflowStarted',
    'taskStarted',
    'milestoneLogged',
    'taskCompleted',
    'workflowEnded',
    'taskReviewed',
  ]);
  expect(kinds(whole)).toEqual(expect.arrayContaining(kinds(cut)));
  const last = cut.stateAfter(cut.moments.length);
  expect(last.tasks.get(task.id)?.status).toBe(journal.read(workflowDomain).tasks.get(task.id)?.status);
});

test('trails that were left together are one moment, and add up', async () => {
  const world = await agentWorld();
  const { stigmergy, clock, begin, start } = world;
  const deposit = (node: string) => ({ node, type: 'visited', intensity: 1 });
  await stigmergy.mark({ deposits: [deposit('src/before.ts')], isBulk: false });
  clock.advance(10);
  const { id } = await begin();
  await start(id);
  await stigmergy.mark({ deposits: [deposit('src/a.ts'), deposit('src/b.ts')], isBulk: true });
  clock.advance(1_000);
  await stigmergy.mark({ deposits: [deposit('src/a.ts')], isBulk: false });
  const replay = await replayOf(world, id);
  const story = replay.moments.map((_, at) =>
    [...replay.stateAfter(at + 1).trails.nodes].map(([node, { sum }]) => `${node} ${sum}`).join(', '),
  );
  expect(story).toEqual(['', '', 'src/a.ts 1, src/b.ts 1', 'src/a.ts 2, src/b.ts 1']);
});

test('goes on where it stopped reading', async () => {
  const world = await agentWorld();
  const { id } = await world.begin();
  const task = await world.start(id);
  const replay = await replayOf(world, id);
  const before = replay.moments.length;
  await world.complete(task.id);
  await replay.read(recordedOf(world, id));
  expect(replay.moments.slice(before).map(({ kind }) => kind)).toEqual(['taskCompleted', 'workflowEnded']);
});
