import { canonicalJson, isRecord, type Json } from '../../../core/support/json';
import { filled } from './expressions';

/** An output of a run that is combined with others. */
export interface Part {
  readonly run: string;
  readonly output: Json;
}

/** Joins outputs: lists one after the other, texts with a separator between them, anything else as a list. */
export function concatenated(parts: readonly Part[], separator: string): Json {
  const outputs = parts.map(({ output }) => output);
  if (outputs.every(output => typeof output === 'string')) return outputs.join(separator);
  return outputs.flatMap(output => (Array.isArray(output) ? (output as readonly Json[]) : [output]));
}

/** Merges objects, the later over the earlier, level by level; whatever is no object takes the place of what was there. */
export function merged(parts: readonly Part[]): Json {
  return parts.map(({ output }) => output).reduce<Json>(mergedTwo, {});
}

function mergedTwo(a: Json, b: Json): Json {
  if (!isRecord(a) || !isRecord(b)) return b;
  const fields = new Map<string, Json>(Object.entries(a));
  for (const [key, value] of Object.entries<Json>(b)) {
    const before = fields.get(key);
    fields.set(key, before === undefined ? value : mergedTwo(before, value));
  }
  return Object.fromEntries(fields);
}

/** The output that most runs have; null where several have as many. */
export function voted(parts: readonly Part[]): {
  readonly value: Json;
  readonly votes: number;
  readonly isTie: boolean;
} {
  const counts = new Map<string, { readonly value: Json; votes: number }>();
  for (const { output } of parts) {
    const key = canonicalJson(output);
    const count = counts.get(key) ?? { value: output, votes: 0 };
    count.votes += 1;
    counts.set(key, count);
  }
  const [first, second] = [...counts.values()].sort((a, b) => b.votes - a.votes);
  const isTie = first !== undefined && first.votes === second?.votes;
  return { value: isTie ? null : (first?.value ?? null), votes: first?.votes ?? 0, isTie };
}

/** A template with the outputs in it: `/outputs/<run id>/…`, and all of them as `/vars/items`. @throws {Refusal} E-PLAN-NO-VALUE */
export function templated(parts: readonly Part[], template: Json): Json {
  return filled(template, {
    vars: new Map([['items', parts.map(({ output }) => output)]]),
    output: run => parts.find(part => part.run === run)?.output,
  });
}
