import { expect, test } from 'vitest';
import {
  agentWorld,
  NOTHING_SAID,
  outcome as outcomeOf,
  workflowWorld,
} from '../../../../test/support/workflowWorld';
import { sessionId } from '../../../shared/ids';
import type { TaskAccount, TaskId } from '../../snapshots/snapshot';

const anna = { session: sessionId('anna') };
const signal = new AbortController().signal;

/** A workflow of one finished task with a subtask, under names that a test gives. */
async function finished(name: string) {
  const world = await workflowWorld();
  const { workflows, clock, snapshots } = world;
  const { id } = await workflows.startWorkflow(
    { name, description: name, plan: [], idempotencyKey: null },
    anna,
  );
  const input = {
    workflow: id,
    goal: 'Verify tokens',
    areas: [],
    dependsOn: [],
    plannedStep: null,
    resume: null,
    caller: null,
  };
  const { task: top } = await workflows.startTask({ ...input, parent: null, name }, anna, signal);
  const { task: sub } = await workflows.startTask({ ...input, parent: top.id, name: 'Routes' }, anna, signal);
  snapshots.write('src/auth.ts', 'x').write('a`b.ts', 'y');
  snapshots.accountSays = { commits: [{ id: '0123456789abcdef', subject: 'Add auth' }] };
  clock.advance(125_000);
  const decision = { options: [], chosen: 'jose', reasoning: 'Smaller', tradeOffs: null };
  await workflows.logDecision(sub.id, { category: 'library_choice', question: 'Which?', ...decision }, anna);
  for (const task of [sub.id, top.id]) {
    const outcome = {
      summary: 'All routes.',
      achievements: ['Tests pass'],
      limitations: [],
      needsReview: false,
      reviewReason: null,
      nextSteps: [],
    };
    const claims = {
      packagesAdded: null,
      packagesRemoved: null,
      commands: null,
      testsStatus: 'passed' as const,
    };
    await workflows.completeTask({ task, status: 'success', outcome, claims }, anna, signal);
  }
  return { ...world, id };
}

test('writes a workflow as Markdown for a pull request', async () => {
  const { workflows, id } = await finished('Auth');
  expect(workflows.markdown(id)).toMatchInlineSnapshot(`
    "# Auth

    Auth

    **completed** · 2 of 2 tasks · 2 files · 2 min

    ## ✅ Auth (2 min)

    *success.* Verify tokens

    All routes.

    **Done**
    - Tests pass

    **Commits**
    - \`0123456789\` Add auth

    **Warnings**
    - No areas were declared: the scope was not checked.

    **Claims**
    - tests\\_status: passed: not checked: this is what the agent says

    ### ✅ Routes (2 min)

    *success.* Verify tokens

    All routes.

    **Done**
    - Tests pass

    **Files**
    - added: \`\` a\`b.ts \`\`
    - added: \`src/auth.ts\`

    **Commits**
    - \`0123456789\` Add auth

    **Decisions**
    - Which? → **jose**: Smaller

    **Warnings**
    - No areas were declared: the scope was not checked.

    **Claims**
    - tests\\_status: passed: not checked: this is what the agent says
    "
  `);
});

test('lets nothing that an agent wrote become markup', async () => {
  const hostile =
    '# <img src=x onerror=alert(1)> [click](javascript:x) @all **b** https://x www.x\n\n- x\u202E';
  const { workflows, id } = await finished(hostile);
  const text = workflows.markdown(id);
  expect(text).not.toMatch(/(?<!\\)<img|(?<!\\)\]\(|\n- x|(?<!\\)@all|\u202E|https:\/\/|www\.x/);
});

test('exports no snapshot and no absolute path', async () => {
  const { workflows, id } = await finished('Auth');
  expect(JSON.stringify(workflows.report(id))).not.toContain('/work');
});

/** A task with all that can be told of it. */
async function told(account: Partial<TaskAccount>) {
  const made = await agentWorld();
  const { begin, start, snapshots, workflows } = made;
  const { id } = await begin();
  const caller = { kind: 'subagent' as const, name: 'tester' };
  const task = await start(id, { areas: ['src/auth', '`x`'], caller });
  await workflows.logDecision(
    task.id,
    {
      category: 'other',
      question: 'Which?',
      options: ['jose', '*own*'],
      chosen: 'jose',
      reasoning: 'Small',
      tradeOffs: 'New',
    },
    anna,
  );
  await workflows.logMilestone(task.id, { message: 'Half', progress: 50, metadata: null }, anna);
  snapshots.accountSays = account;
  for (const { path } of account.own ?? []) snapshots.write(path);
  const claims = { ...NOTHING_SAID, commands: ['npm test -- `x`'] };
  await workflows.completeTask(
    { task: task.id, status: 'success', outcome: outcomeOf(), claims },
    anna,
    signal,
  );
  return { ...made, id, task, text: workflows.markdown(id), report: workflows.report(id) };
}

