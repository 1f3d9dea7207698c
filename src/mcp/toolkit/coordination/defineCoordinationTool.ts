import * as z from 'zod';
import { type Once, onceOf } from '../../../core/coordination/once';
import { coordinationError } from '../../../core/coordination/coordinationError';
import { oneLine } from '../../../core/catalog/entry/plainText';
import { tell } from '../../../core/coordination/tell';
import { OWN_ERROR } from '../../../core/gateway/calls/ownError';
import type { ToolResult } from '../../../core/gateway/upstream/upstream';
import type { Correlation } from '../../../core/journal/event';
import type { Refusal } from '../../../core/support/refusal';
import { inputIssueText } from '../issueText';
import { defineTool, type Effect, type Tool, type ToolContext } from '../defineTool';

/** Longest message and hint of an error, in UTF-16 units: ours are shorter, but for what they quote (chosen here). */
const MAX_WORDS = 500;

/** Longest text of one mistake in a request, in UTF-16 units (chosen here). */
const MAX_MISTAKE = 240;

/** Longest message of a refusal that is not of these tools, in UTF-16 units. */
const MAX_OTHERS = 2_000;

/** Mistakes of one request that are told: who mends these finds the rest (chosen here). */
const MAX_ISSUES = 20;

/** The family of an error, as its code says it: `BB` of `E-BB-INVALID-INPUT`. */
export type Family = Uppercase<string>;

/** What a tool of a coordination module may use besides the rest. */
export interface CoordinationContext extends ToolContext {
  readonly opId: string;
  /** The same where its caller gave one. */
  readonly givenOpId: string | undefined;
  /** Where a change comes from: it goes along with every commit. */
  readonly origin: Correlation;
  /** What makes the request a repeatable one, where its caller gave a key. */
  readonly once: Once | undefined;
}

/** What a tool may use that is about another operation. */
interface OperationContext extends CoordinationContext {
  readonly givenOpId: string;
}

interface Spec<Input extends z.ZodObject, Output extends z.ZodObject, Answer> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly effect: Effect;
  /** True when it reaches beyond our own state. */
  readonly isOpenWorld?: boolean;
  readonly family: Family;
  /** Without `op_id` and `idempotency_key`. */
  readonly input: () => Input;
  readonly output: () => Output;
  /** What `op_id` asks for, where it is not the id of the call itself. */
  readonly opIdMeans?: string;
  handle(input: z.output<Input>, context: CoordinationContext): Answer | Promise<Answer>;
}

/** An answer that says whether anything was done for it. */
type OnceAnswer<Output extends z.ZodObject> = z.input<Output> & { readonly idempotent: boolean };

const opId = z.string().trim().min(1).max(200);
const opIn = (means = 'Id of this operation; made up where left out.') => ({
  op_id: opId.optional().describe(means),
});
const opOut = { op_id: z.string().describe('Id of this operation.') };
const onceIn = {
  idempotency_key: z
    .string()
    .trim()
    .min(1)
    .max(200)
    .optional()
    .describe('The same key within 10 minutes does it once and answers the same.'),
};
const onceOut = {
  idempotent: z.boolean().describe('Nothing was done now: this is the answer of the first time.'),
  idempotency_key: z.string().nullable().describe('The key, as given.'),
};
const GIVEN = z.object({ op_id: z.string().optional(), idempotency_key: z.string().optional() });

/** A tool of a coordination module: `op_id` in and out, the result in an envelope, errors by their family. */
export function defineCoordinationTool<Input extends z.ZodObject, Output extends z.ZodObject>(
  spec: Spec<Input, Output, z.input<Output>>,
): Tool {
  return toolOf({
    ...spec,
    input: () => spec.input().extend(opIn(spec.opIdMeans)),
    output: () => spec.output().extend(opOut),
  });
}

/** The same for a tool whose `op_id`, which it needs, is that of another operation. */
export function defineOperationTool<Input extends z.ZodObject, Output extends z.ZodObject>(
  spec: Omit<Spec<Input, Output, z.input<Output>>, 'handle' | 'opIdMeans'> & {
    readonly opIdMeans: string;
    handle(input: z.output<Input>, context: OperationContext): z.input<Output> | Promise<z.input<Output>>;
  },
): Tool {
  return toolOf({
    ...spec,
    input: () => spec.input().extend({ op_id: opId.describe(spec.opIdMeans) }),
    output: () => spec.output().extend(opOut),
    handle: (input, context) => spec.handle(input, { ...context, givenOpId: context.opId }),
  });
}

