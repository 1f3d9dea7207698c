import { expect, test } from 'vitest';
import { ajvSchemaCheck } from './ajvSchemaCheck';

const check = ajvSchemaCheck();
const withId = (type: string) => ({
  $id: 'https://example.com/tool',
  type: 'object',
  properties: { a: { type } },
});

test('says in words what does not fit', () => {
  const schema = { type: 'object', required: ['a'], properties: { a: { type: 'string' } } };
  expect(check('1', schema, {})).toEqual(["must have required property 'a'"]);
  expect(check('1', schema, { a: 1 })).toEqual(['a must be string']);
  expect(check('1', schema, { a: 'x' })).toEqual([]);
});

test('keeps two schemas apart that call themselves by one name', () => {
  expect(check('2', withId('string'), { a: 'x' })).toEqual([]);
  expect(check('3', withId('number'), { a: 1 })).toEqual([]);
});

test('leaves it to the server where a schema can not be understood', () => {
  expect(check('4', { type: 'no such type' }, { a: 1 })).toEqual([]);
});
