import type { Finding, FindingKind } from './scanTool';

/** What people call a finding. */
const WORDS: Readonly<Record<FindingKind, string>> = {
  'hidden-text': 'invisible characters',
  instructions: 'instructions to the agent',
  concealment: 'a request to hide something from the user',
  secrets: 'a request for secrets',
  'other-tools': 'rules for other tools',
  destination: 'data sent to a fixed address',
  payload: 'a dangerous command',
  encoded: 'instructions in a hidden encoding',
  contradiction: 'claims to be read-only, but does more',
  lookalike: 'mixed alphabets in one word',
  'embedded-secret': 'a key or token in its text',
  'too-long': 'too long to check',
};

/** What was found, each kind once, in words that quote nothing. */
export function findingWords(findings: readonly Finding[]): string {
  return [...new Set(findings.map(({ kind }) => WORDS[kind]))].join(', ');
}
