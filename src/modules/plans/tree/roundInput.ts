import * as z from 'zod';
import { coordinationError } from '../../../core/coordination/coordinationError';
import { issueText } from '../../../mcp/toolkit/issueText';

const name = z.string().trim().min(1).max(200);

const roundInput = z.strictObject({
  model: name,
  prompt: z.string().min(1).max(1_000_000),
  instructions: z.string().max(1_000_000).optional(),
  servers: z
    .array(
      z.union([
        name,
        z.strictObject({
          name,
          allowed_tools: z.array(name).max(500).default([]),
          require_approval: z.enum(['always', 'never', 'auto']).default('auto'),
        }),
      ]),
    )
    .max(32)
    .default([]),
  // As for rounds over HTTP.
  max_loops: z.int().min(1).max(25).default(10),
  timeout_ms: z.int().min(1).max(3_600_000).default(120_000),
});

/** What a leaf that is a round of a model asks for. @throws {Refusal} E-PLAN-INVALID-INPUT */
export function readRound(input: unknown): z.output<typeof roundInput> {
  const { success, data, error } = roundInput.safeParse(input);
  if (success) return data;
  const [issue] = error.issues;
  const place = ['input', ...(issue?.path ?? [])].map(String).join('.');
  throw coordinationError('E-PLAN-INVALID-INPUT', {
    message: `${place}: ${issue ? issueText(issue) : 'does not fit'}`,
    hint: 'llm_round takes model, prompt, instructions?, servers?, max_loops?, timeout_ms?',
  });
}
