import type * as z from 'zod';

/** What is wrong with a body, and where. Never what stands there. */
export function sentenceOf(issue: z.core.$ZodIssue | undefined): string {
  const path = (issue?.path ?? []).reduce<string>(
    (text, key) => text + (typeof key === 'number' ? `[${key}]` : `${text === '' ? '' : '.'}${String(key)}`),
    '',
  );
  return `${path === '' ? 'body' : path}: ${issue?.message ?? 'invalid'}.`;
}
