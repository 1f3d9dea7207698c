import * as z from 'zod';
import { oneLine } from '../../../core/catalog/plainText';
import type { ContextPage } from '../../../core/workflow/contextPage';
import { type Task, waitsForReview, type Workflow } from '../../../core/workflow/state';
import { TASK_STATUSES, WORKFLOW_STATUSES } from '../../../core/workflow/words';
import type { Workflows } from '../../../core/workflow/workflows';
import type { SessionId } from '../../../shared/ids';
import { answerTail, defineWorkflowTool, pendingReviews } from './defineWorkflowTool';
import { shortText } from './fields';

/** Characters of a text when many are shown (chosen here); with task_id they come whole. */
const BRIEF = 300;

const STATUSES = [...new Set([...TASK_STATUSES, ...WORKFLOW_STATUSES])] as const;

const task = z.strictObject({
  task_id: z.string().describe('Id of the task.'),
  workflow_id: z.string().describe('Id of the workflow.'),
  parent_task_id: z.string().optional().describe('Task it is part of.'),
  step: z.string().optional().describe('Step of the plan.'),
  name: z.string().describe('Its name.'),
  goal: z.string().describe('Its goal.'),
  status: z.enum(TASK_STATUSES).describe('How it stands.'),
  areas: z.array(z.string()).describe('Areas it declared.'),
  depends_on: z.array(z.string()).describe('Tasks it waits for.'),
  progress: z.number().optional().describe('Per cent.'),
  milestone: z.string().optional().describe('The last one.'),
  summary: z.string().optional().describe('What was done.'),
  files_changed: z.int().optional().describe('Files it changed itself.'),
  to_review: z.array(z.string()).optional().describe('Why a person should look at it.'),
  review: z
    .strictObject({
      verdict: z.enum(['approved', 'changes_requested']).describe('What the user said.'),
      comments: z.array(z.string()).describe('What the user wrote.'),
    })
    .optional()
    .describe("The user's last review."),
});

