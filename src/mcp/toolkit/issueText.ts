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

function formOf(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_type') return issue.expected;
  if (issue.code === 'invalid_value')
    return issue.values.map(value => (typeof value === 'string' ? `"${value}"` : String(value))).join(' or ');
  return issue.message;
}
