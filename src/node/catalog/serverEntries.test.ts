import fc from 'fast-check';
import { parse, type ParseError } from 'jsonc-parser';
import { expect, test } from 'vitest';
import { readServerEntries } from './serverEntries';

const FILE = { source: 'servers-file', origin: '.switchyard/servers.json', owner: 'workspace' } as const;
const SETTINGS = { source: 'settings', origin: 'switchyard.servers', owner: 'user' } as const;

function readFile(text: string) {
  return readServerEntries(text, FILE);
}

/** The problems as lines of text. */
function problemsOf(text: string): readonly string[] {
  return readFile(text).problems.map(({ line, column, message }) => `${line}:${column} ${message}`);
}

test('reads the form of VS Code with comments and trailing commas', () => {
  const { entries, problems } = readFile(`{
    // my servers
    "inputs": [{ "id": "key", "type": "promptString", "password": true, "description": "Key of the shop" },],
    "servers": {
      "shop": {
        "type": "stdio", "command": "npx", "args": ["-y", "shop", "\${input:key}"],
        "env": { "PORT": 80, "DEBUG": null, "QUIET": true, "__proto__x": "1" }, "cwd": "\${workspaceFolder}", "dev": { "watch": "x" },
      },
      "docs": { "type": "http", "url": "https://docs.example/mcp", "headers": { "X-Key": "a" } },
    },
  }`);

  expect(problems).toEqual([]);
  expect(entries).toEqual([
    {
      id: 'shop',
      displayName: 'shop',
      description: '',
      category: 'custom',
      tags: [],
      source: 'servers-file',
      owner: 'workspace',
      origin: '.switchyard/servers.json',
      launch: {
        type: 'stdio',
        command: 'npx',
        args: ['-y', 'shop', '${input:key}'],
        env: { PORT: '80', QUIET: 'true', __proto__x: '1' },
        cwd: '${workspaceFolder}',
      },
      needs: [{ key: 'key', isSecret: true, isRequired: true, description: 'Key of the shop' }],
      requires: [],
      isolation: 'shared',
      disabledBy: null,
      isVerified: true,
      allowedTools: [],
      requireApproval: 'never',
    },
    expect.objectContaining({
      id: 'docs',
      launch: { type: 'http', url: 'https://docs.example/mcp', headers: { 'X-Key': 'a' } },
    }),
  ]);
});

test('reads our own fields, and mcpServers as other tools write it', () => {
  const { entries } = readFile(
    JSON.stringify({
      mcpServers: {
        a: {
          command: 'a',
          displayName: 'A',
          description: 'Does a',
          category: 'search',
          tags: ['x'],
          disabled: true,
          isolation: 'session',
          allowed_tools: ['t'],
          require_approval: 'auto',
          requiredEnv: ['KEY', { key: 'HOST', secret: false, description: 'Where it is' }],
          requires: ['git'],
        },
      },
    }),
  );
  expect(entries).toMatchObject([
    {
      displayName: 'A',
      description: 'Does a',
      category: 'search',
      tags: ['x'],
      disabledBy: 'workspace',
      isolation: 'session',
      allowedTools: ['t'],
      needs: [
        { key: 'KEY', isSecret: true, isRequired: true },
        { key: 'HOST', isSecret: false, isRequired: true, description: 'Where it is' },
      ],
      requires: ['git'],
    },
  ]);
});

test('reads the value of a setting, where places mean nothing', () => {
  const { entries, problems } = readServerEntries(
    { good: { url: 'http://localhost:3000/mcp', disabled: true }, bad: {} },
    SETTINGS,
  );
  expect(entries).toMatchObject([
    { id: 'good', source: 'settings', origin: 'switchyard.servers', disabledBy: 'user' },
  ]);
  expect(problems).toEqual([
    {
      origin: 'switchyard.servers',
      message: '"bad": it has neither a command nor a url. Give it one of them.',
      server: 'bad',
    },
  ]);
});

