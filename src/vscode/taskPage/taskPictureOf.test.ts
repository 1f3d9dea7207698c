import { expect, test } from 'vitest';
import { gatewayWorld } from '../../../test/support/gatewayWorld';
import { frenchWording, plainWording, textOfRow, textOfTaskPicture } from '../../../test/support/pictureText';
import { noSignal } from '../../../test/support/testCore';
import { agentWorld, anna, NOTHING_SAID, outcome } from '../../../test/support/workflowWorld';
import { pageTellingOf } from '../../shared/taskPage/messages';
import { offerOf } from './offers';
import { type PageFacts, taskNoticeOf, taskPictureOf } from './taskPictureOf';

async function pageWorld() {
  const made = await agentWorld();
  const { gateway, registry } = await gatewayWorld();
  const pictureOf = (task: string, wording = plainWording, facts: PageFacts = {}) =>
    taskPictureOf({ ...made, gateway, registry }, task, wording, facts);
  return { ...made, pictureOf, textOf: (task: string) => textOfTaskPicture(pictureOf(task)) };
}

const DECISION = {
  category: 'library_choice' as const,
  question: 'Which validation library?',
  options: ['Zod', 'Yup'],
  chosen: 'Zod',
  reasoning: 'Native types.',
  tradeOffs: null,
};

test('shows a task while it runs: how far it is, and what has happened so far', async () => {
  const { workflows, clock, begin, start, textOf } = await pageWorld();
  const { id } = await begin([{ step: 'docs', goal: 'Docs' }], null, 'Sign in');
  const task = await start(id, { name: 'Routes', goal: 'Move them', areas: ['auth'] });
  clock.advance(60_000);
  await workflows.logDecision(task.id, DECISION, anna);
  clock.advance(60_000);
  await workflows.logMilestone(task.id, { message: 'Running tests', progress: 75, metadata: null }, anna);
  expect(textOf(task.id)).toMatchInlineSnapshot(`
    "Sign in > Task 2 of 2
    loading Routes (running): Move them
    Status running | Started 12:00 | Snapshot git abc123 | Areas auth
    75% Running tests
    [endTask, copySummary]
    12:00 debug-start Task started
        Snapshot git abc123 · branch main
    12:01 lightbulb Decision: library choice
        Which validation library? → Zod
        over Yup. Native types.
    12:02 milestone Milestone: Running tests (75%)
      -   loading Running…
    Changed Files: 0 · Compared with the snapshot when the task ends.
    Subtasks: 0"
  `);
});

test('tells kinds and amounts in the language of the editor', async () => {
  const { workflows, begin, start, pictureOf } = await pageWorld();
  const { id } = await begin([], null, 'Sign in');
  const task = await start(id, { name: 'Routes', goal: 'Move them', areas: ['auth'] });
  await workflows.logDecision(task.id, DECISION, anna);
  const issue = {
    issueType: 'documentation_gap' as const,
    description: 'Old',
    resolution: 'Read',
    needsReview: false,
  };
  await workflows.logIssue(task.id, issue, anna);
  await workflows.logMilestone(task.id, { message: 'Tests', progress: 75, metadata: null }, anna);
  const { heading, timeline } = pictureOf(task.id, frenchWording);
  expect(timeline.map(({ title, badge }) => [title, badge])).toEqual([
    ['Tâche démarrée', undefined],
    ['Décision\u00A0: choix de bibliothèque', undefined],
    ['Jalon\u00A0: Tests', '75\u00A0%'],
    ['Problème\u00A0: lacune de la documentation', undefined],
    ['En cours…', undefined],
  ]);
  expect(heading?.progress?.text).toBe('75\u00A0% Tests');
});

