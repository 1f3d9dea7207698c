import { CLAIM_FACTS, type ClaimFact } from '../../core/snapshots/checkTexts';
import type { CheckedClaim } from '../../core/workflow/model/state';
import { formOf } from './checkWords';
import type { Wording } from './wording';

/** What a claim is about: a package, and whether it is said to be added. */
interface Claimed {
  readonly name: string;
  readonly isAdded: boolean;
}

type Say = (t: Wording['t'], claimed: Claimed, ...parts: readonly string[]) => string | undefined;

/** What people read of each finding; nothing of what the banner of the page says. */
const FACT_WORDS: Readonly<Record<ClaimFact, Say>> = {
  addedOther: (t, { name }, place = '') =>
    t('Agent reported adding {0}; found in {1}, in another version.', name, place),
  added: (t, { name }, place = '') => t('Agent reported adding {0}; found in {1}.', name, place),
  removed: (t, { name }, place = '') => t('Agent reported removing {0}; no longer in {1}.', name, place),
  nowhere: () => undefined,
  uncheckable: (t, { name, isAdded }) =>
    isAdded
      ? t('Agent reported adding {0}; there is no manifest to check it in.', name)
      : t('Agent reported removing {0}; there is no manifest to check it in.', name),
  addedUnsaid: (t, _, names = '', place = '') => t('Added in {1}, but not reported: {0}.', names, place),
  removedUnsaid: (t, _, names = '', place = '') => t('Removed in {1}, but not reported: {0}.', names, place),
  said: () => undefined,
};

const FORMS = Object.entries(CLAIM_FACTS).map(([key, text]) => ({
  // The keys are those of the list.
  say: FACT_WORDS[key as ClaimFact],
  form: formOf(text),
}));

/**
 * A claim of the agent and what was found of it, as a person reads it. Undefined for what the banner of the page says: what
 * was said of tests, and packages of which no manifest knows.
 */
export function claimWords({ claim, fact }: CheckedClaim, { t }: Pick<Wording, 't'>): string | undefined {
  const name = /^(?:packages_(?:added|removed)|tests_status): (.*)$/s.exec(claim)?.[1];
  if (name === undefined) return `${claim}: ${fact}`;
  for (const { form, say } of FORMS) {
    const found = form.exec(fact);
    if (found) return say(t, { name, isAdded: claim.startsWith('packages_added') }, ...found.slice(1));
  }
  return `${claim}: ${fact}`;
}
