import type { Task } from '../model/state';

/** What stands before the words of a step: `1.`, `(2)`, `Step 3:`, `[a]`. */
const NUMBERED =
  /^\s*(?:step\s+|task\s+)?(?:[([]([\p{L}\p{N}]{1,12})[)\]][.:]?|([\p{L}\p{N}]{1,12})\s*[.:)\]–—-])\s+(?=\S)/iu;

/** What is a number to anybody; other words are one where the plan has them as steps. */
const COUNTING = /^(?:\d+|[a-z])$/;

const STEP_WORD = /^\s*(?:step|task)\s+/iu;

/**
 * The planned task that a name or a goal certainly means: the one whose name, goal or step it is, case, spaces, punctuation and a
 * number before it aside. Undefined where none is meant, or more than one could be.
 */
export function plannedMeant(
  tasks: readonly Task[],
  said: { readonly name: string | null; readonly goal: string | null },
): Task | undefined {
  const texts = [said.name, said.goal].filter(text => text !== null);
  const planned = tasks.filter(({ status }) => status === 'planned');
  const steps = new Set(tasks.map(({ step }) => flat(step ?? '')));
  const meant = planned.filter(task => texts.some(text => isMeant(task, text, steps)));
  const [only] = meant;
  return meant.length === 1 ? only : undefined;
}

function isMeant(task: Task, text: string, steps: ReadonlySet<string>): boolean {
  const step = flat(task.step ?? '');
  const words = new Set([task.name, task.goal].flatMap(own => [flat(own), flat(own.replace(NUMBERED, ''))]));
  words.delete('');
  const whole = flat(text);
  if (whole === '') return false;
  if (words.has(whole) || whole === step || flat(text.replace(STEP_WORD, '')) === step) return true;
  const [before, bracketed, bare] = NUMBERED.exec(text) ?? [];
  if (before === undefined || !words.has(flat(text.slice(before.length)))) return false;
  const number = flat(bracketed ?? bare ?? '');
  // A number that is another step's contradicts the words.
  return number === step || (COUNTING.test(number) && !steps.has(number));
}

/** The letters and digits of a text, in lower case, with single spaces. */
function flat(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
