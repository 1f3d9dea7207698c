import { expect, test } from 'vitest';
import type { Agent } from './agent';
import { codex } from './agents/codex';
import { LIT_BY_STRUCTURE, LIT_BY_TEXT, RECORDED } from './expected';
import { rowOf } from './row';
import type { Trial } from './trial';

const good: Trial = {
  introduction: { name: 'a-client', protocol: '2025-11-25' },
  isConnected: true,
  hasInstructions: true,
  arrival: { when: 'next request', isDeferred: false },
  generic: `${LIT_BY_TEXT}\n{"lamp":"${LIT_BY_STRUCTURE}"}`,
  direct: LIT_BY_TEXT,
  isComplete: true,
  recorded: [RECORDED],
  left: [],
};

const agent: Agent = { ...codex, title: 'A client', reasons: {} };

function rowFor(trial: Partial<Trial>, reasons: Agent['reasons'] = {}) {
  return rowOf({ ...agent, reasons }, '1.2.3', { type: 'tried', trial: { ...good, ...trial } });
}

test('says yes where all is well', () => {
  expect(rowFor({})).toEqual({
    title: 'A client',
    version: '1.2.3',
    cells: {
      connects: 'yes, as `a-client` (2025-11-25)',
      ...{ instructions: 'yes', arrival: 'yes', generic: 'yes', shown: 'both', workflow: 'yes', exit: 'yes' },
    },
    problems: [],
  });
});

test.each<[keyof ReturnType<typeof rowFor>['cells'], Partial<Trial>, string]>([
  ['connects', { isConnected: false }, '**no**'],
  ['instructions', { hasInstructions: false }, '**no**'],
  ['arrival', { arrival: { when: 'one late', isDeferred: false } }, '**one late**'],
  ['arrival', { direct: 'Refused.' }, '**next request, but the call failed**'],
  ['arrival', { direct: undefined, arrival: { when: 'never', isDeferred: false } }, '**never**'],
  ['generic', { generic: undefined }, '**no**'],
  ['shown', { generic: undefined }, '**neither**'],
  ['workflow', { recorded: [] }, '**no (nothing recorded)**'],
  ['workflow', { recorded: ['success: '] }, '**no (success: )**'],
  ['workflow', { recorded: [RECORDED, RECORDED] }, `**no (${RECORDED}; ${RECORDED})**`],
  [
    'workflow',
    { recorded: ['success: added b, modified haiku.txt'] },
    '**no (success: added b, modified haiku.txt)**',
  ],
  ['exit', { left: ['node headless.js'] }, '**no (1 left)**'],
])('%s: names what is not as wished, as a problem', (column, trial, cell) => {
  const { cells, problems } = rowFor(trial);
  expect(cells[column]).toBe(cell);
  expect(problems.join('\n')).toContain(`A client: "${column}" is: `);
});

test.each([
  ['text', LIT_BY_TEXT],
  ['structured', LIT_BY_STRUCTURE],
])('says that a client shows %s alone', (shown, generic) => {
  expect(rowFor({ generic }).cells.shown).toBe(shown);
});

test("takes the client's own reason for an answer", () => {
  const { cells, problems } = rowFor({ hasInstructions: false }, { instructions: 'it drops them' });
  expect([cells.instructions, problems]).toEqual(['no: it drops them', []]);
});

test('tells of a reason that is not needed any more', () => {
  const { cells, problems } = rowFor({}, { instructions: 'it drops them' });
  expect(cells.instructions).toBe('yes');
  expect(problems).toEqual(['A client: the reason for "instructions" is not needed any more.']);
});

test('a tool behind the search of the client is there', () => {
  const { cells, problems } = rowFor({ arrival: { when: 'next request', isDeferred: true } });
  expect([cells.arrival, problems]).toEqual(['yes, by its tool search', []]);
});

test('says why a client could not be tried', () => {
  const { cells, problems } = rowOf(agent, '1.2.3', { type: 'failed', why: 'No such package.' });
  expect([cells.connects, cells.exit]).toEqual(['no: No such package.', '–']);
  expect(problems).toEqual(['A client: No such package.']);
});
