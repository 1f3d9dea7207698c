import { isSecretName } from '../../core/catalog/entry/secretNames';

/** A name in capitals, with a part behind `_`: what programs call a variable when they miss it. */
const VARIABLE = /(?<![\w$])[A-Z][A-Z0-9]{1,40}(?:_[A-Z0-9]{1,40}){1,6}(?!\w)/g;

/** Variables that a hint names at most (chosen here). */
const MOST_NAMED = 3;

/**
 * What to do where a server did not start and its last words name variables that it was not given: servers get no variable of ours
 * that their entry doesn't name. Empty where they name none. `isSet`: whether we have such a variable.
 */
export function missedVariables(
  said: string,
  given: Readonly<Record<string, string>>,
  isSet: (name: string) => boolean,
): string {
  const missed = [...new Set(said.match(VARIABLE) ?? [])].filter(
    name => !(name in given) && (isSet(name) || isSecretName(name)),
  );
  const names = missed.slice(0, MOST_NAMED);
  if (names.length === 0) return '';
  const set = names.filter(isSet);
  const why =
    set.length === 0
      ? ''
      : `${set.join(' and ')} ${set.length === 1 ? 'is' : 'are'} set here, but a server gets only the variables that its entry names. `;
  const list = names.map(name => `"${name}"`).join(', ');
  return ` ${why}Add "requiredEnv": [${list}] to its entry: the user is then asked for ${names.length === 1 ? 'it' : 'them'}, or write it into "env".`;
}
