import * as z from 'zod';
import { once } from '../../../core/support/once';
import { oneLine } from '../../../core/catalog/entry/plainText';
import type { ContextPage } from '../../../core/workflow/report/contextPage';
import { lastReview, type Task, waitsForReview, type Workflow } from '../../../core/workflow/model/state';
import { TASK_STATUSES, WORKFLOW_STATUSES } from '../../../core/workflow/model/words';
import type { Workflows } from '../../../core/workflow/workflows';
import type { SessionId } from '../../../shared/ids';
import { changeWords, MAX_NAMED } from './textLines';

/** Characters of a text when many are shown (chosen here); with task_id they come whole. */
const BRIEF = 300;

const texts = once(() => z.array(z.string()));

const task = once(() =>
  z.strictObject({
    task_id: z.string().describe('Task ID.'),
    workflow_id: z.string().describe('Workflow ID.'),
    parent_task_id: z.string().optional().describe('Parent task.'),
    step: z.string().optional().describe('Plan step.'),
    name: z.string().describe('Name.'),
    goal: z.string().describe('Goal.'),
    status: z.enum(TASK_STATUSES).describe('Status.'),
    is_yours: z.boolean().optional().describe('This chat is working on it.'),
    areas: texts().describe('Declared areas.'),
    depends_on: texts().describe('Tasks it waits for.'),
    progress: z.number().optional().describe('Per cent.'),
    milestone: z.string().optional().describe('Latest milestone.'),
    outcome: z.string().optional().describe('Result reported by the agent.'),
    summary: z.string().optional().describe('What was done.'),
    limitations: texts().optional().describe('What was left out.'),
    next_steps: texts().optional().describe('Possible next steps.'),
    files_changed: z.int().optional().describe('Files this task changed itself.'),
    files_shared: z.int().optional().describe('Files changed while other tasks also ran.'),
    files: texts().optional().describe('The first ten of both.'),
    unknown: z.string().optional().describe('Why its changes are unknown.'),
    partial: z.string().optional().describe('Why the account of its changes is incomplete.'),
    to_review: texts().optional().describe('Why a person should review it.'),
    review: z
      .strictObject({
        verdict: z.enum(['approved', 'changes_requested']).describe('Verdict of the user.'),
        comments: texts().describe('Comments of the user.'),
      })
      .optional()
      .describe("The user's last review."),
  }),
);

/** What `get_context` answers of each kind. */
export const contextFields = once(() => ({
  totals: z
    .strictObject({
      workflows: z.int().describe('Workflows.'),
      tasks: z.int().describe('Tasks.'),
      open: z.int().describe('Open tasks.'),
      planned: z.int().describe('Planned tasks.'),
      ended: z.int().describe('Ended.'),
      to_review: z.int().describe('Tasks to review.'),
    })
    .describe('Totals of all matches, across pages.'),
  workflows: z
    .array(
      z.strictObject({
        workflow_id: z.string().describe('Workflow ID.'),
        name: z.string().describe('Name.'),
        description: z.string().optional().describe('Description.'),
        status: z.enum(WORKFLOW_STATUSES).describe('Status.'),
        summary: z.string().optional().describe('What was done.'),
        created_at: z.string().describe('UTC.'),
      }),
    )
    .describe('Workflows of the tasks on this page.'),
  tasks: z.array(task()).describe('Open tasks first, then planned, then most recently ended.'),
  decisions: z
    .array(
      z.strictObject({
        decision_id: z.string().describe('Decision ID.'),
        task_id: z.string().describe('Task ID.'),
        question: z.string().describe('Question.'),
        chosen: z.string().describe('Chosen option.'),
        reasoning: z.string().describe('Why.'),
        trade_offs: z.string().optional().describe('Accepted drawbacks.'),
      }),
    )
    .describe('Of the listed tasks.'),
  issues: z
    .array(
      z.strictObject({
        issue_id: z.string().describe('Issue ID.'),
        task_id: z.string().describe('Task ID.'),
        description: z.string().describe('Description.'),
        resolution: z.string().describe('How it was resolved.'),
      }),
    )
    .describe('Of the listed tasks.'),
  ready: z
    .array(
      z.strictObject({
        task_id: z.string().describe('Task ID.'),
        name: z.string().describe('Name.'),
      }),
    )
    .describe('Planned tasks ready to start with start_task and resume_task_id.'),
  last_completed: z
    .array(task())
    .describe('The most recently ended task of each open workflow, or of the newest.'),
  next_cursor: z.string().optional().describe('Cursor of the next page.'),
}));

