import { expect, test } from 'vitest';
import { frenchWording, plainWording, textOfRow } from '../../../test/support/pictureText';
import { leaf, planWorld, rest } from '../../../test/support/planWorld';
import type { FakeSnapshots } from '../../../test/support/fakeSnapshots';
import { chat, noSignal } from '../../../test/support/testCore';
import { NOTHING_SAID, outcome } from '../../../test/support/workflowWorld';
import '../../modules/stigmergy/module';
import { MAX_MOMENTS, replayTellingOf, replayWishOf } from '../../shared/replay/messages';
import type { ReplayFrame } from '../../shared/replay/picture';
import type { RowList } from '../../shared/taskPage/picture';
import { recordedOf } from './recordedOf';
import { Replay } from './replay';
import { frameOf, goneOf, headingOf, replayOfferOf, replayWords, timelineOf } from './replayPictureOf';

/** A core with an agent in the chat `anna`, its workflow, and a look at the replay of that. */
async function world() {
  const made = await planWorld();
  const { core } = made;
  const { workflows } = core;
  const anna = { session: chat('anna').session };
  const { id } = await workflows.startWorkflow(
    { name: 'Migration', description: 'To v5', plan: [{ step: '1', goal: 'Docs' }], idempotencyKey: null },
    anna,
  );
  const start = async (name: string) =>
    (
      await workflows.startTask(
        {
          workflow: id,
          parent: null,
          name,
          goal: name,
          areas: ['src'],
          dependsOn: [],
          plannedStep: null,
          resume: null,
          caller: null,
        },
        anna,
        noSignal(),
      )
    ).task;
  const complete = async (task: string, needsReview = false) =>
    await workflows.completeTask(
      { task, status: 'success', outcome: outcome({ needsReview }), claims: NOTHING_SAID },
      anna,
      noSignal(),
    );
  const read = async () => {
    const recorded = recordedOf(core, id);
    const replay = new Replay(core.journal, recorded);
    await replay.read(recorded);
    return replay;
  };
  return { ...made, anna, id, start, complete, read };
}

function textOfList({ title, count, rows, note }: RowList): readonly string[] {
  return [
    `# ${title} (${count})`,
    ...rows.map(row => `${textOfRow(row)} <${row.enter ?? '-'}>`),
    ...(note === undefined ? [] : [note]),
  ];
}

function textOf({ caption, action, tasks, files, trails, plans }: ReplayFrame): string {
  const words = caption.replace(/^[\d:]+ [AP]M|^[\d:]+/, 'TIME');
  return [`${words} [${action?.command ?? ''}]`, ...[tasks, files, trails, plans].flatMap(textOfList)].join(
    '\n',
  );
}

