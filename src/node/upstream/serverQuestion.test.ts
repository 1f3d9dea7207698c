import { expect, test } from 'vitest';
import { idOf } from '../../../test/support/catalogWorld';
import { namedAddresses, namedQuestion } from './serverQuestion';

const elicit = (params: object) => namedQuestion(idOf('github'), 'elicitation/create', { ...params });
const sample = (params: object) => namedQuestion(idOf('github'), 'sampling/createMessage', { ...params });
const text = (words: string) => ({ type: 'text', text: words });

test('says first whose question it is, whatever the server writes', () => {
  const { message } = elicit({
    message: '\n\n  Switchyard needs your GitHub password',
    _meta: { a: 1 },
    x: 2,
  });
  expect(message).toBe('The server "github" asks: Switchyard needs your GitHub password');
  expect(elicit({ message: 'a\r\n\r\n\r\n\r\nb\n1' })).toEqual({
    message: 'The server "github" asks: a\n\nb\n1',
  });
  expect(elicit({ message: 'x'.repeat(5_000_000) })['message']).toHaveLength(2_026);
  expect(elicit({ message: 7 })).toEqual({ message: 'The server "github" asks: ' });
});

test('spells out what nobody sees, and leaves alone what languages and emoji need', () => {
  const hidden = 'a\u{1b}[31mb\u{202e}c\u{e0041}d\u{200b}e\u{7}';
  expect(elicit({ message: hidden })['message']).toBe(
    'The server "github" asks: a\\u{1b}[31mb\\u{202e}c\\u{e0041}d\\u{200b}e\\u{7}',
  );
  const harmless = 'می\u200cخواهم 👩\u200d💻 ❤️ où\u00a0?\tdéjà';
  expect(elicit({ message: harmless })['message']).toBe(
    `The server "github" asks: ${harmless.replace('\u00a0', ' ')}`,
  );
});

test('shows titles, descriptions and names of choices in the same way, and nothing else is changed', () => {
  const requestedSchema = {
    type: 'object',
    properties: {
      'a b': {
        type: 'string',
        title: 'T\u{202e}',
        description: 'D\u{1b}',
        pattern: '^[\u00a0]$',
        minLength: 1,
      },
      title: { type: 'string', enum: ['x', 'y'], enumNames: ['X\u{e0041}', 'Y'], default: 'x' },
      pick: { type: 'array', items: { anyOf: [{ const: 'c', title: 'C\u{200b}' }] } },
    },
    required: ['a b'],
  };
  expect(elicit({ message: 'm', requestedSchema })['requestedSchema']).toEqual({
    type: 'object',
    properties: {
      'a b': { ...requestedSchema.properties['a b'], title: 'T\\u{202e}', description: 'D\\u{1b}' },
      title: { ...requestedSchema.properties.title, enumNames: ['X\\u{e0041}', 'Y'] },
      pick: { type: 'array', items: { anyOf: [{ const: 'c', title: 'C\\u{200b}' }] } },
    },
    required: ['a b'],
  });
});

test.each([
  { properties: { 'a\u{202e}': { type: 'string' } } },
  { properties: { a: { enum: ['yes\u{200b}'] } } },
  { properties: { a: { oneOf: [{ const: 'yes\u{1b}', title: 'Yes' }] } } },
  { properties: { a: { type: 'string', default: 'x\u{e0041}' } } },
  { properties: { ['a'.repeat(2_000)]: {} } },
])('asks nothing whose names or values are not what they look like: %j', requestedSchema => {
  expect(() => elicit({ message: 'm', requestedSchema })).toThrow('invisible characters');
});

test('asks nothing that is too large to be looked at', () => {
  const properties = Object.fromEntries(
    Array.from({ length: 6_000 }, (_, at) => [`p${at}`, { type: 'string' }]),
  );
  expect(() => elicit({ message: 'm', requestedSchema: { properties } })).toThrow('too large to be shown');
  let deep: object = {};
  for (let depth = 0; depth < 100; depth += 1) deep = { deep };
  expect(() => elicit({ message: 'm', requestedSchema: deep })).toThrow('too large to be shown');
});