const answer = once(() => z.strictObject(contextFields()));

/** The same, as the text is written from it. */
export type ContextAnswer = z.output<ReturnType<typeof answer>>;

/** A page in the tool's words. `isWhole`: texts are not shortened. */
export function contextRows(
  page: ContextPage,
  workflows: Workflows,
  { session, isWhole }: { readonly session: SessionId; readonly isWhole: boolean },
): ContextAnswer {
  const brief = (text: string) => (isWhole ? text : oneLine(text, BRIEF));
  const row = (one: Task) => taskRow(one, workflows, session, brief);
  const { toReview, ...totals } = page.totals;
  return {
    totals: { ...totals, to_review: toReview },
    workflows: page.workflows.map(workflow => workflowRow(workflow, brief)),
    tasks: page.tasks.map(row),
    decisions: page.tasks.flatMap(({ id, decisions }) =>
      decisions.map(one => ({
        decision_id: one.id,
        task_id: id,
        question: brief(one.question),
        chosen: brief(one.chosen),
        reasoning: brief(one.reasoning),
        ...(one.tradeOffs === null ? {} : { trade_offs: brief(one.tradeOffs) }),
      })),
    ),
    issues: page.tasks.flatMap(({ id, issues }) =>
      issues.map(one => ({
        issue_id: one.id,
        task_id: id,
        description: brief(one.description),
        resolution: brief(one.resolution),
      })),
    ),
    ready: page.ready.map(({ id, name }) => ({ task_id: id, name })),
    last_completed: page.lastEnded.map(row),
    ...(page.nextCursor === null ? {} : { next_cursor: page.nextCursor }),
  };
}

function workflowRow(
  { id, name, description, status, summary, createdAt }: Workflow,
  brief: (text: string) => string,
): ContextAnswer['workflows'][number] {
  return {
    workflow_id: id,
    name,
    ...(description === null ? {} : { description: brief(description) }),
    status,
    ...(summary === null ? {} : { summary: brief(summary) }),
    created_at: new Date(createdAt).toISOString(),
  };
}

function taskRow(
  one: Task,
  workflows: Workflows,
  session: SessionId,
  brief: (text: string) => string,
): ContextAnswer['tasks'][number] {
  const milestone = workflows.milestones(one.id).at(-1);
  const progress = milestone?.progress ?? undefined;
  const review = lastReview(one);
  return {
    task_id: one.id,
    workflow_id: one.workflow,
    ...(one.parent === null ? {} : { parent_task_id: one.parent }),
    ...(one.step === null ? {} : { step: one.step }),
    name: one.name,
    goal: brief(one.goal),
    status: one.status,
    ...(one.status === 'in_progress' && one.session === session ? { is_yours: true } : {}),
    areas: [...one.areas],
    depends_on: [...one.dependsOn],
    ...(milestone === undefined ? {} : { milestone: milestone.message }),
    ...(progress === undefined ? {} : { progress }),
    ...completionRow(one, brief),
    ...(waitsForReview(one) ? { to_review: one.reasons.map(({ text }) => brief(text)) } : {}),
    ...(review === undefined ? {} : { review: { verdict: review.verdict, comments: [...review.comments] } }),
  };
}

function completionRow({ completion }: Task, brief: (text: string) => string) {
  if (completion === null) return {};
  const { outcome, account } = completion;
  const named = [...account.own, ...account.shared].slice(0, MAX_NAMED).map(changeWords);
  return {
    outcome: completion.status,
    summary: brief(outcome.summary),
    ...(outcome.limitations.length === 0 ? {} : { limitations: outcome.limitations.map(brief) }),
    ...(outcome.nextSteps.length === 0 ? {} : { next_steps: outcome.nextSteps.map(brief) }),
    files_changed: account.own.length,
    ...(account.shared.length === 0 ? {} : { files_shared: account.shared.length }),
    ...(named.length === 0 ? {} : { files: named }),
    ...(account.unknown === null ? {} : { unknown: account.unknown }),
    ...(account.partial === null ? {} : { partial: account.partial }),
  };
}
