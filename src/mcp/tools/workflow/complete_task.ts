import * as z from 'zod';
import { lastReview } from '../../../core/workflow/state';
import type { CompletedTask } from '../../../core/workflow/taskRuns';
import { OUTCOME_STATUSES, TEST_STATUSES } from '../../../core/workflow/words';
import type { Workflows } from '../../../core/workflow/workflows';
import { completionAnswer, completionFields } from './completionAnswer';
import { answerTail, defineWorkflowTool, pendingReviews } from './defineWorkflowTool';
import { listOf, longText, shortText } from './fields';

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
    task_id: shortText().describe('Id from start_task'),
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
    return {
      ...completionAnswer(completed),
      ...(await pendingReviews(context, completed.task.workflow)),
      next: nextStep(completed, context.workflows),
    };
  },
  summary({ task_id: id, status, already_completed: isRepeated, attribution, verification }) {
    const head = isRepeated === true ? `Task ${id} had been completed already` : `Task ${id} is completed`;
    return [`${head} (${status}). ${attribution.own.length} files changed.`, ...verification.warnings].join(
      '\n',
    );
  },
});

function nextStep({ task }: CompletedTask, workflows: Workflows): string {
  const waits = task.status === 'awaiting_review' && lastReview(task)?.verdict !== 'changes_requested';
  const review = waits ? 'A person will review this task. ' : '';
  const { ready } = workflows.context({
    workflow: task.workflow,
    task: null,
    status: null,
    limit: 1,
    cursor: null,
  });
  const [first] = ready;
  if (first !== undefined) {
    return `${review}Next: call start_task with resume_task_id "${first.id}" (${JSON.stringify(first.name)}).`;
  }
  if (task.parent !== null) return `${review}Go on with the parent task ${task.parent}.`;
  return workflows.workflow(task.workflow).status === 'in_progress'
    ? `${review}Call start_task for the next task, or tell the user what was done.`
    : `${review}The workflow has ended. Tell the user what was done.`;
}
