import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readServerEntries } from './serverEntries';

const FILE = { source: 'servers-file', origin: '.switchyard/servers.json', owner: 'workspace' } as const;

function readFile(text: string) {
  return readServerEntries(text, FILE);
}

/** The problems as lines of text. */
function problemsOf(text: string): readonly string[] {
  return readFile(text).problems.map(({ line, column, message }) => `${line}:${column} ${message}`);
}

test('reads what other tools write', () => {
  const { entries, problems } = readFile(`{"mcpServers": {
    "windsurf": { "serverUrl": "https://w.example/mcp" },
    "gemini": { "httpUrl": "https://g.example/mcp", "includeTools": ["a"], "excludeTools": ["b"], "trust": true },
    "cline": { "transport": "streamable_http", "url": "https://c.example/mcp", "timeout": 30000, "alwaysAllow": [] },
    "numbers": { "command": "a", "args": ["--port", 8080, true, -1.5], "env": { "PORT": 80, "DEBUG": false } },
    "home": { "command": "~/bin/a", "cwd": "~", "args": ["~/notes"] },
    "other-home": { "command": "~ann/bin/a", "cwd": "~\\\\work" },
    "off": { "command": "a", "enabled": false, "type": "local" },
    "line": { "command": "npx -y @a/mcp --port 8080", "args": [] },
    "place": { "command": "/opt/my tools/run" },
    "named": { "command": "my tool", "args": ["x"] },
    "codex": { "command": "a", "startup_timeout_sec": 20, "tool_timeout_sec": 2000 },
    "_comment": { "command": "a", "_why": "", "$schema": "x", "//": "note" }
  }}`);
  expect(entries.map(({ id, launch, ...facts }) => [id, launch, facts])).toMatchObject([
    ['windsurf', { type: 'http', url: 'https://w.example/mcp' }, {}],
    ['gemini', { url: 'https://g.example/mcp' }, { allowedTools: ['a'], excludedTools: ['b'] }],
    ['cline', { type: 'http', url: 'https://c.example/mcp' }, { callTimeoutMs: 30_000 }],
    ['numbers', { args: ['--port', '8080', 'true', '-1.5'], env: { PORT: '80', DEBUG: 'false' } }, {}],
    ['home', { command: '${userHome}/bin/a', cwd: '${userHome}', args: ['~/notes'] }, {}],
    ['other-home', { command: '~ann/bin/a', cwd: '${userHome}\\work' }, {}],
    ['off', { type: 'stdio' }, { disabledBy: 'workspace' }],
    ['line', { command: 'npx', args: ['-y', '@a/mcp', '--port', '8080'] }, {}],
    ['place', { command: '/opt/my tools/run', args: [] }, {}],
    ['named', { command: 'my tool', args: ['x'] }, {}],
    ['codex', {}, { startTimeoutMs: 20_000, callTimeoutMs: 2_000_000 }],
  ]);
  expect(problems.map(({ message }) => message)).toEqual([
    '"_comment" can\'t be a server\'s name. Use letters, digits, "-" and single "_", at most 32 characters.',
  ]);
});

test('leaves Switchyard itself out, as the file of a client has it, and says so', () => {
  const { entries, problems } = readFile(`{"mcpServers": {
    "switchyard": { "command": "npx", "args": ["-y", "switchyard", "--servers", ".mcp.json"] },
    "line": { "command": "npx -y switchyard" },
    "off": { "command": "switchyard", "disabled": true },
    "memory": { "command": "npx", "args": ["-y", "@modelcontextprotocol/server-memory"] }
  }}`);
  expect(entries.map(({ id }) => id)).toEqual(['memory']);
  expect(problems.map(({ message, isWarning }) => [message, isWarning])).toEqual([
    ['"switchyard" starts Switchyard itself and is left out.', true],
    ['"line" starts Switchyard itself and is left out.', true],
    ['"off" starts Switchyard itself and is left out.', true],
  ]);
});

test('warns of fields that nobody reads, with the one that may have been meant, and uses the entry', () => {
  const text = `{"servers": {
    "files": { "command": "a",
      "arg": ["x"],
      "enviroment": { "A": "b" },
      "cmd": "b", "workingDirectory": "/", "colour": "red" },
    "two": { "url": "https://a.example", "serverUrl": "https://b.example", "httpUrl": "https://a.example" },
    "slow": { "command": "a", "timeout": 60 },
    "env": { "command": "a", "envFile": ".env" },
    "boxed": { "command": "a", "sandboxEnabled": true, "sandbox": {} },
    "unboxed": { "command": "a", "sandboxEnabled": false }
  }}`;
  expect(readFile(text).entries).toMatchObject([
    { id: 'files', launch: { command: 'a', args: [], env: {} } },
    { id: 'two', launch: { url: 'https://a.example' } },
    { id: 'slow', callTimeoutMs: 60_000 },
    { id: 'env' },
    { id: 'boxed' },
    { id: 'unboxed' },
  ]);
  expect(problemsOf(text)).toMatchInlineSnapshot(`
    [
      "3:7 "files": "arg" is no field of a server, so it is not read. Did you mean "args"?",
      "4:7 "files": "enviroment" is no field of a server, so it is not read. Did you mean "env"?",
      "5:7 "files": "cmd" is no field of a server, so it is not read. Did you mean "command"?",
      "5:19 "files": "workingDirectory" is no field of a server, so it is not read. Did you mean "cwd"?",
      "5:44 "files": "colour" is no field of a server, so it is not read. Remove it.",
      "6:42 "two": serverUrl is not read, since another address stands beside it. Keep one of them.",
      "7:31 "slow": timeout is in milliseconds, so 60 was taken for seconds. Write 60000.",
      "8:30 "env": envFile is not read. Put its variables into env as \${env:NAME}, or enter them as credentials.",
      "9:32 "boxed": sandboxEnabled is not read: it runs without a sandbox here, with all rights of its user.",
    ]
  `);
  for (const { isWarning, server } of readFile(text).problems) {
    expect(isWarning).toBe(true);
    expect(['files', 'two', 'slow', 'env', 'boxed']).toContain(server);
  }
});

