import * as z from 'zod';
import type { TaskId } from '../../../core/snapshots/snapshot';
import { Refusal } from '../../../core/support/refusal';
import type { Task, Workflow } from '../../../core/workflow/model/state';
import type { CompletedTask } from '../../../core/workflow/domain/taskRuns';
import { OUTCOME_STATUSES, TEST_STATUSES } from '../../../core/workflow/model/words';
import type { Workflows } from '../../../core/workflow/workflows';
import { completionAnswer, completionFields } from './completionAnswer';
import { completionText } from './completionText';
import { answerTail, defineWorkflowTool, pendingReviews } from './defineWorkflowTool';
import { idText, listOf, longText, shortText } from './fields';
import { quotedText } from './textLines';
import { isLeftToReview, reviewsLeft } from './reviewsLeft';

const outcome = z.strictObject({
  summary: longText().describe('2-4 sentences'),
  achievements: listOf(longText()).optional().describe('What was achieved'),
  limitations: listOf(longText()).optional().describe('What was left out'),
  manual_review_needed: z.boolean().optional().describe('Should a person review before you continue?'),
  manual_review_reason: longText().optional().describe('Why a review is needed'),
  next_steps: listOf(longText()).optional().describe('Possible next steps'),
});

const metadata = z.strictObject({
  packages_added: listOf(shortText()).optional().describe('Compared with manifests'),
  packages_removed: listOf(shortText()).optional().describe('Compared with manifests'),
  commands_executed: listOf(longText()).optional().describe('Commands run'),
  tests_status: z.enum(TEST_STATUSES).optional().describe('As you observed it'),
});

export const completeTask = defineWorkflowTool({
  name: 'complete_task',
  title: 'Complete a task',
  description:
    'Ends a task, after its subtasks. Detects which files changed, committed or not, and checks them ' +
    'against areas and packages.',
  effect: 'changes',
  input: () =>
    z.strictObject({
      task_id: idText().describe('ID from start_task'),
      status: z.enum(OUTCOME_STATUSES).describe('Result'),
      outcome: outcome.describe('Outcome'),
      metadata: metadata.optional().describe('Claims, verified if possible'),
    }),
  output: () => z.strictObject({ ...completionFields(), ...answerTail }),
  async handle(input, context) {
    const said = input.metadata;
    const completed = await context.workflows.completeTask(
      {
        task: input.task_id,
        status: input.status,
        outcome: {
          summary: input.outcome.summary,
          achievements: input.outcome.achievements ?? [],
          limitations: input.outcome.limitations ?? [],
          needsReview: input.outcome.manual_review_needed ?? false,
          reviewReason: input.outcome.manual_review_reason ?? null,
          nextSteps: input.outcome.next_steps ?? [],
        },
        claims: {
          packagesAdded: said?.packages_added ?? null,
          packagesRemoved: said?.packages_removed ?? null,
          commands: said?.commands_executed ?? null,
          testsStatus: said?.tests_status ?? null,
        },
      },
      context.caller,
      context.signal,
    );
    const { workflows } = context;
    return {
      ...completionAnswer(completed, id => nameOf(workflows, id)),
      ...(await pendingReviews(context, completed.task.workflow)),
      next: nextStep(completed, workflows),
    };
  },
  summary: completionText,
});

function nameOf(workflows: Workflows, id: TaskId): string | undefined {
  try {
    return workflows.task(id).name;
  } catch (error) {
    if (Refusal.is(error)) return undefined;
    throw error;
  }
}

function nextStep({ task }: CompletedTask, workflows: Workflows): string {
  const waits = isLeftToReview(task);
  const isOver = workflows.workflow(task.workflow).status !== 'in_progress';
  const ready = workflows
    .context({ workflow: task.workflow, task: null, status: null, limit: 1, cursor: null })
    .ready.find(({ dependsOn }) => !waits || !dependsOn.includes(task.id));
  // What else this chat has begun comes before what it could begin.
  const begun = workflows.running().find(other => other.session === task.session && other.id !== task.parent);
  if (waits) return reviewStep(task, begun ?? ready);
  if (task.parent !== null) return `Continue with the parent task ${task.parent}.`;
  if (begun !== undefined) {
    return `Continue with ${named(begun)}, which this chat started. Complete it before you start another.`;
  }
  if (ready !== undefined) return `Next: ${beginning(ready)}.`;
  return isOver
    ? overStep(workflows.workflow(task.workflow), workflows)
    : `Call start_task with workflow_id "${task.workflow}" for the next task, or tell the user what was done.`;
}

/** What ended by itself is not closed: an agent that works without a plan comes back to it. */
function overStep({ id, endedBy }: Workflow, workflows: Workflows): string {
  const over = [
    'The workflow has ended. Tell the user what was done.',
    ...reviewsLeft(workflows.tasks(id)),
  ].join(' ');
  return endedBy === 'plan'
    ? `${over} To do more in it, call start_task with workflow_id "${id}", name and goal: that reopens it.`
    : over;
}

/** A person has the word: what was asked to be reviewed is not built on before. */
function reviewStep({ id, name, parent, reasons }: Task, other: Task | undefined): string {
  const why = reasons.map(({ text }) => quotedText(text, 200)).slice(0, 3);
  return (
    `A person will review task ${id} ${quotedText(name, 80)}${why.length === 0 ? '' : ` (${why.join(', ')})`}: ` +
    `tell the user and wait for the review, which get_context shows. ${meanwhile(parent, other)}`
  );
}

function meanwhile(parent: Task['parent'], other: Task | undefined): string {
  if (parent !== null) return `You can continue independent work in the parent task ${parent}.`;
  if (other === undefined) return "Don't continue with work that depends on it.";
  return other.status === 'in_progress'
    ? `You can continue independent work in ${named(other)}, which this chat started.`
    : `Independent tasks can continue: ${beginning(other)}.`;
}

function beginning({ id, name }: Task): string {
  return `call start_task with resume_task_id "${id}" (${quotedText(name, 80)})`;
}

function named({ id, name }: Task): string {
  return `task ${id} ${quotedText(name, 80)}`;
}