test('tells areas, caller, options, trade-offs, milestones and commands, in Markdown and JSON', async () => {
  const { text, report } = await told({ own: [{ path: 'src/auth/a.ts', status: 'added' }] });
  for (const line of [
    'Areas: `src/auth`, `` `x` `` · By: subagent tester',
    '- Which? → **jose**: Small · Options: jose, \\*own\\* · Trade-offs: New',
    '- Half (50 %)',
    '**Commands, as reported by the agent**',
    '- `` npm test -- `x` ``',
  ]) {
    expect(text).toContain(line);
  }
  expect(report.tasks[0]).toMatchObject({
    commands: ['npm test -- `x`'],
    caller: { kind: 'subagent', name: 'tester' },
    decisions: [{ options: ['jose', '*own*'], tradeOffs: 'New' }],
  });
});

test('tells who signed in to record a task, and nothing where nobody did', async () => {
  const { workflows, id } = await finished('Auth');
  expect([workflows.report(id).tasks[0]?.recordedBy, workflows.markdown(id)]).toEqual([
    null,
    expect.not.stringContaining('Recorded by'),
  ]);
  const input = {
    workflow: id,
    goal: 'More',
    areas: [],
    dependsOn: [],
    plannedStep: null,
    resume: null,
    caller: null,
  };
  const ada = { ...anna, user: 'ada_[x](y)' };
  await workflows.startTask({ ...input, parent: null, name: 'Second' }, ada, signal);
  expect(workflows.report(id).tasks[1]?.recordedBy).toBe('ada_[x](y)');
  expect(workflows.markdown(id)).toContain('Recorded by: ada\\_\\[x\\](y)');

  // Who ended what another one began has recorded it, too.
  const bob = { ...anna, user: 'bob' };
  const outcome = {
    summary: 'Done',
    achievements: [],
    limitations: [],
    needsReview: false,
    reviewReason: null,
    nextSteps: [],
  };
  const task = workflows.report(id).tasks[1]?.id ?? '';
  await workflows.completeTask({ task, status: 'success', outcome, claims: NOTHING_SAID }, bob, signal);
  expect(workflows.report(id).tasks[1]?.recordedBy).toBe('ada_[x](y), bob');
});

test('gives no tick, also after a review, and says first what is not known', async () => {
  const { text, workflows, task, id, report } = await told({
    unknown: 'The repository is gone.',
    partial: 'A link.',
  });
  const top = text.slice(text.indexOf('## '));
  expect(top.split('\n\n').slice(0, 4)).toEqual([
    '## 👁 JWT (0 s)',
    "**This task's changes are unknown:** The repository is gone. A person must check.",
    '**The account is incomplete:** A link.',
    '*awaiting review; agent reports success.* Verify tokens',
  ]);
  expect(text).toContain('0 files · 0 s · 1 unknown · 1 to review');
  expect(report.totals).toMatchObject({ unknown: 1 });
  await workflows.review(task.id, 'approved', []);
  expect(workflows.markdown(id)).toContain('## ❔ JWT');
  expect(workflows.markdown(id)).not.toContain('✅');
});

test('tells what is shared, imported, revealed, outside and dropped, and counts shared apart from own', async () => {
  const other = 'other' as TaskId;
  const { text, report } = await told({
    own: [{ path: 'own.ts', status: 'modified' }],
    shared: [
      { path: 'own.ts', status: 'modified', with: [other] },
      { path: 'both.ts', status: 'modified', with: [other] },
    ],
    imported: Array.from({ length: 60 }, (_, i) => ({ path: `theirs${i}.ts`, status: 'added' as const })),
    revealed: [{ path: '.env', status: 'added' }],
    dropped: [{ id: '0123456789abcdef', subject: 'Draft' }],
  });
  for (const lines of [
    '1 files · 0 s · 1 shared',
    '**Shared with a deleted task**\n- modified: `own.ts`\n- modified: `both.ts`',
    '**Outside the areas**\n- `own.ts`',
    '**No longer ignored**\n- added: `.env`',
    '- added: `theirs49.ts`\n- and 10 more',
    '**Commits no longer on any branch**\n- `0123456789` Draft',
  ]) {
    expect(text).toContain(lines);
  }
  expect(report.totals).toMatchObject({ files: 1, shared: 1 });
  expect(report.tasks[0]?.sharedWith).toEqual([{ id: 'other', name: 'a deleted task' }]);
});

test('does not count a task as to review whose files were put back', async () => {
  const { workflows, task, id } = await told({ own: [{ path: 'x', status: 'added' }] });
  expect(workflows.report(id).totals.toReview).toBe(1);
  const plan = await workflows.planRestore(task.id, null, signal);
  await workflows.applyRestore(plan.id, new Map(), signal);
  expect(workflows.task(task.id).status).toBe('reverted');
  expect(workflows.report(id).totals.toReview).toBe(0);
  expect(workflows.markdown(id)).not.toContain('To review');
});
