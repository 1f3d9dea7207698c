import type { CheckedClaim } from '../../core/workflow/model/state';
import type { Wording } from './wording';

type Say = (t: Wording['t'], name: string, place: string) => string;

/** What was found of a package that the agent named, by the form of core's answer to it. */
const FOUND: readonly (readonly [RegExp, Say])[] = [
  [
    /^added in (?<place>.*), in another version$/s,
    (t, name, place) => t('Agent reported adding {0}; found in {1}, in another version.', name, place),
  ],
  [
    /^added in (?<place>.*)$/s,
    (t, name, place) => t('Agent reported adding {0}; found in {1}.', name, place),
  ],
  [
    /^removed in (?<place>.*)$/s,
    (t, name, place) => t('Agent reported removing {0}; no longer in {1}.', name, place),
  ],
];

/** The same of one that could not be looked for. */
const UNCHECKED: Readonly<Record<string, Say>> = {
  added: (t, name) => t('Agent reported adding {0}; there is no manifest to check it in.', name),
  removed: (t, name) => t('Agent reported removing {0}; there is no manifest to check it in.', name),
};

/** Packages that the agent did not name. */
const UNSAID: Readonly<Record<string, Say>> = {
  added: (t, names, place) => t('Added in {1}, but not reported: {0}.', names, place),
  removed: (t, names, place) => t('Removed in {1}, but not reported: {0}.', names, place),
};

/**
 * A claim of the agent and what was found of it, as a person reads it. Undefined for what the banner of the page says: what
 * was said of tests, and packages of which no manifest knows.
 */
export function claimWords({ claim, fact }: CheckedClaim, { t }: Pick<Wording, 't'>): string | undefined {
  if (claim.startsWith('tests_status: ') || fact === 'no manifest changed so') return undefined;
  const [, verb = '', name = ''] = /^packages_(added|removed): (.*)$/s.exec(claim) ?? [];
  const unsaid = name === 'not named' ? /^(?<names>.*) (?:added|removed) in (?<place>.*)$/s.exec(fact) : null;
  if (unsaid?.groups) return UNSAID[verb]?.(t, unsaid.groups['names'] ?? '', unsaid.groups['place'] ?? '');
  if (fact.startsWith('could not be checked')) return UNCHECKED[verb]?.(t, name, '');
  for (const [form, say] of FOUND) {
    const place = form.exec(fact)?.groups?.['place'];
    if (place !== undefined && verb !== '') return say(t, name, place);
  }
  return `${claim}: ${fact}`;
}
