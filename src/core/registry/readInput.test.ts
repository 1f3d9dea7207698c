import { expect, test } from 'vitest';
import { jsonSchemaCheck } from '../../node/upstream/jsonSchemaCheck';
import { readInput } from './readInput';

const schema = {
  type: 'object',
  properties: {
    path: { type: 'string' },
    task_id: { type: 'string', minLength: 1 },
    note: { type: 'string' },
    limit: { type: 'integer' },
    kind: { enum: ['a', 'b'] },
    parent: { anyOf: [{ type: 'string' }, { type: 'null' }] },
    options: {
      type: 'object',
      properties: { depth: { type: 'integer' }, deep: { type: 'boolean' } },
      additionalProperties: false,
    },
    items: { type: 'array', items: { type: 'object', properties: { n: { type: 'integer' } } } },
    server: { type: 'string' },
    scale: { enum: ['css', 'device'], default: 'css' },
  },
  required: ['path', 'scale'],
  additionalProperties: false,
};
const check = jsonSchemaCheck();

const read = (input: Readonly<Record<string, unknown>>) => {
  const { read: found, notes } = readInput(schema, input, value => ({
    input: value,
    fits: check('x', schema, value).length === 0,
  }));
  return { ...found, notes };
};

test.each<[Readonly<Record<string, unknown>>, Readonly<Record<string, unknown>>]>([
  [{ path: 'a', wait_for_previous: true }, { path: 'a' }],
  [{ path: 'a', limit: null }, { path: 'a' }],
  [{ path: 'a', scale: null }, { path: 'a' }],
  [{ path: 'a', limit: '', task_id: '', kind: '' }, { path: 'a' }],
  [
    { path: '', note: '', parent: null, limit: null },
    { path: '', note: '', parent: null },
  ],
  [
    { path: 'a', options: '{"depth": 2}' },
    { path: 'a', options: { depth: 2 } },
  ],
  [
    { path: 'a', options: { depth: null, deep: true } },
    { path: 'a', options: { deep: true } },
  ],
  [
    { path: 'a', items: '[{"n": 1}]' },
    { path: 'a', items: [{ n: 1 }] },
  ],
  [
    { path: 'a', items: [{ n: null }, { n: 2 }] },
    { path: 'a', items: [{}, { n: 2 }] },
  ],
  [
    { path: 'a', name: 'x' },
    { path: 'a', server: 'x' },
  ],
  [
    { path: 'a', taskId: 'x' },
    { path: 'a', task_id: 'x' },
  ],
])('reads %j as %j', (given, expected) => {
  const { input } = read(given);
  expect(input).toEqual(expected);
});

test.each<[Readonly<Record<string, unknown>>]>([
  [{ path: null }],
  [{ limit: 1 }],
  [{ path: 7 }],
  [{ path: 'a', limit: 'many' }],
  [{ path: 'a', limit: '5' }],
  [{ path: 'a', options: '{"depth":' }],
  [{ path: 'a', options: '[1]' }],
  [{ path: 'a', unknown: 1 }],
  [{ path: 'a', taskId: 'x', 'task-id': 'y' }],
  [{ path: 'a', server: 'x', name: 'y' }],
])('leaves %j wrong', given => {
  expect(read(given).fits).toBe(false);
});

test('leaves what fits as it is, whatever it looks like', () => {
  const open = { type: 'object', properties: { text: { type: 'string' }, any: {} } };
  const given = { text: '{"a":1}', any: null, other: '' };
  const { read: found, notes } = readInput(open, given, input => ({ input, fits: true }));
  expect({ input: found.input, notes }).toEqual({ input: given, notes: [] });
});

