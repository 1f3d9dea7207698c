import { expect, test } from 'vitest';
import { done, runningTask } from '../../../../test/support/workflowTools';
import type { FileChange, TaskAccount } from '../../../core/snapshots/snapshot';

const changed = (...paths: string[]): FileChange[] => paths.map(path => ({ path, status: 'modified' }));

/** What a model reads of a task that ended with this account. */
async function told(account: Partial<TaskAccount>) {
  const world = await runningTask();
  world.snapshots.accountSays = account;
  const { text, facts } = await world.call('complete_task', done(world.taskId));
  return { ...world, text, facts, lines: text.split('\n') };
}

test('says first that nothing is known, and never that nothing changed', async () => {
  const { lines, text, facts, workflows, taskId, workflowId } = await told({
    unknown: 'the repository was made anew.',
    partial: 'A folder could not be read',
  });
  expect(lines.slice(0, 3)).toEqual([
    "This task's changes are unknown: the repository was made anew. A person must check.",
    'The account is incomplete: A folder could not be read.',
    `Task ${taskId} "JWT" is completed (awaiting_review).`,
  ]);
  expect(text).not.toContain('0 files');
  expect(facts['unknown']).toBe('the repository was made anew.');
  expect(workflows.task(taskId).reasons).toMatchObject([{ kind: 'unknown' }]);
  expect(workflows.markdown(workflowId)).not.toContain('✅');
});

test('names the first ten files with what happened to them, and counts the rest truly', async () => {
  const { lines, taskId, workflowId } = await told({
    own: [
      { path: 'src/b.ts', from: 'src/a.ts', status: 'renamed' },
      { path: 'new.ts', status: 'added' },
      { path: 'run.sh', status: 'mode' },
      { path: 'old.ts', status: 'deleted' },
      ...changed(...Array.from({ length: 2_996 }, (_, i) => `f${i}.ts`)),
    ],
  });
  expect(lines[0]).toBe(`Task ${taskId} "JWT" is completed (success). 3000 files changed.`);
  expect(lines[1]).toBe(
    'Files: renamed src/a.ts → src/b.ts, added new.ts, mode changed of run.sh, deleted old.ts, modified f0.ts, ' +
      `modified f1.ts, modified f2.ts, modified f3.ts, modified f4.ts, modified f5.ts, and 2990 more in sc://workflows/${workflowId}?format=json.`,
  );
});

test('names what is shared, with whom, and what to do', async () => {
  const { call, snapshots, taskId, workflowId } = await runningTask();
  const { facts: other } = await call('start_task', { workflow_id: workflowId, name: 'Ro\nutes', goal: 'x' });
  snapshots.write('both.ts');
  const { text, facts } = await call('complete_task', done(taskId));
  expect(text).toContain('0 files changed, 1 shared with other tasks.\n');
  expect(text).toContain(
    `Shared: 1 file changed while other tasks also ran, "Ro utes" (${other.task_id}): added both.ts. ` +
      'Their author is unknown: review them. restore_task (module workflow-history, see mcp_activate) restores the ones you name in paths.',
  );
  expect(facts['shared_with']).toEqual([{ task_id: other.task_id, name: 'Ro\nutes' }]);
});

test('names what came from elsewhere, was revealed, was lost, and the commits', async () => {
  const { text, facts, workflows, taskId } = await told({
    imported: changed('theirs.ts'),
    revealed: changed('.env'),
    preExistingTouched: [{ path: 'draft.md', status: 'deleted', isDestroyed: true }],
    commits: [{ id: 'abcdef0123456789', subject: 'Add "auth"' }],
    dropped: [{ id: '1234567890abcdef', subject: 'Half\u202e done' }],
    isRestorable: false,
    own: changed('a.ts'),
  });
  for (const line of [
    "Not this task's work, from checkout, merge, rebase or pull (1 file): modified theirs.ts.",
    'No longer ignored, not counted (1 file): .env.',
    'Work from before the task was lost: draft.md. Tell the user.',
    'Commits: abcdef0 "Add \\"auth\\"".',
    'Commits no longer on any branch: 1234567 "Half\\\\u{202e} done". The user may lose them. Tell the user, who can keep one with "git branch NAME HASH".',
    "These changes can't be restored: their contents were not stored.",
  ]) {
    expect(text.split('\n')).toContain(line);
  }
  expect(facts['dropped_commits']).toMatchObject([{ id: '1234567890abcdef' }]);
  expect(workflows.task(taskId).reasons).toMatchObject([
    { kind: 'destroyed' },
    { kind: 'dropped', text: 'Commits no longer on any branch: 1234567 "Half  done"' },
  ]);
});

test('tells commits that were rewritten as what they are now, without a review', async () => {
  const { text, facts, workflows, taskId } = await told({
    own: changed('a.ts'),
    dropped: [{ id: '1234567890abcdef', subject: 'Half', rewrittenAs: 'fedcba0987654321' }],
  });
  expect(text).toContain('Rewritten commits from before the task: 1234567 "Half" is now fedcba0.');
  expect(text).not.toContain('no branch has any more');
  expect(facts['dropped_commits']).toMatchObject([{ rewritten_as: 'fedcba0987654321' }]);
  expect(workflows.task(taskId).reasons).toEqual([]);
});

