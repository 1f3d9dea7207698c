import type { Finding, FindingKind } from './scanTool';

/** What people call a finding. */
const WORDS: Readonly<Record<FindingKind, string>> = {
  'hidden-text': 'characters that nobody sees',
  instructions: 'instructions to the agent',
  concealment: 'a wish to keep something from the user',
  secrets: 'a wish for secrets',
  'other-tools': 'rules for other tools',
  lookalike: 'letters of two alphabets in one word',
  'too-long': 'too long to be looked through',
};

/** What was found, each kind once, in words that quote nothing. */
export function findingWords(findings: readonly Finding[]): string {
  return [...new Set(findings.map(({ kind }) => WORDS[kind]))].join(', ');
}