test('shows how a task ended: what it changed, what to look at, what its agent says of it', async () => {
  const { workflows, snapshots, clock, begin, start, textOf } = await pageWorld();
  snapshots.write('auth/old.ts').write('package.json', '{}');
  const { id } = await begin([], null, 'Sign in');
  const task = await start(id, { name: 'Routes', goal: 'Move them', areas: ['auth'] });
  snapshots.write('auth/route.ts').write('lib/util.ts').remove('auth/old.ts');
  snapshots.accountSays = { commits: [{ id: '81d20ee0123', subject: 'Move the handlers' }] };
  clock.advance(60_000);
  const issue = {
    issueType: 'documentation_gap' as const,
    description: 'Docs are old.',
    resolution: 'Used the examples.',
    needsReview: true,
  };
  await workflows.logIssue(task.id, issue, anna);
  clock.advance(20 * 60_000);
  await workflows.completeTask(
    {
      task: task.id,
      status: 'partial_success',
      outcome: {
        summary: 'Handlers moved.',
        achievements: ['Routes work'],
        limitations: ['E-mail is old'],
        needsReview: true,
        reviewReason: 'Confirm the cookie.',
        nextSteps: ['Docs'],
      },
      claims: {
        packagesAdded: ['next-auth'],
        packagesRemoved: ['jwt'],
        commands: null,
        testsStatus: 'passed',
      },
    },
    anna,
    noSignal(),
  );
  expect(textOf(task.id)).toMatchInlineSnapshot(`
    "Sign in > Task 1 of 1
    eye Routes (needs review): Move them
    Status needs review | Started 12:00 | Duration 21 min | Snapshot git abc123 | Areas auth | Packages + next-auth (reported), − jwt (reported)
    [openTaskChanges, compareWithNow, restoreTask, restorePoint, copySummary]
    ! warning 3 files changed, 1 outside the declared areas (auth). Tests: passed (reported, not verified). <lib/util.ts>
        Review needed: “Docs are old.”
        Review needed: “Confirm the cookie.”
        Agent reported adding "next-auth"; not found in any manifest change.
        Agent reported removing "jwt"; not found in any manifest change.
    Review: Approve
    12:00 debug-start Task started
        Snapshot git abc123 · branch main
    12:01 issues Issue: documentation gap (needs review) [markReviewed]
        Docs are old.
        Resolved by: Used the examples.
      -   git-commit Commit 81d20ee
        Move the handlers
    12:21 warning Task ended: partial [openTaskChanges]
        Handlers moved.
        Routes work
        Limit: E-mail is old
        Next: Docs
    Changed Files: 3
      file-code old.ts · auth D [openFileChanges, restoreTask]
      file-code route.ts · auth A [openFileChanges, restoreTask, openFile]
      file-code util.ts · lib · outside auth <warning> A [openFileChanges, restoreTask, openFile]
    Subtasks: 0"
  `);

  clock.advance(60_000);
  await workflows.review(task.id, 'changes_requested', ['Rename it.']);
  const reviewed = textOf(task.id);
  expect(reviewed).toContain('Review: Approve | You asked for changes at 12:22. | Rename it.');
  expect(reviewed).toContain('12:22 comment Review: changes requested\n    Rename it.');
});

test('a subtask says what it belongs to, and its parent lists it', async () => {
  const { begin, start, complete, pictureOf, textOf } = await pageWorld();
  const { id } = await begin([], null, 'Sign in');
  const parent = await start(id, { name: 'Routes' });
  const child = await start(id, { name: 'Callback', parent: parent.id });
  await complete(child.id);
  expect(textOf(child.id)).toMatch(/^Sign in > Routes > Subtask 1 of 1\n/);
  const above = pictureOf(parent.id);
  expect(above.subtasks.rows.map(({ label, enter }) => [label, enter])).toEqual([['Callback', 'openTask']]);
  const below = pictureOf(child.id);
  expect(below.heading?.crumbs.at(-1)?.target.task).toBe(parent.id);
  expect(below.plots?.gantt?.rows.map(({ name }) => name)).toEqual(['Routes', 'Callback']);
  expect(offerOf(below, 'openTask', `plot:${parent.id}`)).toEqual({
    command: 'openTask',
    target: { task: parent.id },
  });
});