test('reads what stands beside an object as in it, and a text as the one that the object needs', () => {
  const done = {
    type: 'object',
    properties: {
      id: { type: 'string' },
      outcome: {
        type: 'object',
        properties: { summary: { type: 'string' }, steps: { type: 'array', items: { type: 'string' } } },
        required: ['summary'],
        additionalProperties: false,
      },
      extra: { type: 'object', properties: { note: { type: 'string' }, steps: {} } },
    },
    required: ['id', 'outcome'],
    additionalProperties: false,
  };
  const readDone = (input: Readonly<Record<string, unknown>>) => {
    const { read: found, notes } = readInput(done, input, value => ({
      value,
      fits: check('done', done, value).length === 0,
    }));
    return { ...found, notes };
  };
  expect(readDone({ id: '1', summary: 'Done.', steps: '["a"]' })).toEqual({
    fits: true,
    value: { id: '1', outcome: { summary: 'Done.', steps: ['a'] } },
    notes: [
      '"summary", "steps" was read as part of "outcome".',
      '"steps" was parsed as JSON: pass it as a value, not as text.',
    ],
  });
  expect(readDone({ id: '1', outcome: 'Done.' })).toEqual({
    fits: true,
    value: { id: '1', outcome: { summary: 'Done.' } },
    notes: ['"outcome" was read as its "summary".'],
  });
  // It may belong to either, to none of them, or to one that is there already.
  for (const wrong of [
    { id: '1', steps: [] },
    { id: '1', summary: 'Done.', color: 'red' },
    { id: '1', outcome: { steps: [] }, summary: 'Done.' },
    { id: '1', outcome: '' },
    { id: '1', outcome: 7 },
  ])
    expect(readDone(wrong).fits, JSON.stringify(wrong)).toBe(false);
});

test('reads a number or a truth value in quotes as itself, for a tool of a server alone', () => {
  const readIt = (input: Readonly<Record<string, unknown>>) =>
    readInput(schema, input, value => ({ value, fits: check('x', schema, value).length === 0 }), {
      isOfServer: true,
    });
  const { read: found, notes } = readIt({ path: 'a', limit: '5', options: { depth: ' -2 ', deep: 'false' } });
  expect(found.value).toEqual({ path: 'a', limit: 5, options: { depth: -2, deep: false } });
  expect(notes).toHaveLength(3);
  for (const wrong of ['1.5', '5 files', '12345678901234567890', 'true'])
    expect(readIt({ path: 'a', limit: wrong }).read.fits, wrong).toBe(false);
  expect(readIt({ path: 'a', options: { deep: 'yes' } }).read.fits).toBe(false);
  expect(readIt({ path: '5' }).read.value).toEqual({ path: '5' });
});

test('reads each text of a list as the object that needs it, and says so once', () => {
  const plan = {
    type: 'object',
    properties: {
      steps: {
        type: 'array',
        items: {
          type: 'object',
          properties: { goal: { type: 'string' }, name: { type: 'string' } },
          required: ['goal'],
          additionalProperties: false,
        },
      },
    },
  };
  const { read: found, notes } = readInput(plan, { steps: ['Look', 'Mend'] }, value => ({
    value,
    fits: check('plan', plan, value).length === 0,
  }));
  expect(found).toEqual({ fits: true, value: { steps: [{ goal: 'Look' }, { goal: 'Mend' }] } });
  expect(notes).toEqual(['"steps" was read as its "goal".']);
});

test('says what it read otherwise', () => {
  expect(read({ path: 'a', taskId: 'x', options: '{}', limit: null }).notes).toEqual([
    '"taskId" was read as "task_id".',
    '"options" was parsed as JSON: pass it as a value, not as text.',
  ]);
});

test("reads a call as the protocol writes it, with the tool's name as `name`", () => {
  const call = {
    type: 'object',
    properties: { tool: { type: 'string' }, server: { type: 'string' }, arguments: { type: 'object' } },
    required: ['tool'],
    additionalProperties: false,
  };
  const readCall = (input: Readonly<Record<string, unknown>>) =>
    readInput(call, input, value => ({ value, fits: check('call', call, value).length === 0 })).read.value;
  expect(readCall({ name: 'echo', arguments: {} })).toEqual({ tool: 'echo', arguments: {} });
  expect(readCall({ server: 'tiny', name: 'echo' })).toEqual({ server: 'tiny', tool: 'echo' });
  expect(readCall({ name: 'tiny', tool: 'echo' })).toEqual({ server: 'tiny', tool: 'echo' });
  expect(readCall({ constructor: 'echo' })).toEqual({ constructor: 'echo' });
});
