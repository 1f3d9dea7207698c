import { expect, test } from 'vitest';
import { plainWording } from '../../../test/support/pictureText';
import { claimWords } from './claimWords';

const said = (claim: string, fact: string) => claimWords({ claim, fact }, plainWording);

test('a claim of packages is told with what was found of it', () => {
  expect([
    said('packages_added: "zod"', 'added in web/package.json'),
    said('packages_added: "zod"', 'added in package.json, in another version'),
    said('packages_added: "zod"', 'could not be checked: no manifest for it was found'),
    said('packages_added: not named', '"zod", "yup" added in package.json'),
    said('packages_removed: "jwt"', 'removed in package.json'),
    said('packages_removed: "jwt"', 'could not be checked: no manifest for it was found'),
    said('packages_removed: not named', '"jwt" removed in package.json'),
  ]).toEqual([
    'Agent reported adding "zod"; found in web/package.json.',
    'Agent reported adding "zod"; found in package.json, in another version.',
    'Agent reported adding "zod"; there is no manifest to check it in.',
    'Added in package.json, but not reported: "zod", "yup".',
    'Agent reported removing "jwt"; no longer in package.json.',
    'Agent reported removing "jwt"; there is no manifest to check it in.',
    'Removed in package.json, but not reported: "jwt".',
  ]);
});

test('what the banner says of tests and packages is not said twice', () => {
  expect(said('tests_status: passed', 'not checked: this is what the agent says')).toBeUndefined();
  expect(said('packages_added: "zod"', 'no manifest changed so')).toBeUndefined();
});

test('a claim in a form that is not known stays as it is', () => {
  expect(said('weather: fine', 'it rains')).toBe('weather: fine: it rains');
});
