import { expect, test } from 'vitest';
import { frenchWording, plainWording, textOfRow } from '../../../test/support/pictureText';
import { noSignal } from '../../../test/support/testCore';
import { agentWorld, anna, NOTHING_SAID, outcome } from '../../../test/support/workflowWorld';
import { stackTellingOf, stackWishOf } from '../../shared/reviewStack/messages';
import type { StackPicture } from '../../shared/reviewStack/picture';
import { verdictOf } from '../taskPage/verdict';
import { stackOfferOf, stackPictureOf } from './stackPictureOf';

async function world() {
  const made = await agentWorld();
  const { workflows } = made;
  const pictureOf = (wording = plainWording, drafts: Readonly<Record<string, string>> = {}) =>
    stackPictureOf(workflows, task => drafts[task] ?? '', wording);
  return { ...made, pictureOf };
}

function textOf({ cards, count, more, note }: StackPicture): string {
  return [
    [count, more].join(' ').trim(),
    ...(note ? [`${note.text} [${note.actions.map(({ command }) => command).join(', ')}]`] : []),
    ...cards.flatMap(({ icon, title, state, chips, about, lines, files, actions }) => [
      `${icon} ${title} (${state}) ${chips.map(({ text, tone }) => `<${tone}: ${text}>`).join(' ')} ${about}`,
      ...lines.map(line => `    ${line}`),
      ...files.map(row => `  ${textOfRow(row)}`),
      `    [${actions.map(({ command }) => command).join(', ')}]`,
    ]),
  ].join('\n');
}

test('shows what waits, the riskiest first, with why and what to look at first', async () => {
  const { workflows, snapshots, begin, start, complete, pictureOf } = await world();
  snapshots.write('auth/old.ts');
  const { id } = await begin([], null, 'Sign in');
  const calm = await start(id, { name: 'Calm', areas: ['auth'] });
  snapshots.write('auth/calm.ts');
  await complete(calm.id, { needsReview: true, reviewReason: 'Look.' });
  const risky = await start(id, { name: 'Risky', areas: ['auth'] });
  snapshots.write('auth/a.ts').write('lib/util.ts').remove('auth/old.ts');
  const claims = { ...NOTHING_SAID, testsStatus: 'failed' as const };
  await workflows.completeTask(
    { task: risky.id, status: 'success', outcome: outcome(), claims },
    anna,
    noSignal(),
  );
  expect(textOf(pictureOf())).toMatchInlineSnapshot(`
    "2 waiting
    eye Risky (needs review) <warn: 1 outside> <bad: tests failed> <warn: 1 deleted> 3 files · Sign in
        3 files changed, 1 outside the declared areas (auth). Tests: failed (reported, not verified).
        file-code util.ts · lib · outside auth <warning> A [openFileChanges, restoreTask, openFile]
        file-code old.ts · auth D [openFileChanges, restoreTask]
        file-code a.ts · auth A [openFileChanges, restoreTask, openFile]
        [openTask, openTaskChanges, compareWithNow]
    eye Calm (needs review) <off: no tests> <ok: inside its areas> 1 file · Sign in
        1 file changed.
        Review needed: “Look.”
        file-code calm.ts · auth A [openFileChanges, restoreTask, openFile]
        [openTask, openTaskChanges, compareWithNow]"
  `);
});

test('a request that was answered says so, and one that was not waits for nobody here', async () => {
  const { workflows, snapshots, begin, start, complete, pictureOf } = await world();
  const { id } = await begin();
  const task = await start(id, { areas: ['src'] });
  snapshots.write('src/a.ts');
  await complete(task.id, { needsReview: true });
  await workflows.review(task.id, 'changes_requested', ['Rename it.']);
  expect(pictureOf()).toMatchObject({ cards: [], count: '', note: { text: /^Nothing needs review\./ } });
  await start(id, { resume: task.id, areas: ['src'] });
  snapshots.write('src/b.ts');
  await complete(task.id, { needsReview: true });
  expect(pictureOf().cards[0]?.chips[0]).toEqual({ text: 'changes requested, answered', tone: 'run' });
});

