import { expect, test } from 'vitest';
import { workflowWorld } from '../../../test/support/workflowWorld';
import { sessionId } from '../../shared/ids';

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
  const top = await workflows.startTask({ ...input, parent: null, name }, anna, signal);
  const sub = await workflows.startTask({ ...input, parent: top.id, name: 'Routes' }, anna, signal);
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

    **in progress** · 2 of 2 tasks · 2 files · 2 min

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
