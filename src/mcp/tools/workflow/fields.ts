import * as z from 'zod';

/** Characters of a short text such as a name (chosen here). */
const SHORT = 300;

/** Characters of a long text such as a summary (chosen here). */
const LONG = 8_000;

/** Entries of a list (chosen here). */
const MAX_ENTRIES = 100;

/** What is not seen: spaces, marks that turn the direction, characters of no width, fillers. */
const UNSEEN = /^[\p{White_Space}\p{C}\p{DI}]*$/u;

// The limits are not part of the listed schema: they cost tokens with every request, and the error names them.
function text(most: number) {
  return z.string().superRefine((value, context) => {
    if (value.length > most) {
      context.addIssue(`is ${value.length} characters long; at most ${most} are allowed`);
    } else if (UNSEEN.test(value)) {
      context.addIssue('must not be blank');
    }
  });
}

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
  return z.array(item).superRefine((list, context) => {
    if (list.length > MAX_ENTRIES)
      context.addIssue(`has ${list.length} entries; at most ${MAX_ENTRIES} are allowed`);
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