export const getContext = defineWorkflowTool({
  name: 'get_context',
  title: 'Show workflows and tasks',
  description:
    'Shows recorded workflows, tasks, decisions, issues and what is ready to start: call it to go on with work after ' +
    'a new or shortened conversation.',
  effect: 'reads',
  input: z.strictObject({
    workflow_id: shortText().optional().describe('Id from start_workflow'),
    task_id: shortText().optional().describe('Id from start_task'),
    status: z.enum(STATUSES).optional().describe('Only these'),
    limit: z.int().min(1).max(100).default(20).describe('Tasks on a page'),
    cursor: shortText().optional().describe('next_cursor of the page before'),
  }),
  output: z.strictObject({
    workflows: z
      .array(
        z.strictObject({
          workflow_id: z.string().describe('Id of the workflow.'),
          name: z.string().describe('Its name.'),
          description: z.string().optional().describe('What it is about.'),
          status: z.enum(WORKFLOW_STATUSES).describe('How it stands.'),
          created_at: z.string().describe('UTC.'),
        }),
      )
      .describe('Newest first.'),
    tasks: z.array(task).describe('Of these workflows.'),
    decisions: z
      .array(
        z.strictObject({
          decision_id: z.string().describe('Id of the decision.'),
          task_id: z.string().describe('Id of the task.'),
          question: z.string().describe('What was to be decided.'),
          chosen: z.string().describe('What was chosen.'),
          reasoning: z.string().describe('Why.'),
        }),
      )
      .describe('Of these tasks.'),
    issues: z
      .array(
        z.strictObject({
          issue_id: z.string().describe('Id of the issue.'),
          task_id: z.string().describe('Id of the task.'),
          description: z.string().describe('What it is about.'),
          resolution: z.string().describe('How it was resolved.'),
        }),
      )
      .describe('Of these tasks.'),
    ready: z
      .array(
        z.strictObject({
          task_id: z.string().describe('Id of the task.'),
          name: z.string().describe('Its name.'),
        }),
      )
      .describe('Start one with start_task and resume_task_id.'),
    next_cursor: z.string().optional().describe('For the next page.'),
    ...answerTail,
  }),
  async handle(input, context) {
    const { workflows, caller } = context;
    const page = workflows.context(
      {
        workflow: input.workflow_id ?? null,
        task: input.task_id ?? null,
        status: input.status ?? null,
        limit: input.limit,
        cursor: input.cursor ?? null,
      },
      caller,
    );
    const brief = (text: string) => (input.task_id === undefined ? oneLine(text, BRIEF) : text);
    return {
      workflows: page.workflows.map(workflow => workflowRow(workflow, brief)),
      tasks: page.tasks.map(one => taskRow(one, workflows, brief)),
      decisions: page.tasks.flatMap(({ id, decisions }) =>
        decisions.map(one => ({
          decision_id: one.id,
          task_id: id,
          question: brief(one.question),
          chosen: brief(one.chosen),
          reasoning: brief(one.reasoning),
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
      ...(page.nextCursor === null ? {} : { next_cursor: page.nextCursor }),
      ...(await pendingReviews(context, input.workflow_id ?? input.task_id ?? 'all')),
      next: nextStep(page, caller.session),
    };
  },
  summary({ workflows, tasks, ready, next_cursor: cursor }) {
    const lines = [
      ...workflows.map(
        ({ workflow_id: id, name, status }) => `- workflow ${id} ${JSON.stringify(name)}: ${status}`,
      ),
      ...tasks.map(({ task_id: id, name, status }) => `- task ${id} ${JSON.stringify(name)}: ${status}`),
    ];
    const head = `${workflows.length} workflows, ${tasks.length} tasks, ${ready.length} ready to start.`;
    return [head, ...lines, ...(cursor === undefined ? [] : [`More with cursor "${cursor}".`])].join('\n');
  },
});

function workflowRow(
  { id, name, description, status, createdAt }: Workflow,
  brief: (text: string) => string,
) {
  return {
    workflow_id: id,
    name,
    ...(description === null ? {} : { description: brief(description) }),
    status,
    created_at: new Date(createdAt).toISOString(),
  };
}

function taskRow(one: Task, workflows: Workflows, brief: (text: string) => string) {
  const milestone = workflows.milestones(one.id).at(-1);
  const progress = milestone?.progress ?? undefined;
  const review = one.reviews.at(-1);
  return {
    task_id: one.id,
    workflow_id: one.workflow,
    ...(one.parent === null ? {} : { parent_task_id: one.parent }),
    ...(one.step === null ? {} : { step: one.step }),
    name: one.name,
    goal: brief(one.goal),
    status: one.status,
    areas: [...one.areas],
    depends_on: [...one.dependsOn],
    ...(milestone === undefined ? {} : { milestone: milestone.message }),
    ...(progress === undefined ? {} : { progress }),
    ...(one.completion === null
      ? {}
      : { summary: brief(one.completion.outcome.summary), files_changed: one.completion.account.own.length }),
    ...(waitsForReview(one) ? { to_review: one.reasons.map(({ text }) => brief(text)) } : {}),
    ...(review === undefined ? {} : { review: { verdict: review.verdict, comments: [...review.comments] } }),
  };
}

function nextStep({ tasks, ready, workflows }: ContextPage, session: SessionId): string {
  const running = tasks.filter(({ status }) => status === 'in_progress');
  const own = running.find(one => one.session === session) ?? tasks.find(({ status }) => status === 'stale');
  if (own !== undefined) {
    return `To go on with a running or stale task, call start_task with resume_task_id, e.g. "${own.id}".`;
  }
  const [first] = ready;
  if (first !== undefined) return `Call start_task with resume_task_id "${first.id}" to begin what is ready.`;
  if (running.length > 0) {
    return 'Another chat is at the task in progress: leave it to that chat, and call start_task for a new task.';
  }
  return workflows.length === 0 ? 'Call start_workflow to begin.' : 'Call start_task for a new task.';
}
