import { isSecretName } from '../entry/secretNames';
import { maskedAddress } from './launch';

const HIDDEN = '(hidden)';

/**
 * A command line without what is secret in it, to be told to anybody: values of options and variables that are named like secrets, what
 * follows a scheme, passwords in addresses.
 */
export function withoutSecrets(commandLine: string): string {
  let before = '';
  const words = commandLine.split(/(\s+)/).map((word, i) => {
    if (i % 2 === 1 || word === '') return word;
    const told = toldOf(word, before);
    before = word;
    return told;
  });
  return words.join('');
}

function toldOf(word: string, before: string): string {
  const isNamed = /^["']?--?\w/.test(before) && !before.includes('=') && isSecretName(before);
  const follows = isNamed || /^["']?(?:bearer|basic)$/i.test(before);
  if (follows) return HIDDEN;
  const [, name = ''] = /^["']?(--?[\w-]+|\w+)=/.exec(word) ?? [];
  return isSecretName(name) ? `${name}=${HIDDEN}` : maskedAddress(word);
}
