import type * as z from 'zod';

/** What is wrong with a value, in words. Zod says of a value with several forms only that it is invalid: here it is told what is expected. */
export function issueText(issue: z.core.$ZodIssue): string {
  if (issue.code !== 'invalid_union') return issue.message;
  const firsts = issue.errors.flatMap(([first]) => first ?? []);
  // The form whose parts were looked at is the one that was meant.
  const meant = firsts.find(({ path }) => path.length > 0);
  if (meant !== undefined) return `${meant.path.join('.')}: ${issueText(meant)}`;
  const forms = [...new Set(firsts.map(formOf))];
  return forms.length === 0 ? issue.message : `Invalid input: expected ${forms.join(' or ')}`;
}

/** Parameters that are named to whoever passed one that there is not. */
const MOST_NAMED = 12;
/** Every coordination tool has them. */
const OF_ALL: ReadonlySet<string> = new Set(['op_id', 'idempotency_key']);

/** The same for the input of a tool: beside a parameter that it does not have stand those that it has. */
export function inputIssueText(issue: z.core.$ZodIssue, input: z.ZodObject): string {
  const text = issueText(issue);
  if (issue.code !== 'unrecognized_keys' || issue.path.length > 0) return text;
  const names = Object.keys(input.shape).filter(name => !OF_ALL.has(name));
  const more = names.length > MOST_NAMED ? ', …' : '';
  return names.length === 0
    ? `${text} (it takes none)`
    : `${text} (it takes ${names.slice(0, MOST_NAMED).join(', ')}${more})`;
}

function formOf(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_type') return issue.expected;
  if (issue.code === 'invalid_value')
    return issue.values.map(value => (typeof value === 'string' ? `"${value}"` : String(value))).join(' or ');
  return issue.message;
}
