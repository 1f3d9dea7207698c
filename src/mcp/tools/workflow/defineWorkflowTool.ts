import * as z from 'zod';
import { shownText } from '../../../core/gateway/calls/shownText';
import { isRecord } from '../../../core/support/json';
import { Refusal } from '../../../core/support/refusal';
import type { TaskReview } from '../../../core/workflow/report/reviewPost';
import '../../../modules/contract-net/module';
import { leaseLine, newcomerLine } from './besideAnswer';
import { type Effect, defineTool, type Tool, type ToolContext } from '../../toolkit/defineTool';

/** What the tools of the workflow tracker may use. */
export type WorkflowToolContext = Pick<
  ToolContext,
  'workflows' | 'contract-net' | 'caller' | 'signal' | 'onProgress' | 'mayRestore'
>;

/** What every answer of the tracker ends with. */
export interface AnswerTail {
  next: string;
  reviews?: { task_id: string; verdict: 'approved' | 'changes_requested'; comments: string[] }[] | undefined;
}

/** The same as a schema, to be spread into the answer's. */
export const answerTail = {
  reviews: z
    .array(
      z.strictObject({
        task_id: z.string().describe('Task ID.'),
        verdict: z.enum(['approved', 'changes_requested']).describe('Verdict of the user.'),
        comments: z.array(z.string()).describe('Comments of the user.'),
      }),
    )
    .optional()
    .describe('New reviews by the user, delivered once.'),
  next: z.string().describe('Next step.'),
};

interface WorkflowToolSpec<Input extends z.ZodObject, Output extends z.ZodObject> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly effect: Effect;
  readonly input: () => Input;
  readonly output: () => Output;
  handle(input: z.output<Input>, context: WorkflowToolContext): z.input<Output> | Promise<z.input<Output>>;
  /** The answer in a line or two, without what to do next. */
  summary(output: z.output<Output>, input: z.output<Input>): string;
}

/** Makes a tool of the tracker: its text ends with the user's reviews and what to do next. */
export function defineWorkflowTool<Input extends z.ZodObject, Output extends z.ZodObject>(
  spec: WorkflowToolSpec<Input, Output>,
): Tool {
  return defineTool({
    ...spec,
    handle: async (input, context) => {
      const { workflows, 'contract-net': net, caller } = context;
      const handled = async () => await spec.handle(input, context);
      const answer = await handled().catch((error: unknown) => {
        throw unreadIn(workflows.readOnlyReason, error);
      });
      const news = [
        ...workflows.newcomers(caller).map(newcomerLine),
        ...net.leaseNews(caller.session).map(leaseLine),
      ];
      // Its own schema says what it is: texts are replaced by texts.
      const shown = shownTexts(answer) as z.input<Output> & AnswerTail;
      return news.length === 0 ? shown : { ...shown, next: [...news, shown.next].join(' ') };
    },
    text: (output, input) => [spec.summary(output, input), ...tailLines(output)].join('\n'),
  });
}

/** Of what can't all be read, nobody knows whether it lacks an ID: then the refusal of an unknown one says that. */
function unreadIn(reason: string | undefined, error: unknown): unknown {
  const missing = Refusal.is(error) ? error.details['missing'] : undefined;
  if (reason === undefined || missing === undefined) return error;
  const id = JSON.stringify(missing);
  return new Refusal(
    'journal-read-only',
    `${reason} ${id} may be recorded where it can't be read: tell the user.`,
  );
}

/** Fields that hold what somebody wrote. Paths and ids stay what they are: they are called by. */
const WRITTEN: ReadonlySet<string> = new Set([
  'name',
  'goal',
  'description',
  'step',
  'areas',
  'question',
  'chosen',
  'reasoning',
  'milestone',
  'summary',
  'resolution',
  'to_review',
  'comments',
  'subject',
  'warnings',
  'unknown',
  'partial',
  'limitations',
  'next_steps',
  'trade_offs',
  'waits_for',
  'next',
]);

/** The answer with what nobody sees spelled out in each text: an agent reads what a person would. */
function shownTexts(value: unknown, key = ''): unknown {
  if (typeof value === 'string') return WRITTEN.has(key) ? shownText(value) : value;
  if (Array.isArray(value)) return value.map(item => shownTexts(item, key));
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, shownTexts(part, name)]));
}

/** The reviews an agent was not told of, as an answer carries them; none where it can't be written down that they are told. */
export async function pendingReviews(
  { workflows, caller }: WorkflowToolContext,
  about: string | null,
): Promise<Pick<AnswerTail, 'reviews'>> {
  const reviews = await workflows.deliverReviews(caller, about).catch((error: unknown) => {
    // Reading must go on with a journal that can't be written; the reviews wait.
    if (Refusal.is(error, 'journal-read-only')) return [];
    throw error;
  });
  return reviews.length === 0 ? {} : { reviews: reviews.map(reviewRow) };
}

function reviewRow({ task, review }: TaskReview) {
  return { task_id: task.id, verdict: review.verdict, comments: [...review.comments] };
}

function tailLines(output: unknown): readonly string[] {
  const { next, reviews } = TAIL.parse(output);
  const lines = (reviews ?? []).map(({ task_id: task, verdict, comments }) => {
    const said = comments.length === 0 ? '' : ` Comments: ${JSON.stringify(comments)}`;
    return verdict === 'approved'
      ? `Review: the user approved task ${task}.${said}`
      : `Review: the user requests changes to task ${task}. Resume it with start_task and resume_task_id.${said}`;
  });
  return [...lines, next];
}

const TAIL = z.object(answerTail);
