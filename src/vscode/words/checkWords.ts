import type { Wording } from './wording';

/**
 * What the checks of a task say, in the person's language. Core says them to a model, in English, and they are kept so:
 * each sentence of theirs is known by its form, and one that is not known stays as it is.
 */
const SENTENCES: readonly (readonly [RegExp, (t: Wording['t'], ...parts: readonly string[]) => string])[] = [
  [
    /^(".*") is said to be added, but no manifest shows it\.$/,
    (t, name = '') => t('Agent reported adding {0}; not found in any manifest change.', name),
  ],
  [
    /^(".*") is said to be removed, but no manifest shows it\.$/,
    (t, name = '') => t('Agent reported removing {0}; not found in any manifest change.', name),
  ],
  [
    /^(.*) could not be read: packages in it were not compared\.$/,
    (t, path = '') => t("{0} couldn't be read, so its packages were not compared.", path),
  ],
  [
    /^Only (\d+) of (\d+) changed manifests were compared with the claims\.$/,
    (t, few = '', all = '') => t('Only {0} of {1} changed manifests were compared.', few, all),
  ],
  [
    /^(\d+) file\(s\) were not checked: the areas are too costly for so many files\.$/,
    (t, count = '') => t('Files not checked, because the areas match too many: {0}.', count),
  ],
  [
    /^No folder is open, so file changes are not recorded\.$/,
    t => t('No folder is open, so file changes are not recorded.'),
  ],
  [/^The agent asks for a review\.$/, t => t('The agent asks for a review.')],
  [
    /^Work from before the task was lost: (.*)$/s,
    (t, names = '') => t('Work from before the task was lost: {0}', names),
  ],
  [
    /^Commits no longer on any branch: (.*)$/s,
    (t, names = '') => t('Commits no longer on any branch: {0}', names),
  ],
  [
    /^Changed outside the declared areas: (.*)$/s,
    (t, paths = '') => t('Changed outside the declared areas: {0}', paths),
  ],
];

/** Longer than any sentence of ours: what an agent wrote is not looked through. */
const MAX_LENGTH = 2_000;

/** A sentence of the checks, or a reason why a task waits, as a person reads it. */
export function checkWords(text: string, { t }: Pick<Wording, 't'>): string {
  if (text.length > MAX_LENGTH) return text;
  for (const [form, say] of SENTENCES) {
    const found = form.exec(text);
    if (found) return say(t, ...found.slice(1));
  }
  return text;
}
