import * as z from 'zod';

/** Characters of a short text such as a name (chosen here). */
const SHORT = 300;

/** Characters of a long text such as a summary (chosen here). */
const LONG = 8_000;

/** Entries of a list (chosen here). */
const MAX_ENTRIES = 100;

/** What is not seen: spaces, marks that turn the direction, characters of no width, fillers. */
const UNSEEN = /^[\p{White_Space}\p{C}\p{DI}]*$/u;

/** Characters of an id: ours are shorter. */
const ID = 300;

// The limits are listed, so that a client can hold them; a refusal says in words what is too long, and by how much.
function text(most: number) {
  return z
    .string()
    .max(most, {
      error: ({ input }) => `is ${sizeOf(input)} characters long; at most ${most} are allowed`,
    })
    .refine(value => !UNSEEN.test(value), 'must not be blank');
}

function sizeOf(value: unknown): number {
  return typeof value === 'string' || Array.isArray(value) ? value.length : 0;
}

/** An id that we gave. Its limit is not listed: nobody makes one up, and it would cost tokens with every request. */
export const idText = () =>
  z.string().superRefine((value, context) => {
    if (value.length > ID) context.addIssue(`is ${value.length} characters long; at most ${ID} are allowed`);
    else if (UNSEEN.test(value)) context.addIssue('must not be blank');
  });

/** A name, a step, a message: one line, not blank. */
export const shortText = () => text(SHORT);

/** A goal, a summary, a reason: some paragraphs, not blank. */
export const longText = () => text(LONG);

/** A path pattern; longer ones are refused in words by the scope check. */
export const areaText = () => text(256);

/** The path of a file. */
export const pathText = () => text(4_096);

/** A list of at most 100. */
export function listOf<Item extends z.ZodType>(item: Item) {
  return z.array(item).max(MAX_ENTRIES, {
    error: ({ input }) => `has ${sizeOf(input)} entries; at most ${MAX_ENTRIES} are allowed`,
  });
}

/** A word for each of at most 100 paths. */
export function boundedRecord<Value extends z.ZodType>(value: Value) {
  return z.record(pathText(), value).superRefine((record, context) => {
    const count = Object.keys(record).length;
    if (count > MAX_ENTRIES) context.addIssue(`has ${count} entries; at most ${MAX_ENTRIES} are allowed`);
  });
}

/** Anything, as long as its JSON text is short. */
export function smallObject() {
  return z.record(z.string(), z.unknown()).superRefine((value, context) => {
    const size = JSON.stringify(value).length;
    if (size > LONG) context.addIssue(`is ${size} characters of JSON; at most ${LONG} are allowed`);
  });
}
