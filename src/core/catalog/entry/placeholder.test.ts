import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findPlaceholder, findSurePlaceholder, isPlaceholder } from './placeholder';

test.each([
  '',
  '   ',
  '\t\n',
  '${API_KEY}',
  '${env:TOKEN}',
  'Bearer ${input:token}',
  '${}',
  '<YOUR_API_KEY>',
  '<your key>',
  '<api-token>',
  '<INSERT TOKEN>',
  '<TOKEN>',
  'Bearer <YOUR_TOKEN>',
  'YOUR_API_KEY',
  'YOUR-KEY',
  'Bearer YOUR_TOKEN',
  '--key=YOUR_KEY',
  'https://h.example/?key=YOUR_KEY',
  'your_api_key',
  'https://your-domain.example/mcp',
  'your-super-secret-token',
  'REPLACE',
  'REPLACE_ME',
  'REPLACE-WITH-KEY',
  'REPLACEME',
  'replace_me',
  'replace-with-your-key',
  'TODO',
  'todo',
  'TODO_KEY',
  'TODO: ask Ann',
  'Bearer TODO',
  'xxx',
  'XXXX',
  'xxxxxxxx',
  'sk-xxx',
  'sk-xxxxxxxx',
  'ghp_xxxxxxxx',
  'xxxx-xxxx-xxxx',
  'Bearer xxxx',
  'xxx123',
  'https://h.example/?key=xxx',
  'changeme',
  'CHANGEME',
  'change-me',
  'change_me',
  'postgres://u:changeme@localhost/db',
  'token_here',
  'YOUR_KEY_HERE',
  'put_it_here',
  ...['sk-...', 'ghp_…', '***', '••••••••', 'Bearer sk-proj-...'],
  ...['{file:~/.secrets/key}', 'Bearer {file:./token}'],
  ...['$API_KEY', 'Bearer $API_KEY', '%API_KEY%', '{env:API_KEY}', '{{ api_key }}', '{{secrets.TOKEN}}'],
  ...['[YOUR KEY]', 'your api key', 'Insert your token here', 'Bearer [Your API Key]'],
])('takes %j for a placeholder', value => {
  expect(isPlaceholder(value)).toBe(true);
});

test.each([
  '0',
  'real-value',
  'sk-proj-4fQxxx9aB',
  'ghp_aXxXbXXXc1',
  'https://h.example/aGxxxB/mcp',
  '/home/ann/todo-list',
  './TODO.md',
  'todoist-mcp',
  'TODOIST',
  'todo-mcp@latest',
  '--todo',
  'replace-in-file',
  '@scope/replace-mcp',
  '--replace',
  'REPLACEMENT.txt'.toLowerCase(),
  '/home/ann/your-stories',
  'yourname',
  'exchange-member',
  'changement',
  'where',
  'heretic',
  'start-here',
  'xx',
  'xxl-shirts',
  'axxxb',
  'a<b',
  '<div>',
  'Vec<u8>',
  'x > 3',
  '$HOME',
  '$5',
  '{curly}',
  '@modelcontextprotocol/server-filesystem',
  'xxxl',
  'XXXL-large',
  './todo_here',
  'over_here',
  '{"note":"<IMPORTANT> read this first"}',
  '{"rules":["<IMPORTANT>"]}',
  'Say <IMPORTANT> twice',
  ...['...a', 'p**d***x', '$ECRET', '{"a":1}', '100%_SURE%', 'https://h.example/**', 'Your brother keyed it'],
])('takes %j for a real value', value => {
  expect(isPlaceholder(value)).toBe(false);
});

test.each([
  '<YOUR_KEY>',
  '--dir=<YOUR_FOLDER>',
  '{"Authorization":"Bearer <YOUR_TOKEN>"}',
  '<DIRECTORY>',
  '<insert path>',
  '<api-token>',
  'YOUR_API_KEY',
  '{"Authorization":"Bearer YOUR_TOKEN"}',
  'your-project-id',
  'https://your-domain.example/mcp',
  'REPLACE_ME',
  'REPLACE_WITH_PATH',
  'xxx',
  '--token=xxxx',
  'xxxx-xxxx',
  'changeme',
  'TODO',
  'postgres://u:changeme@localhost/db',
])('takes %j for a placeholder even where the value is no key', value => {
  expect(findSurePlaceholder(value)).toBeDefined();
});

test.each([
  ...['', ' ', 'xxxl', './todo_here', 'todo', 'TODO,FIXME', '--tags=TODO', 'REPLACE INTO t', 'REPLACE'],
  ...[
    '{"note":"<IMPORTANT>"}',
    '<div id="x">',
    '<input type="password">',
    'a<b',
    '/home/xxx/x',
    'put_it_here',
  ],
  ...['./your-project', '/home/ann/your-account', 'key_here', 'ghp_xxx_1', '$HOME', '{curly}'],
])('takes %j for a value where it is no key', value => {
  expect(findSurePlaceholder(value)).toBeUndefined();
});

test('what is surely a placeholder is one for a key too, unless it is blank', () => {
  const part = fc.constantFrom(
    '<',
    '>',
    'YOUR',
    '_',
    '-',
    'KEY',
    'xxx',
    'change',
    'me',
    'replace',
    '=',
    ' ',
    'your',
    'a',
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 8 }), parts => {
      const value = parts.join('');
      expect(findSurePlaceholder(value) !== undefined && !isPlaceholder(value)).toBe(false);
    }),
  );
});

test('says which part has to be filled in', () => {
  expect(findPlaceholder('Bearer YOUR_TOKEN')).toBe('YOUR_T');
  expect(findPlaceholder(' ')).toBe('');
  expect(findPlaceholder('fine')).toBeUndefined();
});

test('never lets a placeholder pass, whatever separator stands around it', () => {
  const form = fc.oneof(
    fc.stringMatching(/^[A-Z]{1,8}$/).map(word => `YOUR_${word}`),
    fc.stringMatching(/^[A-Z]{1,8}$/).map(word => `<YOUR_${word}>`),
    fc.stringMatching(/^[A-Za-z_:]{0,8}$/).map(word => `\${${word}}`),
    fc.integer({ min: 3, max: 40 }).map(count => 'x'.repeat(count)),
    fc.integer({ min: 3, max: 40 }).map(count => `sk-${'x'.repeat(count)}`),
    fc.constantFrom('REPLACE', 'REPLACE_ME', 'TODO', 'TODO_LATER', 'changeme', 'change-me', 'key_here'),
  );
  const before = fc.constantFrom('', ' ', 'Bearer ', 'https://h.example/?key=', '--key=', '"', '/', ':');
  const after = fc.constantFrom('', ' ', '"', '/', '&a=b', '@host');
  fc.assert(
    fc.property(before, form, after, (head, placeholder, tail) => isPlaceholder(head + placeholder + tail)),
  );
});

test('takes no random token of letters and digits for a placeholder', () => {
  const token = fc.stringMatching(/^[a-wyz0-9][A-Za-z0-9]{19,60}$/);
  fc.assert(fc.property(token, value => !isPlaceholder(value)));
});

test.each(['<', '<key ', 'your_a_', 'YOUR', '${', 'xxx_'])('comes to an end with a megabyte of %j', part => {
  // What looks again from each character would take hours.
  expect(isPlaceholder(part.repeat(1_000_000 / part.length))).toBeTypeOf('boolean');
  expect(findSurePlaceholder(part.repeat(1_000_000 / part.length))).not.toBe('');
});