test('offers an undo while the files of a task are put back', async () => {
  const { workflows, snapshots, begin, start, complete, pictureOf, undo } = await pageWorld();
  const { id } = await begin();
  const task = await start(id);
  snapshots.write('a.ts');
  await complete(task.id);
  const plan = await workflows.planRestore(task.id, null, noSignal());
  await workflows.applyRestore(plan.id, new Map(), noSignal());
  const commands = () => pictureOf(task.id).heading?.actions.map(({ command }) => command);
  expect(commands()).toEqual(['openTaskChanges', 'compareWithNow', 'undoRestore', 'copySummary']);
  expect(pictureOf(task.id).timeline.at(-1)).toMatchObject({ id: 'restore', text: '0 written, 1 deleted' });
  await undo(task.id);
  expect(commands()).toEqual([
    'openTaskChanges',
    'compareWithNow',
    'restoreTask',
    'restorePoint',
    'copySummary',
  ]);
});

test('says what to do about a task that is gone, and about a start that failed', async () => {
  const { workflows, begin, start, complete, textOf } = await pageWorld();
  const { id } = await begin();
  const task = await start(id);
  await complete(task.id);
  await workflows.completeWorkflow(id, { status: 'completed', summary: null }, anna, noSignal());
  await workflows.delete(id, noSignal());
  expect(textOf(task.id)).toMatch(/^! warning This task is no longer .* \[showWorkflows, closePage\]\n/);
  expect(textOf('never-was')).toBe(textOf(task.id));
  const actions = [{ command: 'retry', title: 'Retry' }];
  const notice = taskNoticeOf({ text: 'It failed.', actions }, plainWording);
  expect(textOfTaskPicture(notice)).toMatch(/^! warning It failed\. \[retry\]\n/);
});

test('what agents write stays short text in which nothing is hidden, and every picture is a message', async () => {
  const { workflows, snapshots, begin, start, complete, pictureOf } = await pageWorld();
  const hostile = `<img src=x onerror=alert(1)>[a](command:evil)\u202Eback\u0007\n${'x'.repeat(1_000_000)}`;
  const { id } = await begin([], null, hostile);
  const task = await start(id, { name: hostile, goal: hostile, areas: [hostile.slice(0, 250)] });
  const decision = {
    ...DECISION,
    question: hostile,
    options: [hostile],
    chosen: hostile,
    reasoning: hostile,
  };
  await workflows.logDecision(task.id, { ...decision, tradeOffs: hostile }, anna);
  await workflows.logMilestone(task.id, { message: hostile, progress: 5, metadata: null }, anna);
  snapshots.write(`${'d/'.repeat(500)}\u202E.ts`);
  await complete(task.id, {
    summary: hostile,
    achievements: Array.from({ length: 100 }, () => hostile),
    needsReview: true,
    reviewReason: hostile,
  });
  const picture = pictureOf(task.id);
  const sent: unknown = JSON.parse(JSON.stringify({ type: 'picture', picture }));
  expect(pageTellingOf(sent)).toEqual(sent);
  expect(picture.heading?.title).toMatch(
    /^<img src=x onerror=alert\(1\)>\[a\]\(command:evil\)\\u\{202e\}back/,
  );
  // Targets are ids, never shown.
  const read = JSON.stringify(picture, (key, value: unknown) => (key === 'target' ? undefined : value));
  expect(read).not.toMatch(/\u202E|x{1000}/);
  expect(read.length).toBeLessThan(60_000);
});

test('runs what the picture offers, and nothing else', async () => {
  const { snapshots, begin, start, complete, pictureOf } = await pageWorld();
  const { id } = await begin();
  const task = await start(id, { areas: ['auth'] });
  snapshots.write('lib/a.ts');
  await complete(task.id);
  const picture = pictureOf(task.id);
  const target = { workflow: id, task: task.id };
  expect(offerOf(picture, 'compareWithNow', '')).toEqual({ command: 'compareWithNow', target });
  expect(offerOf(picture, 'openFile', `file:${task.id}:lib/a.ts`)?.target?.path).toBe('lib/a.ts');
  expect(offerOf(picture, 'openFileChanges', 'outside:lib/a.ts')?.target?.path).toBe('lib/a.ts');
  expect(offerOf(picture, 'openTaskChanges', 'end')?.target).toEqual(target);
  expect(offerOf(picture, 'deleteWorkflow', '')).toBeUndefined();
  expect(offerOf(picture, 'restoreTask', 'end')).toBeUndefined();
  expect(offerOf(picture, 'markReviewed', 'no such item')).toBeUndefined();
});