/** The same with an `idempotency_key`: a repeated request is answered as the first time. */
export function defineOnceTool<Input extends z.ZodObject, Output extends z.ZodObject>(
  spec: Spec<Input, Output, OnceAnswer<Output>>,
): Tool {
  return toolOf({
    ...spec,
    input: () => spec.input().extend({ ...onceIn, ...opIn() }),
    output: () => spec.output().extend({ ...onceOut, ...opOut }),
  });
}

/** What the two have in common. Zod can't type a schema that extends a parameter: the fronts above promise the shapes. */
function toolOf(
  spec: Omit<Spec<z.ZodObject, z.ZodObject, object>, 'handle'> & {
    handle(input: never, context: CoordinationContext): object | Promise<object>;
  },
): Tool {
  const { name, family } = spec;
  const tool = defineTool({
    ...spec,
    invalid: error => invalidInput(family, error, spec.input()),
    async handle(input, context): Promise<Record<string, unknown>> {
      const { op_id: given, idempotency_key: key } = GIVEN.parse(input);
      const { op_id: _op, idempotency_key: _key, ...asked } = input;
      const id = given ?? context.operation.id;
      const origin = { session: context.caller.session, op_id: id };
      const answer = await spec.handle(asked as never, {
        ...context,
        opId: id,
        givenOpId: given,
        origin,
        once: key === undefined ? undefined : onceOf(name, key, asked, context.sha256),
      });
      if ('idempotent' in answer && answer.idempotent === true) {
        // Nothing was committed: whoever follows what is called hears of it all the same.
        tell(
          context,
          { cat: family.toLowerCase(), kind: `${name}_replayed`, payload: { tool: name } },
          origin,
        );
      }
      const keyed = 'idempotent' in answer ? { idempotency_key: key ?? null } : {};
      return { ...answer, ...keyed, op_id: id };
    },
    text: result => JSON.stringify({ tool: name, result }),
  });
  return {
    ...tool,
    namesOperation: spec.opIdMeans === undefined,
    explain: refusal => explained(name, family, refusal),
  };
}

function invalidInput(family: Family, { issues: all }: z.ZodError, input: z.ZodObject): Refusal {
  const issues = all.slice(0, MAX_ISSUES).map(issue => ({
    path: issue.path.map(part => oneLine(String(part), MAX_MISTAKE)),
    code: issue.code,
    message: oneLine(inputIssueText(issue, input), MAX_MISTAKE),
  }));
  const leftOut = all.length - issues.length;
  return coordinationError(`E-${family}-INVALID-INPUT`, {
    message: told(issues.map(({ path, message }) => [...path, message].join(': '))),
    hint: 'invalid_input',
    details: { issues, ...(leftOut === 0 ? {} : { left_out: leftOut }) },
  });
}

/** As many whole mistakes as there is room for. */
function told([first = '', ...others]: readonly string[]): string {
  let text = oneLine(first, 2 * MAX_MISTAKE);
  for (const [i, other] of others.entries()) {
    if (text.length + other.length + 2 > MAX_WORDS - 20) return `${text}; and ${others.length - i} more`;
    text += `; ${other}`;
  }
  return text;
}

function explained(tool: string, family: Family, { code, message, details }: Refusal): ToolResult {
  const { hint, ...rest } = details;
  const error = {
    ok: false,
    error: code === 'internal' ? `E-${family}-UNEXPECTED` : code,
    tool,
    // What others refuse, such as a start, says in its message what to do.
    message: oneLine(message, code.startsWith('E-') ? MAX_WORDS : MAX_OTHERS),
    ...(typeof hint === 'string' ? { hint: oneLine(hint, MAX_WORDS) } : {}),
    ...(Object.keys(rest).length === 0 ? {} : { details: rest }),
  };
  return {
    content: [{ type: 'text', text: JSON.stringify(error) }],
    isError: true,
    _meta: { [OWN_ERROR]: { code: error.error, details } },
  };
}