test('a task that asks for a review while it runs says so, and claims nothing of its areas', async () => {
  const { workflows, begin, start, pictureOf } = await world();
  const { id } = await begin();
  const task = await start(id, { areas: ['src'] });
  const issue = {
    issueType: 'other' as const,
    description: 'Which?',
    resolution: 'Asked',
    needsReview: true,
  };
  await workflows.logIssue(task.id, issue, anna);
  const [card] = pictureOf().cards;
  expect(card).toMatchObject({ chips: [], about: 'Auth', files: [] });
  expect(card?.lines).toEqual(['This task is waiting for your review.', 'Review needed: “Which?”']);
  expect(card?.actions.map(({ command }) => command)).toEqual(['openTask']);
});

test('one task with more to say than a card has room for takes the others from nobody', async () => {
  const { workflows, snapshots, begin, start, pictureOf } = await world();
  snapshots.write('package.json', '{}');
  const { id } = await begin();
  const wild = await start(id, { name: 'Wild' });
  const issue = { issueType: 'bug_encountered', resolution: 'None', needsReview: true } as const;
  for (let at = 0; at < 12; at++)
    await workflows.logIssue(wild.id, { ...issue, description: `Broke ${at}` }, anna);
  const dropped = Array.from({ length: 12 }, (_, at) => ({ id: `${at}`.repeat(40), subject: `Work ${at}` }));
  snapshots.accountSays = { dropped };
  const claims = { ...NOTHING_SAID, packagesAdded: Array.from({ length: 60 }, (_, at) => `p${at}`) };
  await workflows.completeTask(
    { task: wild.id, status: 'success', outcome: outcome(), claims },
    anna,
    noSignal(),
  );
  const picture = pictureOf();
  expect(picture.cards[0]?.lines).toHaveLength(20);
  expect(stackTellingOf({ type: 'picture', picture })).toBeDefined();
  const [verdict] = verdictOf(workflows.task(wild.id), true, plainWording);
  expect(verdict?.lines).toHaveLength(20);
});

test('names six files at most, and opens the rest', async () => {
  const { snapshots, begin, start, complete, pictureOf } = await world();
  const { id } = await begin();
  const task = await start(id, { areas: ['src'] });
  for (let n = 0; n < 9; n++) snapshots.write(`src/${n}.ts`);
  snapshots.write('out.ts');
  await complete(task.id, { needsReview: true });
  const rows = pictureOf().cards[0]?.files ?? [];
  expect(rows.map(({ label }) => label)).toEqual([
    'out.ts',
    '0.ts',
    '1.ts',
    '2.ts',
    '3.ts',
    '5 more files: open all changes',
  ]);
});

test('shows the riskiest hundred, and how many there are', async () => {
  const { begin, start, complete, pictureOf } = await world();
  const { id } = await begin();
  for (let n = 0; n < 103; n++) await complete((await start(id)).id, { needsReview: true });
  const picture = pictureOf();
  expect(picture.cards).toHaveLength(100);
  expect([picture.count, picture.more]).toEqual(['103 waiting', 'Showing the riskiest 100 of 103.']);
});

test('runs what the picture offers, and nothing else; each picture is a message, in French too', async () => {
  const { snapshots, begin, start, complete, pictureOf } = await world();
  expect(stackOfferOf(pictureOf(), 'showWorkflows', '')).toEqual({
    command: 'showWorkflows',
    target: undefined,
  });
  const { id } = await begin();
  const task = await start(id, { name: `\u202E${'x'.repeat(50_000)}`, areas: ['src'] });
  snapshots.write('lib/a.ts');
  await complete(task.id, { needsReview: true, reviewReason: 'x'.repeat(50_000) });
  const picture = pictureOf(frenchWording, { [task.id]: 'Begun.' });
  expect(stackTellingOf({ type: 'picture', picture })).toEqual({ type: 'picture', picture });
  expect(picture.cards[0]?.draft).toBe('Begun.');
  expect(picture.count).toBe('1 en attente');
  const target = { workflow: id, task: task.id };
  expect(stackOfferOf(picture, 'openTask', task.id)).toEqual({ command: 'openTask', target });
  expect(stackOfferOf(picture, 'openFileChanges', `file:${task.id}:lib/a.ts`)?.target?.path).toBe('lib/a.ts');
  expect(stackOfferOf(picture, 'deleteWorkflow', task.id)).toBeUndefined();
  expect(stackOfferOf(picture, 'openFileChanges', task.id)).toBeUndefined();
  expect(stackOfferOf(picture, 'openTask', '')).toBeUndefined();
  expect(stackWishOf({ type: 'review', task: task.id, verdict: 'delete', comment: '' })).toBeUndefined();
});