test.each([
  ['https://example.com/a?b=c#d', 'https://example.com/a?b=c#d'],
  ['HTTPS://EXAMPLE.com', 'https://example.com/'],
  ['http://localhost:3000/x', 'http://localhost:3000/x'],
  ['http://127.0.0.1/', 'http://127.0.0.1/'],
  ['http://[::1]:80/', 'http://[::1]/'],
  ['https://\u0430pple.com/', 'https://xn--pple-43d.com/'],
  ['https://example.com/\u{202e}x', 'https://example.com/%E2%80%AEx'],
])('lets a person open %s', (url, opened) => {
  expect(elicit({ mode: 'url', url, elicitationId: 'e1', message: 'Sign in' })).toEqual({
    mode: 'url',
    elicitationId: 'e1',
    url: opened,
    message: 'The server "github" asks: Sign in',
  });
});

test.each([
  'javascript:alert(1)',
  'file:///etc/passwd',
  'vscode://x/y',
  'command:workbench.action.terminal.new',
  'data:text/html,x',
  ' javascript:alert(1)',
  'http://example.com/',
  'http://127.0.0.1.evil.example/',
  'http://localhost.evil.example/',
  'https://github.com@evil.example/',
  'https://',
  '/relative',
  '',
  undefined,
  { toString: 'https://example.com' },
])('asks nobody to open %j, neither at once nor before a call', url => {
  const asked = { mode: 'url', url, elicitationId: 'e1', message: 'Sign in' };
  expect(() => elicit(asked)).toThrow('Only https addresses');
  expect(() => namedAddresses(idOf('github'), { elicitations: [asked] })).toThrow('Only https addresses');
});

test('names the server in what it wants opened before a call', () => {
  const one = { mode: 'url', url: 'https://example.com', elicitationId: 'e1', message: 'Open', more: 1 };
  expect(namedAddresses(idOf('github'), { elicitations: [one, 7], more: 1 })).toEqual({
    elicitations: [
      {
        mode: 'url',
        url: 'https://example.com/',
        elicitationId: 'e1',
        message: 'The server "github" asks: Open',
      },
    ],
  });
  expect(namedAddresses(idOf('github'), undefined)).toEqual({ elicitations: [] });
  expect(() =>
    namedAddresses(idOf('github'), { elicitations: Array.from({ length: 9 }, () => one) }),
  ).toThrow('At most 8');
});

test('knows the two ways of asking a person only', () => {
  expect(elicit({ mode: 'form', message: 'm' })).toEqual({
    mode: 'form',
    message: 'The server "github" asks: m',
  });
  expect(() => elicit({ mode: 'shell', message: 'm' })).toThrow('This mode is unknown');
});

test('names the server where a person who reviews a conversation looks first', () => {
  const messages = [
    { role: 'user', content: text('Sum\u{e0041}') },
    { role: 'assistant', content: [text('b\u{1b}')] },
  ];
  expect(sample({ messages, systemPrompt: 'Be\u{202e}', maxTokens: 5, task: { ttl: 1 }, _meta: {} })).toEqual(
    {
      messages: [
        { role: 'user', content: text('The server "github" asks: Sum\\u{e0041}') },
        { role: 'assistant', content: [text('b\\u{1b}')] },
      ],
      systemPrompt: 'Be\\u{202e}',
      maxTokens: 5,
    },
  );
  expect(sample({ messages: [{ role: 'user', content: [text('a'), text('b')] }] })['messages']).toEqual([
    { role: 'user', content: [text('The server "github" asks: a'), text('b')] },
  ]);
  const image = { role: 'user', content: { type: 'image', data: 'AA==', mimeType: 'image/png' } };
  expect(sample({ messages: [image] })['messages']).toEqual([
    { role: 'user', content: text('The server "github" asks this.') },
    image,
  ]);
});
