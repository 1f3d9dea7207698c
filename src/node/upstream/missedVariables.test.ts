import { expect, test } from 'vitest';
import { missedVariables } from './missedVariables';

const own = (name: string) => name === 'OWN_URL' || name === 'OWN_KEY';

test('a variable that a server misses is named with the line that gives it to the server', () => {
  expect(missedVariables('Error: EXAMPLE_API_KEY is required', {}, own)).toBe(
    ' Add "requiredEnv": ["EXAMPLE_API_KEY"] to its entry: the user is then asked for it, or write it into "env".',
  );
});

test('one that is set here is said to be withheld', () => {
  expect(missedVariables('Set OWN_URL and OWN_KEY, or OWN_KEY alone', {}, own)).toBe(
    ' OWN_URL and OWN_KEY are set here, but a server gets only the variables that its entry names. ' +
      'Add "requiredEnv": ["OWN_URL", "OWN_KEY"] to its entry: the user is then asked for them, or write it into "env".',
  );
});

test('what the entry gives already, and what is no variable, is not named', () => {
  expect(missedVariables('EXAMPLE_API_KEY is invalid', { EXAMPLE_API_KEY: 'x' }, own)).toBe('');
  expect(missedVariables('ERR_MODULE_NOT_FOUND: no such file; EADDRINUSE; NODE_ENV', {}, own)).toBe('');
  expect(missedVariables('', {}, own)).toBe('');
});