test('offers a review where there is something to review, with what was said last', async () => {
  const { workflows, snapshots, begin, start, complete, pictureOf } = await pageWorld();
  const { id } = await begin();
  const task = await start(id, { areas: ['auth'] });
  expect(pictureOf(task.id)).not.toHaveProperty('review');
  expect(pictureOf(task.id).blocks).toEqual([]);
  snapshots.write('auth/a.ts');
  await complete(task.id);
  expect(pictureOf(task.id)).toMatchObject({
    blocks: [{ icon: 'pass', tone: 'ok', text: '1 file changed.', lines: [] }],
    review: { approve: 'Approve', lines: [] },
  });
  await workflows.review(task.id, 'changes_requested', ['Rename it.']);
  const picture = pictureOf(task.id);
  expect(picture.review?.lines).toEqual([
    expect.stringMatching(/^You asked for changes at/),
    'Rename it.',
    "Sent with the agent's next message.",
  ]);
  expect(pageTellingOf({ type: 'picture', picture })).toMatchObject({ picture });
  const plan = await workflows.planRestore(task.id, null, noSignal());
  await workflows.applyRestore(plan.id, new Map(), noSignal());
  expect(pictureOf(task.id)).not.toHaveProperty('review');
});

test('gives no tick to a task of which nothing is known, and names commits that may be lost and commands', async () => {
  const { workflows, snapshots, begin, start, pictureOf, textOf } = await pageWorld();
  const { id } = await begin();
  const task = await start(id);
  snapshots.accountSays = {
    unknown: 'The repository is gone.',
    dropped: [{ id: '0123456789', subject: 'Draft' }],
  };
  const claims = { ...NOTHING_SAID, commands: ['npm test', 'git reset --hard HEAD~1'] };
  const said = { task: task.id, status: 'success' as const, outcome: outcome(), claims };
  await workflows.completeTask(said, anna, noSignal());
  await workflows.review(task.id, 'approved', []);
  const { heading, blocks, files } = pictureOf(task.id);
  expect(heading).toMatchObject({ icon: 'question', tone: 'warn', state: 'done, changes unknown' });
  expect(blocks).toMatchObject([
    {
      tone: 'warn',
      text: "This task's changes are unknown.",
      lines: [
        'The repository is gone.',
        'Commit no longer on any branch: 0123456 Draft',
        'The scope was not checked, because what the task changed is unknown.',
      ],
    },
  ]);
  expect(files).toMatchObject({ note: "This task's changes are unknown." });
  expect(textOf(task.id)).toContain('Commands npm test; git reset --hard HEAD~1');
});

test('shows what a running task has changed so far, with what lies outside, until it has ended', async () => {
  const { workflows, snapshots, begin, start, complete, pictureOf } = await pageWorld();
  const { id } = await begin();
  const task = await start(id, { areas: ['auth'] });
  snapshots.write('auth/a.ts').write('lib/b.ts');
  const account = await workflows.changesSoFar(task.id, noSignal());
  const soFar = account && { account, outside: ['lib/b.ts'] };
  const running = pictureOf(task.id, plainWording, { soFar });
  expect(running.files).toMatchObject({ count: 2, note: 'So far, compared with the start of the task.' });
  expect(running.files.rows.map(row => textOfRow(row))).toEqual([
    '  file-code a.ts · auth A [openFileChanges, openFile]',
    '  file-code b.ts · lib · outside auth <warning> A [openFileChanges, openFile]',
  ]);
  await complete(task.id);
  expect(pictureOf(task.id, plainWording, { soFar }).files).not.toHaveProperty('note');
  const draft = 'Rename it';
  expect(pictureOf(task.id, plainWording, { draft }).review?.draft).toBe(draft);
});