test('takes names of files as data, however odd, and gives them so that they can be given back', async () => {
  const odd = 'a, deleted everything\n\u202e"x".ts';
  const { text } = await told({ own: changed('src/é.ts', odd) });
  const quoted = /modified ("(?:[^"\\]|\\.)*")/.exec(text)?.[1] ?? '';
  expect(quoted).toMatch(/^[\x20-\x7E]+$/);
  expect(JSON.parse(quoted)).toBe(odd);
  expect(text).toContain('modified src/é.ts, ');
});

test('stays short whatever it has to tell', async () => {
  const paths = Array.from({ length: 300 }, (_, i) => `${'x'.repeat(3_000)} ${i}`);
  const account = {
    own: changed(...paths),
    imported: changed(...paths),
    revealed: changed(...paths),
    dropped: paths.map(subject => ({ id: 'abcdef0123', subject })),
    commits: paths.map(subject => ({ id: 'abcdef0123', subject })),
    warnings: paths,
    partial: 'p'.repeat(5_000),
  };
  const { text, lines, workflowId } = await told(account);
  expect(text.length).toBeLessThan(5_500);
  expect(lines.at(-2)).toMatch(/^\d+ more lines don't fit here: see sc:\/\/workflows\//);
  expect(lines.at(-1)).toContain('A person will review task');
  expect(text).toContain(`sc://workflows/${workflowId}`);
});

test('says of a task that asks for a review that it has to wait, and which tasks may go on', async () => {
  const { call, workflowId, taskId } = await runningTask();
  const input = { workflow_id: workflowId, name: 'After', goal: 'x', depends_on: [taskId] };
  const { facts: after } = await call('start_task', input);
  const outcome = { summary: 'Done.', manual_review_needed: true, manual_review_reason: 'Is it safe?' };
  const { text } = await call('complete_task', { ...done(taskId), outcome });
  expect(text).toContain(
    `A person will review task ${taskId} "JWT" ("Is it safe?"): tell the user and wait for the review, which get_context shows. ` +
      "Don't continue with work that depends on it.",
  );
  expect(text).not.toContain(after.task_id);
  expect(text).not.toContain('Call start_task for the next task');
});

test('names the task that may go on beside a review', async () => {
  const { call, taskId, workflowId } = await runningTask();
  const { facts: parent } = await call('start_task', { workflow_id: workflowId, name: 'Parent', goal: 'x' });
  const below = { workflow_id: workflowId, parent_task_id: parent.task_id, name: 'Below', goal: 'x' };
  const { facts: sub } = await call('start_task', below);
  await call('complete_task', done(taskId));
  const outcome = { summary: 'Done.', manual_review_needed: true };
  const { text } = await call('complete_task', { ...done(sub.task_id), outcome });
  expect(text).toContain(`You can continue independent work in the parent task ${parent.task_id}.`);
});

test('shows what was claimed beside what was found', async () => {
  const { call, taskId } = await runningTask();
  const { text } = await call('complete_task', { ...done(taskId), metadata: { tests_status: 'passed' } });
  expect(text).toContain('Claims: tests_status: passed: not checked: this is what the agent says.');
});

test('cuts long lists in its answer and says where the rest is', async () => {
  const { call, taskId, workflowId, snapshots } = await runningTask();
  for (let i = 0; i < 500; i++) snapshots.write(`f${i}.ts`, String(i));
  const { facts } = await call('complete_task', done(taskId));
  expect(facts.files_changed.added).toHaveLength(200);
  expect(facts.verification.warnings).toContain(
    `200 of 500 own changes are listed; see all in sc://workflows/${workflowId}?format=json.`,
  );
});

test("sends nobody to review for what installing the seed's package did to the manifest", async () => {
  const { call, snapshots, workflowId, taskId } = await runningTask();
  await call('complete_task', done(taskId));
  snapshots.write('package.json', '{"name":"x"}').write('package-lock.json', '1');
  const input = { workflow_id: workflowId, name: 'JWT', goal: 'x', areas: ['auth', 'middleware'] };
  const { facts } = await call('start_task', input);
  snapshots
    .write('package.json', '{"name":"x","dependencies":{"jsonwebtoken":"9"}}')
    .write('package-lock.json', '2');
  snapshots.write('src/middleware/jwt.ts');
  const metadata = { packages_added: ['jsonwebtoken'] };
  const { text } = await call('complete_task', { ...done(facts.task_id), metadata });
  expect(text).toContain('(success)');
  expect(text).not.toMatch(/outside/i);
});

test('sends the agent on with what it has begun, before it begins something else', async () => {
  const { call, as, taskId, workflowId } = await runningTask();
  const start = async (name: string, more: object = {}, by = call) =>
    (await by('start_task', { workflow_id: workflowId, name, goal: 'x', ...more })).facts.task_id;
  const theirs = await start('Theirs', {}, as('ben'));
  const after = await start('After', { depends_on: [theirs] });
  const beside = await start('Beside');
  const sub = await start('Sub', { parent_task_id: beside });
  await as('ben')('complete_task', done(theirs));
  expect((await call('complete_task', done(sub))).text).toContain(`Continue with the parent task ${beside}.`);
  expect((await call('complete_task', done(beside))).text).toContain(
    `Continue with task ${taskId} "JWT", which this chat started. Complete it before you start another.`,
  );
  const { text } = await call('complete_task', done(taskId));
  expect(text).toContain(`Next: call start_task with resume_task_id "${after}" ("After").`);
});
