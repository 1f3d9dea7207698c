import { isSecretName } from '../../core/catalog/entry/secretNames';

/** A name in capitals, with a part behind `_`: what programs call a variable when they miss it. */
const VARIABLE = /(?<![\w$])[A-Z][A-Z0-9]{1,40}(?:_[A-Z0-9]{1,40}){1,6}(?!\w)/g;

/** What settings of a service are mostly called beside its keys. */
const SETTING = /_(?:URL|URI|HOST|ENDPOINT|PROJECT|REGION|ACCOUNT|WORKSPACE|ORG|USER|USERNAME|EMAIL|ID)$/;

/** Variables that a hint names at most (chosen here). */
const MOST_NAMED = 3;

/**
 * What to do where a server did not start and its last words name variables that it was not given: servers get no variable that their
 * entry doesn't name. Empty where they name none. What a server says is its word, not ours: whether we have such a variable is told to
 * nobody. `given`: all that it was given.
 */
export function missedVariables(said: string, given: Readonly<Record<string, string>>): string {
  const missed = [...new Set(said.match(VARIABLE) ?? [])].filter(
    name => !(name in given) && (isSecretName(name) || SETTING.test(name)),
  );
  const names = missed.slice(0, MOST_NAMED);
  if (names.length === 0) return '';
  const list = names.map(name => `"${name}"`).join(', ');
  const them = names.length === 1 ? 'it' : 'them';
  return (
    ` Its output names ${names.join(', ')}, and a server gets only the variables that its entry names. ` +
    `If its documentation asks for ${them}, add "requiredEnv": [${list}] to its entry: the user is then asked for ${them}.`
  );
}
