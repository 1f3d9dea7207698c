import * as z from 'zod';
import type { TaskId } from '../../../core/snapshots/snapshot';
import { Refusal } from '../../../core/support/refusal';
import { lastReview, type Task, type Workflow } from '../../../core/workflow/model/state';
import type { CompletedTask } from '../../../core/workflow/domain/taskRuns';
import { OUTCOME_STATUSES, TEST_STATUSES } from '../../../core/workflow/model/words';
import type { Workflows } from '../../../core/workflow/workflows';
import { completionAnswer, completionFields } from './completionAnswer';
import { completionText } from './completionText';
import { answerTail, defineWorkflowTool, pendingReviews } from './defineWorkflowTool';
import { idText, listOf, longText, shortText } from './fields';
import { quotedText } from './textLines';

const outcome = z.strictObject({
  summary: longText().describe('2-4 sentences'),
  achievements: listOf(longText()).optional().describe('What was achieved'),
  limitations: listOf(longText()).optional().describe('What is left out'),
  manual_review_needed: z.boolean().optional().describe('Should a person review before you go on?'),
  manual_review_reason: longText().optional().describe('Why a review is needed'),
  next_steps: listOf(longText()).optional().describe('What could follow'),
});

const metadata = z.strictObject({
  packages_added: listOf(shortText()).optional().describe('Compared with the manifests'),
  packages_removed: listOf(shortText()).optional().describe('Compared with the manifests'),
  commands_executed: listOf(longText()).optional().describe('Commands run'),
  tests_status: z.enum(TEST_STATUSES).optional().describe('As you saw it'),
});

export const completeTask = defineWorkflowTool({
  name: 'complete_task',
  title: 'Complete a task',
  description:
    'Ends a task, after its subtasks. Finds by itself which files changed, committed or not, and checks them ' +
    'against areas and packages.',
  effect: 'changes',
  input: z.strictObject({
    task_id: idText().describe('Id from start_task'),
    status: z.enum(OUTCOME_STATUSES).describe('How it went'),
    outcome: outcome.describe('What came of it'),
    metadata: metadata.optional().describe('Claims, checked where they can be'),
  }),
  output: z.strictObject({ ...completionFields, ...answerTail }),
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
  const waits = task.status === 'awaiting_review' && lastReview(task)?.verdict !== 'changes_requested';
  const isOver = workflows.workflow(task.workflow).status !== 'in_progress';
  const ready = workflows
    .context({ workflow: task.workflow, task: null, status: null, limit: 1, cursor: null })
    .ready.find(({ dependsOn }) => !waits || !dependsOn.includes(task.id));
  // What else this chat has begun comes before what it could begin.
  const begun = workflows.running().find(other => other.session === task.session && other.id !== task.parent);
  if (waits) return reviewStep(task, begun ?? ready);
  if (task.parent !== null) return `Go on with the parent task ${task.parent}.`;
  if (begun !== undefined) {
    return `Go on with ${named(begun)}, which this chat has begun; complete it before you begin another.`;
  }
  if (ready !== undefined) return `Next: ${beginning(ready)}.`;
  return isOver
    ? overStep(workflows.workflow(task.workflow))
    : `Call start_task with workflow_id "${task.workflow}" for the next task, or tell the user what was done.`;
}

/** What ended by itself is not closed: an agent that works without a plan comes back to it. */
function overStep({ id, endedBy }: Workflow): string {
  const over = 'The workflow has ended. Tell the user what was done.';
  return endedBy === 'plan'
    ? `${over} If more is to be done in it, call start_task with workflow_id "${id}", name and goal: it goes on then.`
    : over;
}

/** A person has the word: what was asked to be reviewed is not built on before. */
function reviewStep({ id, name, parent, reasons }: Task, other: Task | undefined): string {
  const why = reasons.map(({ text }) => quotedText(text, 200)).slice(0, 3);
  return (
    `A person will review task ${id} ${quotedText(name, 80)}${why.length === 0 ? '' : ` (${why.join(', ')})`}: ` +
    `tell the user, and wait for the review, which get_context shows. ${meanwhile(parent, other)}`
  );
}

function meanwhile(parent: Task['parent'], other: Task | undefined): string {
  if (parent !== null) return `What does not build on it may go on in the parent task ${parent}.`;
  if (other === undefined) return 'Do not go on with what builds on it.';
  return other.status === 'in_progress'
    ? `What does not build on it may go on in ${named(other)}, which this chat has begun.`
    : `Tasks that do not build on it may go on: ${beginning(other)}.`;
}

function beginning({ id, name }: Task): string {
  return `call start_task with resume_task_id "${id}" (${quotedText(name, 80)})`;
}

function named({ id, name }: Task): string {
  return `task ${id} ${quotedText(name, 80)}`;
}