test('gives line and column of a syntax error and none of the servers', () => {
  const { entries, problems } = readFile(
    '{\n  "servers": {\n    "a": { "command": "a" }\n    "b": { "command": "b" }\n  }\n}',
  );
  expect(entries).toEqual([]);
  expect(problems).toEqual([
    {
      origin: '.switchyard/servers.json',
      message:
        'Syntax error at line 4, column 5: comma expected. None of its servers is used until it is mended.',
      line: 4,
      column: 5,
    },
  ]);
});

test('lets a wrong entry spoil only itself, and names entry, field and line', () => {
  const text = `{"servers": {
    "good": { "command": "good" },
    "none": { "env": {} },
    "both": { "command": "a", "url": "https://a.example" },
    "a__b": { "command": "a" },
    "__proto__": { "command": "a" },
    "args": { "command": "a",
      "args": ["x", null] },
    "env": { "command": "a", "env": { "K": {} } },
    "name": { "command": "a", "env": { "A=B": "x", "__proto__": "x" } },
    "url": { "url": "ftp://a.example" },
    "type": { "type": "pipe", "command": "a" },
    "http": { "type": "http", "command": "a" },
    "header": { "url": "https://a.example", "headers": { "a b": "x" } },
    "text": "a",
    "good": { "command": "again" },
    "need": { "command": "a", "requiredEnv": ["a b"] },
    "constructor": { "command": "fine" }
  }}`;
  expect(readFile(text).entries.map(({ id }) => id)).toEqual(['good', 'constructor']);
  expect(readFile(text).entries).toMatchObject([{ launch: { command: 'again' } }, {}]);
  expect(problemsOf(text)).toMatchInlineSnapshot(`
    [
      "3:5 "none": it has neither a command nor a url. Give it one of them.",
      "4:5 "both": it has a command and a url. Keep one of them, or say which counts with "type".",
      "5:5 "a__b" can't be a server's name. Use letters, digits, "-" and single "_", at most 32 characters.",
      "6:5 "__proto__" can't be a server's name. Use letters, digits, "-" and single "_", at most 32 characters.",
      "8:21 "args": args.1 is wrong: expected a text.",
      "9:44 "env": env.K is wrong: expected a text.",
      "10:47 "name": env.A=B is wrong: that is no name for a variable.",
      "10:65 "name": env.__proto__ is wrong: that is no name for a variable.",
      "11:21 "url": url is wrong: expected an address that begins with http:// or https://.",
      "12:23 "type": type is wrong: Invalid option: expected one of "stdio"|"http"|"sse"|"streamable-http"|"streamableHttp".",
      "13:5 "http": its type is http, so it needs a url.",
      "14:65 "header": headers.a b is wrong: that is no name for a header.",
      "15:13 "text": the entry is wrong: expected object, received string.",
      "17:47 "need": requiredEnv.0 is wrong: expected a name such as API_KEY, or an object with "key".",
      "2:5 "good" stands here twice. The last one counts: remove this one.",
    ]
  `);
});

test.each([
  ['{}', 'It has no "servers". Write { "servers": { "name": { "command": "…" } } }.'],
  ['[]', 'It has no "servers". Write { "servers": { "name": { "command": "…" } } }.'],
  ['{"servers": []}', '"servers" must be an object of names and servers.'],
  ['{"servers": {}, "inputs": [{}]}', 'Input 1 needs a text "id" and may have "description" and "password".'],
  [
    '[['.repeat(50_000),
    'Syntax error at line 1, column 101: nested too deeply. None of its servers is used until it is mended.',
  ],
  [
    '{"servers": {"a": {"command": "a", "envFile": ".env"}}}',
    '"a": envFile is not read. Put its variables into env as ${env:NAME}, or enter them as credentials.',
  ],
])('says what is wrong with %.60s', (text, message) => {
  expect(readFile(text).problems.map(problem => problem.message)).toEqual([message]);
});