test.each([[0], [-1], ['60'], [86_400_001], [null]])('refuses %j as a timeout', timeout => {
  const text = JSON.stringify({ servers: { a: { command: 'a', timeout } } });
  expect(readFile(text).entries).toEqual([]);
  expect(readFile(text).problems).toMatchObject([{ server: 'a' }]);
});

test('lets the last of two properties of one name count, as JSON does, and says which one does nothing', () => {
  const text = `{
    "servers": { "lost": { "command": "lost" } },
    "servers": {
      "a": { "command": "first", "command": "last", "env": { "K": "1", "K": "2" } },
      "b": { "command": "first" },
      "b": { "nothing": true }
    }
  }`;
  expect(readFile(text).entries).toMatchObject([{ id: 'a', launch: { command: 'last', env: { K: '2' } } }]);
  expect(problemsOf(text)).toMatchInlineSnapshot(`
    [
      "6:7 "b": it has neither a command nor a url. Give it one of them.",
      "6:14 "b": "nothing" is no field of a server, so it is not read. Remove it.",
      "2:5 "servers" stands here twice. The last one counts: remove this one.",
      "4:14 "a": "command" stands here twice. The last one counts: remove this one.",
      "4:62 "a": "K" stands here twice. The last one counts: remove this one.",
      "5:7 "b" stands here twice. The last one counts: remove this one.",
    ]
  `);
});

test('tells a wrong field at the place that counts', () => {
  expect(problemsOf('{"servers": {"a": {"args": [],\n "args": 5, "command": "a"}}}')[0]).toMatch(
    /^2:10 "a": args is wrong/,
  );
  expect(problemsOf('{"servers": {"a": {\n "serverUrl": "ftp://x"}}}')).toEqual([
    '2:15 "a": serverUrl is wrong: expected an address that begins with http:// or https://.',
  ]);
});

test('keeps what was read before of what is broken now, until it is mended', () => {
  const whole = '{"servers": {"a": {"command": "a"}, "b": {"command": "b"}, "c": {"command": "c"}}}';
  const before = readFile(whole).entries;
  const half = readServerEntries('{"servers": {"a": {"command": ', FILE, before);
  expect(half.entries).toEqual(before);
  expect(half.problems.map(({ message }) => message)).toEqual([
    'Syntax error at line 1, column 31: value expected. Until it is mended, its servers stay as they were read before.',
  ]);
  for (const broken of ['', ' \n', '[]', '5', '{"servers": []}', '{"servers": {}', whole.slice(0, -1)]) {
    const reading = readServerEntries(broken, FILE, before);
    expect([broken, reading.entries]).toEqual([broken, before]);
    expect(reading.problems).toHaveLength(1);
  }
  const edited = readServerEntries(
    '{"servers": {"a": {"command": 5}, "c": {"command": "new"}}}',
    FILE,
    before,
  );
  expect(edited.entries).toMatchObject([
    { id: 'a', launch: { command: 'a' } },
    { launch: { command: 'new' } },
  ]);
  expect(edited.problems).toMatchObject([
    {
      server: 'a',
      message:
        '"a": command is wrong: expected string, received number. Until it is mended, it stays as it was read before.',
    },
  ]);
  expect(readServerEntries('{"servers": {}}', FILE, before)).toMatchObject({ entries: [], problems: [] });
  expect(readServerEntries('{}', FILE, before).entries).toEqual([]);
});

test('whatever is cut off from a file that was whole, its servers stay as they were or are as they stand', () => {
  const servers = { a: { command: 'npx', args: ['-y', 'a'] }, b: { url: 'https://b.example' } };
  const whole = JSON.stringify({ servers }, null, 2);
  const before = readFile(whole).entries;
  fc.assert(
    fc.property(fc.nat(whole.length - 1), at => {
      expect(readServerEntries(whole.slice(0, at), FILE, before).entries).toEqual(before);
    }),
  );
});

test.each([
  ['server', 'servers'],
  ['Servers', 'servers'],
  ['mcpServer', 'mcpServers'],
  ['mcp_servers', 'mcpServers'],
  ['input', 'inputs'],
])('asks whether "%s" was meant for "%s"', (written, meant) => {
  const text = JSON.stringify({ [written]: { a: { command: 'a' } }, $schema: 'x', version: 1 });
  expect(readFile(text).problems.map(({ message }) => message)).toContain(
    `"${written}" is not read. Did you mean "${meant}"?`,
  );
  expect(readFile(text).problems).toHaveLength(2);
  const beside = JSON.stringify({ [written]: {}, servers: { a: { command: 'a' } } });
  expect(readFile(beside)).toMatchObject({ entries: [{ id: 'a' }], problems: [{ isWarning: true }] });
});
