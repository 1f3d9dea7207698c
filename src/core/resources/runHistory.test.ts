import { ALL_MODULES } from '../../modules/allModules';
import { toldBy } from './joinedModule';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { agentWorld, anna } from '../../../test/support/workflowWorld';
import { noSignal } from '../../../test/support/testCore';
import { agentEvent, runsOf } from './agentEvent';
import { sharedFields, sharedPart } from './sharedFields';

const DAY_MS = 86_400_000;

/** A workflow with a task of which something is recorded, and what a reader of its run is told. */
async function recorded() {
  const world = await agentWorld();
  const workflow = await world.begin([], null, 'Secret plan');
  const task = await world.start(workflow.id, { name: 'Secret step', goal: 'Hidden goal' });
  await world.workflows.logMilestone(task.id, { message: 'Half', progress: 50, metadata: null }, anna);
  const told = async () =>
    (await world.journal.eventsAfter(0, 999))
      .filter(event => runsOf(event).includes(task.id) && event.kind !== 'tasksSeen')
      .map(event => agentEvent(event.seq ?? 0, event, toldBy(ALL_MODULES)));
  return { ...world, workflow, task, told };
}

test('tells of a run after its events were compacted what it told before', async () => {
  const { journal, told, log } = await recorded();
  const before = await told();
  expect(before.map(({ kind }) => kind)).toEqual(['TASK_STARTED', 'MILESTONE_LOGGED']);

  await journal.compact();

  expect(await told()).toEqual(before);
  expect(JSON.stringify(log.rows)).not.toContain('Hidden goal');
});

test('forgets what happened in a run with its workflow', async () => {
  const { journal, told, log, workflows, workflow, task } = await recorded();
  await journal.compact();
  await workflows.completeWorkflow(workflow.id, { status: 'cancelled', summary: null }, anna, noSignal());
  await workflows.delete(workflow.id, noSignal());

  await journal.compact();

  expect(await told()).toEqual([]);
  const kept = JSON.stringify([log.rows, log.states]);
  expect(['Secret plan', 'Secret step', 'Hidden goal'].filter(text => kept.includes(text))).toEqual([]);
  expect(kept).toContain(task.id);
});

test('keeps what happened in a run for 90 days, and the run itself for ever', async () => {
  const { journal, told, clock, workflows, task } = await recorded();
  clock.setWall(clock.now() + 89 * DAY_MS);
  await journal.compact();
  expect(await told()).toHaveLength(2);

  clock.setWall(clock.now() + 2 * DAY_MS);
  await journal.compact();

  expect((await told()).length).toBeLessThan(2);
  expect(workflows.task(task.id).name).toBe('Secret step');
});

const told = toldBy(ALL_MODULES);

test('what is left of a payload tells the same as all of it', () => {
  const kinds = [
    'taskStarted',
    'decisionLogged',
    'issueLogged',
    'bb_set',
    'consensus_tie_unresolved',
    'other',
  ];
  fc.assert(
    fc.property(
      fc.constantFrom(...kinds),
      fc.dictionary(
        fc.constantFrom('task', 'name', 'decision', 'issue', 'key', 'tags', 'tally', 'x'),
        fc.jsonValue(),
      ),
      (kind, payload) => {
        const part = sharedPart(kind, payload, told);
        expect(sharedFields(kind, part, told)).toEqual(sharedFields(kind, payload, told));
        expect(sharedPart(kind, part, told)).toEqual(part);
      },
    ),
  );
});
