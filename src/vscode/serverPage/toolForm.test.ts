import { expect, test } from 'vitest';
import { plainWording } from '../../../test/support/pictureText';
import { fieldsOf, readForm } from './toolForm';

const { t } = plainWording;

const SCHEMA = {
  type: 'object',
  properties: {
    note: { type: 'string', description: 'What to write' },
    count: { type: 'integer', minimum: 1, maximum: 5 },
    mode: { enum: ['fast', 'slow', 3] },
    loud: { type: 'boolean' },
    sure: { type: 'boolean', default: true },
    tags: { type: 'array', items: { type: 'string' } },
    near: { anyOf: [{ type: 'string' }, { type: 'null' }], default: null },
    place: { $ref: '#/$defs/Place' },
  },
  required: ['count', 'note'],
  $defs: { Place: { type: 'object', description: 'Where' } },
};

const values = (given: Readonly<Record<string, string>>) =>
  Object.entries(given).map(([name, value]) => ({ name, value }));

test('makes a field of the right kind for each argument, those that are required first', () => {
  expect(
    fieldsOf(SCHEMA, t).map(({ name, kind, isRequired, initial }) => [name, kind, isRequired, initial]),
  ).toEqual([
    ['note', 'text', true, ''],
    ['count', 'number', true, ''],
    ['mode', 'choice', false, ''],
    ['loud', 'choice', false, ''],
    ['sure', 'flag', false, 'true'],
    ['tags', 'json', false, ''],
    ['near', 'text', false, ''],
    ['place', 'json', false, ''],
  ]);
  expect(fieldsOf(SCHEMA, t)[0]?.about).toBe('What to write');
  expect(fieldsOf(SCHEMA, t)[7]?.about).toBe('Where');
  expect(fieldsOf(SCHEMA, t)[2]?.choices?.map(({ label }) => label)).toEqual([
    '(not set)',
    'fast',
    'slow',
    '3',
  ]);
});

test('reads what was filled in as the types say, and leaves out what was not', () => {
  const read = readForm(
    SCHEMA,
    values({ note: ' a ', count: '2', mode: '3', sure: 'false', tags: '["x"]', near: '', place: '{"at":1}' }),
    t,
  );
  expect(read).toEqual({
    fits: true,
    input: { note: ' a ', count: 2, mode: 3, sure: false, tags: ['x'], place: { at: 1 } },
  });
});

test('says at each field what is wrong there', () => {
  const read = readForm(SCHEMA, values({ count: '1.5', mode: '"none"', tags: '{}', place: '{' }), t);
  expect(read.fits ? [] : [...read.problems]).toEqual([
    ['note', 'Enter a value.'],
    ['count', 'Enter a whole number.'],
    ['mode', 'Select one of the values.'],
    ['tags', 'Enter a JSON array, such as [1, 2].'],
    ['place', expect.stringMatching(/^Not valid JSON: /)],
  ]);
  const high = readForm(SCHEMA, values({ note: 'a', count: '6' }), t);
  expect(high.fits ? [] : [...high.problems]).toEqual([['count', 'Enter at most 5.']]);
});

test('takes JSON for a tool whose arguments have no names, and nothing for one that takes nothing', () => {
  expect(fieldsOf({ type: 'object', properties: {} }, t)).toEqual([]);
  expect(readForm({ type: 'object', properties: {} }, [], t)).toEqual({ fits: true, input: {} });
  const open = { type: 'object', additionalProperties: true };
  expect(fieldsOf(open, t)).toMatchObject([{ name: '', kind: 'json', initial: '{}' }]);
  expect(readForm(open, values({ '': '{"a":1}' }), t)).toEqual({ fits: true, input: { a: 1 } });
});