test('draws tasks, files, trails and plans as they were at a moment', async () => {
  const { core, call, id, start, complete, read } = await world();
  const first = await start('Install');
  core.clock.advance(60_000);
  (core.snapshots as FakeSnapshots).write('src/a.ts');
  await complete(first.id);
  core.clock.advance(60_000);
  const second = await start('Configure');
  await core.stigmergy.mark({ deposits: [{ node: 'src/a.ts', type: 'seen', intensity: 2 }], isBulk: false });
  core.clock.advance(1_000);
  const tree = {
    id: 'twice',
    root: { type: 'sequence', children: [leaf('files__read'), leaf('files__slow')] },
  };
  await call('plan_run_bt', { tree, background: true, run_id: 'r' });
  await rest();
  core.clock.advance(1_000);
  const replay = await read();
  const timeline = timelineOf(replay, plainWording);
  expect(timeline.moments.map(({ label, detail, enter }) => `${label} · ${detail} <${enter}>`).join('\n'))
    .toMatchInlineSnapshot(`
    "Workflow started ·  <goTo>
    Task started · Install <goTo>
    Task ended: done · Install <openTaskChanges>
    Task started · Configure <goTo>
    Trail left at src/a.ts ·  <goTo>
    Plan started: twice ·  <goTo>
    Plan step: twice ·  <goTo>"
  `);
  expect(timeline.bars.map(({ name, tone, lane, from, to }) => `${name} ${tone} ${lane}: ${from}-${to}`))
    .toMatchInlineSnapshot(`
    [
      "Install ok 0: 1-2",
      "Configure run 0: 3-6",
    ]
  `);
  const at = (label: RegExp): string => timeline.moments.find(row => label.test(row.label))?.id ?? 'none';
  expect(textOf(frameOf(replay, at(/Workflow started/), plainWording))).toMatchInlineSnapshot(`
    "TIME · Workflow started []
    # Tasks (1)
      circle-outline Docs · not started <openTask>
    # Changed Files (0)
    No task that changed files had ended.
    # Trails (0)
    No trails had been left since the workflow started.
    # Plans (0)
    No plan had been run since the workflow started."
  `);
  expect(textOf(frameOf(replay, at(/Task ended/), plainWording))).toMatchInlineSnapshot(`
    "TIME · Task ended: done · Install · 1 file so far [openTaskChanges]
    # Tasks (2)
      circle-outline Docs · not started <openTask>
      pass Install · done <openTask>
    # Changed Files (1)
      file a.ts · src · Install A <openFileChanges>
    # Trails (0)
    No trails had been left since the workflow started.
    # Plans (0)
    No plan had been run since the workflow started."
  `);
  const frame = frameOf(replay, '', plainWording);
  expect(textOf(frame)).toMatchInlineSnapshot(`
    "TIME · Plan step: twice · 1 file so far []
    # Tasks (3)
      circle-outline Docs · not started <openTask>
      pass Install · done <openTask>
      loading Configure · running <openTask>
    # Changed Files (1)
      file a.ts · src · Install A <openFileChanges>
    # Trails (1)
      location src/a.ts · seen | 2 <openSharedState>
    # Plans (1)
    v play twice · running <openPlan>
      v play sequence <openPlan>
          pass files__read · 0 ms <openPlan>
          play files__slow · since 12:02 <openPlan>"
  `);

  const picture = {
    heading: headingOf(replay, plainWording),
    timeline,
    frame,
    words: replayWords(plainWording),
  };
  expect(replayTellingOf({ type: 'picture', picture })).toEqual({ type: 'picture', picture });
  expect(replayOfferOf(picture, 'openTask', `task:${second.id}`)?.target).toEqual({
    workflow: id,
    task: second.id,
  });
  expect(replayOfferOf(picture, 'openTaskChanges', at(/Task ended/))?.target?.task).toBe(first.id);
  expect(replayOfferOf(picture, 'openFileChanges', `file:${first.id}:src/a.ts`)?.target?.path).toBe(
    'src/a.ts',
  );
  expect(replayOfferOf(picture, 'openWorkflow', '')?.target).toEqual({ workflow: id });
  expect(replayOfferOf(picture, 'deleteWorkflow', '')).toBeUndefined();
  expect(replayOfferOf(picture, 'deleteWorkflow', `task:${second.id}`)).toBeUndefined();
  expect(replayWishOf({ type: 'seek', moment: 7 })).toBeUndefined();
});

test('a task that went on later has no diff of its first end, and a plan without its steps says so', async () => {
  const { core, call, id, anna, start, complete, read } = await world();
  const task = await start('Install');
  core.clock.advance(1_000);
  (core.snapshots as FakeSnapshots).write('src/a.ts');
  await complete(task.id, true);
  await core.workflows.review(task.id, 'changes_requested', ['Rename it.']);
  core.clock.advance(1_000);
  await core.workflows.startTask(
    {
      workflow: id,
      resume: task.id,
      parent: null,
      name: 'Install',
      goal: '',
      areas: [],
      dependsOn: [],
      plannedStep: null,
      caller: null,
    },
    anna,
    noSignal(),
  );
  const tree = { id: 'one', root: leaf('files__read') };
  await call('plan_run_bt', { tree, run_id: 'r' });
  await rest();
  await core.journal.compact();
  core.clock.advance(1_000);
  await complete(task.id);
  const replay = await read();
  const ends = timelineOf(replay, plainWording).moments.filter(({ label }) => label.startsWith('Task ended'));
  expect(ends.map(({ enter }) => enter)).toEqual(['goTo', 'openTaskChanges']);
  const { plans, trails } = frameOf(replay, '', plainWording);
  expect(plans.note).toMatch(/no longer in the journal/);
  expect(plans.rows.map(({ label, state }) => `${label} ${state}`)).toEqual([
    'one done',
    'files__read succeeded',
  ]);
  expect(trails.note).toMatch(/Trails from before/);
});

test('of a very long workflow the last moments can be gone through, and it says how many', async () => {
  const { core, anna, start, read } = await world();
  const task = await start('Long');
  for (let n = 0; n < MAX_MOMENTS + 10; n++)
    await core.workflows.logMilestone(task.id, { message: `${n}`, progress: null, metadata: null }, anna);
  const replay = await read();
  const { moments, notes } = timelineOf(replay, frenchWording);
  expect(moments).toHaveLength(MAX_MOMENTS);
  expect(notes[0]).toMatch(/derniers moments/);
  expect(frameOf(replay, '', plainWording)).toMatchObject({ at: MAX_MOMENTS - 1 });
  // What came before is part of every state.
  expect(frameOf(replay, moments[0]?.id ?? '', plainWording).tasks.rows).toHaveLength(2);
});

test('says what to do where the workflow is gone', () => {
  expect(goneOf(plainWording).note?.actions.map(({ command }) => command)).toEqual(['showWorkflows']);
});
