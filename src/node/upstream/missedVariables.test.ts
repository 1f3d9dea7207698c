import { expect, test } from 'vitest';
import { missedVariables } from './missedVariables';

test('a variable that a server misses is named as its word, with the line that gives it to the server', () => {
  expect(missedVariables('Error: EXAMPLE_API_KEY is required', {})).toBe(
    ' Its output names EXAMPLE_API_KEY, and a server gets only the variables that its entry names. ' +
      'If its documentation asks for it, add "requiredEnv": ["EXAMPLE_API_KEY"] to its entry: the user is then asked for it.',
  );
  expect(missedVariables('Set SHOP_URL and SHOP_TOKEN, or SHOP_TOKEN alone', {})).toContain(
    'for them, add "requiredEnv": ["SHOP_URL", "SHOP_TOKEN"]',
  );
});

test('what it was given already, and what is no variable of a service, is not named', () => {
  expect(missedVariables('EXAMPLE_API_KEY is invalid', { EXAMPLE_API_KEY: 'x' })).toBe('');
  expect(missedVariables('ERR_MODULE_NOT_FOUND: no such file; EADDRINUSE; NODE_ENV; SSH_AUTH_SOCK', {})).toBe(
    '',
  );
  expect(missedVariables('', {})).toBe('');
});
