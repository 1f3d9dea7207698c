import { expect, test } from 'vitest';
import { matchLines, nextStep, type ToldMatch } from './discoverText';

function match(name: string, blocked?: string): ToldMatch {
  return {
    name,
    status: blocked === undefined ? 'available' : 'missing-credentials',
    description: `What ${name} does`,
    why: ['deploy'],
    tools: ['deploy_site'],
    ...(blocked === undefined ? {} : { blocked }),
  };
}

const signIn = (name: string): string =>
  `"${name}" needs a sign-in in the browser. The user can sign in: run "switchyard --sign-in ${name}" in a terminal.`;

test('says once what blocks several, with their names', () => {
  expect(
    matchLines([
      match('time', signIn('time')),
      match('fly', signIn('fly')),
      match('here'),
      match('keyed', 'Missing KEY. The user can enter it.'),
    ]),
  ).toEqual([
    '- time (blocked): What time does [matched: deploy].',
    '- fly (blocked): What fly does.',
    '- here (available): What here does. Tools: deploy_site.',
    '- keyed (blocked): What keyed does. Missing KEY. The user can enter it.',
    'time, fly: "<name>" needs a sign-in in the browser. The user can sign in: run "switchyard --sign-in <name>" in a terminal.',
  ]);
});

test('says of one what blocks it in its own line', () => {
  expect(matchLines([match('fly', signIn('fly'))])).toEqual([
    `- fly (blocked): What fly does [matched: deploy]. ${signIn('fly')}`,
  ]);
});

test('leaves out where a program was looked for, and where to get keys', () => {
  const missing =
    'The program "x" was not found (searched C:\\Program Files (x86), C:\\bin). Install X, then try again.';
  const keyed = (key: string): string =>
    `Missing ${key}. The user can enter it. Where to get it: https://example.com/${key}`;
  expect(matchLines([match('a', keyed('A')), match('b', keyed('B')), match('c', missing)])).toEqual([
    '- a (blocked): What a does [matched: deploy]. Missing A.',
    '- b (blocked): What b does. Missing B.',
    '- c (blocked): What c does. The program "x" was not found. Install X, then try again.',
    'a, b: The user can enter it.',
  ]);
});

test('names another server only where it does the same', () => {
  const matches = [match('best', 'Missing KEY.'), match('worse'), match('good')];
  expect(nextStep(matches, name => name === 'good')).toBe(
    '"best" fits best, but is blocked: tell the user why and how to fix it. "good" matched the same words: Call mcp_activate {"name":"good"}.',
  );
  expect(nextStep(matches, () => false)).toBe(
    '"best" fits best, but is blocked: tell the user why and how to fix it. No other server is known to do the same.',
  );
  expect(nextStep([match('first'), match('best', 'Missing KEY.')], () => true)).toBe(
    'Call mcp_activate {"name":"first"}. Use another name if it fits better.',
  );
});

test('says of a server with many tools how to list only some', () => {
  const big = {
    name: 'big',
    status: 'available',
    description: '',
    why: ['x'],
    tools: ['go', 'stop'],
  } as const;
  expect(nextStep([{ ...big, toolCount: 94 }], () => false)).toContain(
    'Call mcp_activate {"name":"big"}. It has 94 tools: add "for":"what you want to do", to list only those that fit.',
  );
  expect(nextStep([{ ...big, toolCount: 20 }], () => false)).not.toContain('"tools"');
});
