import * as z from 'zod';
import type { AnswerFormat } from '../../core/rounds/modelPort';

/** `text.format`: the form of the answer. */
export const formatIn = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('text') }),
  z.strictObject({ type: z.literal('json_object') }),
  z.strictObject({
    type: z.literal('json_schema'),
    name: z.string().regex(/^[A-Za-z0-9_-]{1,64}$/),
    description: z.string().optional(),
    schema: z.record(z.string(), z.unknown()),
    strict: z.boolean().nullish(),
  }),
]);

/** The form as a model is asked for it; undefined where any text will do. */
export function answerFormat(format: z.output<typeof formatIn>): AnswerFormat | undefined {
  if (format.type === 'text') return undefined;
  return format.type === 'json_object' ? format : { ...format, strict: format.strict ?? undefined };
}