test('takes no name for a server that looks like another one, and shows what it really is', () => {
  const lookalikes = ['g\u0456thub', 'github\u200b', '\u202egithub', 'ｇithub', 'github '];
  const servers = Object.fromEntries(lookalikes.map(name => [name, { command: 'a' }]));
  const text = JSON.stringify({ servers });
  expect(readFile(text).entries).toEqual([]);
  const problems = problemsOf(text);
  expect(problems).toHaveLength(lookalikes.length);
  for (const problem of problems) expect(problem).toContain("can't be a server's name");
  expect(problems.join()).not.toMatch(/[\u200b\u202e]/);
});

test('has nothing against an empty file', () => {
  expect(readFile('  // nothing yet\n')).toEqual({ source: 'servers-file', entries: [], problems: [] });
});

/** Whether a text is well-formed and names no server: nothing but comments, `{}`, or no entry below `servers`. */
function saysThereIsNone(text: string): boolean {
  const errors: ParseError[] = [];
  const value = parse(text, errors, { allowTrailingComma: true, allowEmptyContent: true }) as unknown;
  if (errors.length > 0) return false;
  if (value === undefined) return true;
  const { servers = {} } = value as { servers?: unknown };
  return JSON.stringify(servers) === '{}';
}

test('never falls over a file and never makes an entry out of a broken one', () => {
  const file = JSON.stringify({
    servers: { a: { command: 'npx', args: ['-y', 'a'], env: { K: 'v' } }, b: { url: 'https://b' } },
  });
  fc.assert(
    fc.property(fc.nat(file.length), fc.nat(6), fc.string({ maxLength: 6 }), (at, gone, put) => {
      const text = file.slice(0, at) + put + file.slice(at + gone);
      const { entries, problems } = readFile(text);
      for (const entry of entries) expect(entry.launch.type).toMatch(/^(stdio|http)$/);
      if (entries.length === 0 && !saysThereIsNone(text)) expect(problems.length).toBeGreaterThan(0);
    }),
    // Once a file of which a change makes one long comment.
    { examples: [[0, 0, '//']] },
  );
  expect(Object.prototype).not.toHaveProperty('command');
});

test('tells at most 50 problems of a file, and that there are more', () => {
  const bad = Array.from({ length: 50_000 }, (_, at) => `"s${at}": 5`).join(',\n');
  const { problems } = readFile(`{"servers": {${bad}}}`);
  expect(problems).toHaveLength(51);
  expect(problems.at(-1)?.message).toBe('More is wrong: mend the other problems first.');
});

test('keeps a header that refers to a secret as a variable, and asks for the secret', () => {
  const headers = { Authorization: { secret_key: 'MCP_TOKEN' }, 'X-Plain': 'a' };
  const { entries, problems } = readFile(
    JSON.stringify({ servers: { remote: { url: 'https://remote.example/mcp', headers } } }),
  );
  expect(problems).toEqual([]);
  expect(entries).toMatchObject([
    {
      launch: { headers: { Authorization: '${secret:MCP_TOKEN}', 'X-Plain': 'a' } },
      needs: [{ key: 'MCP_TOKEN', isSecret: true, isRequired: true }],
    },
  ]);
});

test.each([[{ secret_key: '' }], [{ secret_key: 'no name' }], [{ secret_key: 'A', more: 1 }], [['A']]])(
  'refuses %j as a header',
  header => {
    const text = JSON.stringify({
      servers: { a: { url: 'https://a.example', headers: { 'X-Key': header } } },
    });
    expect(readFile(text).entries).toEqual([]);
    expect(problemsOf(text)).toEqual([
      expect.stringContaining('"a": headers.X-Key is wrong: expected a text'),
    ]);
  },
);

test('does not count brackets in texts and comments as nesting', () => {
  const text = `{"servers": {"a": {"command": "x", "args": ["${'['.repeat(200)}"]}}} // ${'{'.repeat(200)}`;
  expect(readFile(text)).toMatchObject({ entries: [{ id: 'a' }], problems: [] });
});
