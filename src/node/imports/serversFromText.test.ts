import { expect, test } from 'vitest';
import { plantedKey } from '../../../test/support/otherTools';
import { serversFromText } from './serversFromText';
import { settingOf } from './settingOf';

/** Name and setting of each server that is understood, or what is wrong. */
async function understood(text: string): Promise<unknown> {
  const reading = await serversFromText(text);
  if (reading.type === 'wrong') return reading.message;
  return Object.fromEntries(reading.servers.map(({ server }) => [server.id, settingOf(server)]));
}

const inBase64 = (value: unknown): string =>
  encodeURIComponent(Buffer.from(JSON.stringify(value)).toString('base64'));
const inAddress = (value: unknown): string => encodeURIComponent(JSON.stringify(value));

test.each([
  ['npx -y foo --bar', { foo: { command: 'npx', args: ['-y', 'foo', '--bar'] } }],
  [
    '$ npx -y @acme/mcp-server-shop@1.2',
    { shop: { command: 'npx', args: ['-y', '@acme/mcp-server-shop@1.2'] } },
  ],
  ['@acme/mcp', { acme: { command: 'npx', args: ['-y', '@acme/mcp'] } }],
  ['weather-mcp-server@latest', { weather: { command: 'npx', args: ['-y', 'weather-mcp-server@latest'] } }],
  [
    'uvx mcp-server-git --repository "/srv/my shop"',
    { git: { command: 'uvx', args: ['mcp-server-git', '--repository', '/srv/my shop'] } },
  ],
  [
    'docker run -i --rm -e REGION -v /a:/b ghcr.io/acme/shop-mcp:2 stdio',
    {
      shop: {
        command: 'docker',
        args: ['run', '-i', '--rm', '-e', 'REGION', '-v', '/a:/b', 'ghcr.io/acme/shop-mcp:2', 'stdio'],
      },
    },
  ],
  [
    'REGION=eu node ./tools/shop/dist/index.js',
    { shop: { command: 'node', args: ['./tools/shop/dist/index.js'], env: { REGION: 'eu' } } },
  ],
  [
    'node "C:\\my tools\\s.js" \'$HOME\' "$HOME" a\\ b',
    { s: { command: 'node', args: ['C:\\my tools\\s.js', '$HOME', '${env:HOME}', 'a b'] } },
  ],
  ['npx \\\n  -y foo', { foo: { command: 'npx', args: ['-y', 'foo'] } }],
  [
    'npx foo --key <YOUR_KEY> --x ${input:id}',
    { foo: { command: 'npx', args: ['foo', '--key', '<YOUR_KEY>', '--x', '${input:id}'] } },
  ],
  ['https://mcp.linear.app/sse', { linear: { type: 'http', url: 'https://mcp.linear.app/sse' } }],
  ['http://localhost:3000/mcp', { localhost: { type: 'http', url: 'http://localhost:3000/mcp' } }],
])('understands %s', async (text, servers) => {
  expect(await understood(text)).toEqual(servers);
});

test.each([
  [
    'Claude',
    '{"mcpServers": {"a": {"command": "x", "env": {"R": "${R:-eu}"}}}}',
    { a: { command: 'x', env: { R: '${env:R:-eu}' } } },
  ],
  [
    'VS Code',
    '{"servers": {"a": {"type": "sse", "url": "https://h/s"},},} // mine',
    { a: { type: 'sse', url: 'https://h/s' } },
  ],
  ['VS Code settings', '{"mcp": {"servers": {"a": {"command": "x"}}}}', { a: { command: 'x' } }],
  ['Windsurf', '{"a": {"serverUrl": "https://h/m"}}', { a: { type: 'http', url: 'https://h/m' } }],
  [
    'Gemini',
    '{"a": {"httpUrl": "https://h/m", "headers": {"X": "$Y"}, "excludeTools": ["z"]}}',
    { a: { type: 'http', url: 'https://h/m', headers: { X: '${env:Y}' }, excluded_tools: ['z'] } },
  ],
  [
    'a piece of a file',
    '"my server": {"command": "x", "transport": "stdio"},',
    { 'my-server': { command: 'x' } },
  ],
  [
    'one server',
    '{"command": "npx", "args": ["-y", "foo-mcp"]}',
    { foo: { command: 'npx', args: ['-y', 'foo-mcp'] } },
  ],
  [
    'one that says its name',
    '{"name": "bar", "type": "http", "url": "https://h/m"}',
    { bar: { type: 'http', url: 'https://h/m' } },
  ],
  [
    'Codex',
    '[mcp_servers.a]\nurl = "https://h/m"\nbearer_token_env_var = "T"\nenabled = false',
    {
      a: { type: 'http', url: 'https://h/m', headers: { Authorization: 'Bearer ${env:T}' }, disabled: true },
    },
  ],
  [
    'questions of VS Code',
    '{"inputs": [{"id": "db", "type": "promptString", "description": "Which"}], "servers": {"a": {"command": "x", "args": ["${input:db}"]}}}',
    {
      a: {
        command: 'x',
        args: ['${input:db}'],
        requiredEnv: [{ key: 'db', secret: false, required: true, description: 'Which' }],
      },
    },
  ],
])('understands the words of %s', async (_tool, text, servers) => {
  expect(await understood(text)).toEqual(servers);
});

test.each([
  ['', 'Give a command line such as'],
  ['npx foo | tee log', 'A server is started without a shell'],
  ['npx foo && npx bar', 'A server is started without a shell'],
  ['npx $(cat x)', 'A server is started without a shell'],
  ['npx foo\nnpx bar', 'This has several lines.'],
  ['npx "foo', 'A quote is not closed.'],
  ['A=b', 'Give a command line such as'],
  ['{"mcpServers": {"a": {"command": "x"}', 'Syntax error at line 1, column 38: close brace expected.'],
  ['{"theme": "dark"}', 'No server was found in it.'],
  ['{"mcpServers": {}}', 'Give a command line such as'],
  ['{"a": {"url": "ftp://h"}}', '"a": url is wrong: expected an address'],
  ['[mcp_servers.a]\ncommand = x', 'Syntax error at line 2, column 11: invalid value.'],
])('says what is wrong with %j', async (text, message) => {
  expect(await understood(text)).toEqual(expect.stringContaining(message));
});

test('keeps secrets out of what is written, wherever they stood', async () => {
  const key = plantedKey();
  for (const text of [
    `docker run -i -e GITHUB_TOKEN=${key} ghcr.io/a/b`,
    `API_KEY=${key} npx foo`,
    `npx foo --api-key ${key}`,
    `npx mcp-remote https://h/m --header "Authorization: Bearer ${key}"`,
    `https://h/mcp?token=${key}`,
    `claude mcp add shop --env API_KEY=${key} -- npx foo`,
    `https://vscode.dev/redirect/mcp/install?name=a&config=${inAddress({ command: `npx foo --api-key ${key}` })}`,
    `{"mcpServers": {"a": {"url": "https://h", "headers": {"Authorization": "Bearer ${key}"}}}}`,
    `[mcp_servers.a]\ncommand = "x"\nenv = { T = "${key}" }`,
  ]) {
    const reading = await serversFromText(text);
    expect(reading.type).toBe('servers');
    if (reading.type !== 'servers') continue;
    const [read] = reading.servers;
    expect([...(read?.secrets.values() ?? [])]).toEqual([key]);
    expect(JSON.stringify(await understood(text))).not.toContain(key);
  }
});

test('leaves out nothing that our own entries say', async () => {
  const a = {
    type: 'http',
    url: 'https://h/m',
    oauth: { clientId: 'us', clientSecret: { secret_key: 'OURS' }, scopes: ['read'] },
    isolation: 'session',
    excluded_tools: ['wipe'],
    timeout: 300_000,
    start_timeout: 90_000,
    allow_placeholders: true,
    requires: ['docker'],
    tags: ['tickets'],
  };
  expect(await understood(JSON.stringify({ servers: { a } }))).toMatchObject({
    a: { ...a, oauth: { ...a.oauth, clientSecret: '${secret:OURS}' } },
  });
});

const HTTP = { type: 'http', url: 'https://h/m' };
const NPX = (...args: readonly string[]) => ({ command: 'npx', args: ['-y', ...args] });

test.each([
  [
    'claude mcp add --transport http notion https://mcp.notion.com/mcp --header "X-Team: ${TEAM}"',
    { notion: { type: 'http', url: 'https://mcp.notion.com/mcp', headers: { 'X-Team': '${env:TEAM}' } } },
  ],
  [
    'claude mcp add airtable -s user --env BASE=one REGION=eu -- npx -y airtable-mcp-server --flag',
    { airtable: { ...NPX('airtable-mcp-server', '--flag'), env: { BASE: 'one', REGION: 'eu' } } },
  ],
  [
    'kilo mcp add shop --url https://h/mcp --header X-Team=a:b',
    { shop: { type: 'http', url: 'https://h/mcp', headers: { 'X-Team': 'a:b' } } },
  ],
  [
    'cline mcp install context7 --yes -- npx -y @upstash/context7-mcp',
    { context7: NPX('@upstash/context7-mcp') },
  ],
  ['claude mcp add --transport=sse linear https://h/sse', { linear: { type: 'sse', url: 'https://h/sse' } }],
  ['codex mcp add context7 -- npx -y @upstash/context7-mcp', { context7: NPX('@upstash/context7-mcp') }],
  [
    'codex mcp add figma --url https://mcp.figma.com/mcp --bearer-token-env-var FIGMA',
    {
      figma: {
        type: 'http',
        url: 'https://mcp.figma.com/mcp',
        headers: { Authorization: 'Bearer ${env:FIGMA}' },
      },
    },
  ],
  [
    'gemini mcp add --trust -e A=b shop npx -y shop-mcp --env x',
    { shop: { ...NPX('shop-mcp', '--env', 'x'), env: { A: 'b' } } },
  ],
  [
    `claude mcp add-json shop '{"type":"stdio","command":"npx","args":["-y","shop-mcp"]}'`,
    { shop: NPX('shop-mcp') },
  ],
  [`code --add-mcp '{"name":"shop","command":"npx","args":["-y","shop-mcp"]}'`, { shop: NPX('shop-mcp') }],
])('understands what %s adds to another tool', async (text, servers) => {
  expect(await understood(text)).toEqual(servers);
});

test.each([
  'claude mcp add',
  'claude mcp add shop',
  'claude mcp add-from-claude-desktop',
  'code --add-mcp {',
])('takes %s for no server, and says what to give', async text => {
  expect(await understood(text)).toContain('the command after "--" with its variables before it');
});

test.each([
  [
    'VS Code, on the web',
    `https://insiders.vscode.dev/redirect/mcp/install?name=shop&amp;config=${inAddress(NPX('shop-mcp'))}`,
    { shop: NPX('shop-mcp') },
  ],
  [
    'VS Code',
    `vscode:mcp/install?${inAddress({ name: 'shop', ...NPX('shop-mcp') })}`,
    { shop: NPX('shop-mcp') },
  ],
  [
    'VS Code, passed on',
    `https://vscode.dev/redirect?url=${encodeURIComponent(`vscode:mcp/install?${inAddress({ name: 'shop', type: 'http', url: 'https://h/m' })}`)}`,
    { shop: { type: 'http', url: 'https://h/m' } },
  ],
  [
    'VS Code, with its questions',
    `https://vscode.dev/redirect/mcp/install?name=shop&inputs=${inAddress([{ id: 'db', type: 'promptString', description: 'Which' }])}&config=${inAddress({ command: 'x', args: ['${input:db}'] })}`,
    {
      shop: {
        command: 'x',
        args: ['${input:db}'],
        requiredEnv: [{ key: 'db', secret: false, required: true, description: 'Which' }],
      },
    },
  ],
  [
    'Cursor',
    `cursor://anysphere.cursor-deeplink/mcp/install?name=shop&config=${inBase64({ command: 'npx -y shop-mcp serve' })}`,
    { shop: NPX('shop-mcp', 'serve') },
  ],
  [
    'Cursor, on the web, with a whole file',
    `https://cursor.com/install-mcp?name=SDK&config=${inBase64({ mcpServers: { shop: { url: 'https://h/m' } } })}`,
    { shop: { type: 'http', url: 'https://h/m' } },
  ],
  [
    'Kiro',
    `https://kiro.dev/launch/mcp/add?name=shop&config=${inAddress(NPX('shop-mcp'))}`,
    { shop: NPX('shop-mcp') },
  ],
  [
    'LM Studio',
    `lmstudio://add_mcp?name=shop&config=${inBase64(NPX('shop-mcp'))}`,
    { shop: NPX('shop-mcp') },
  ],
  [
    'goose',
    'https://block.github.io/goose/extension?cmd=npx&arg=-y&arg=shop-mcp&id=s&name=shop&env=REGION%3Deu',
    { shop: { ...NPX('shop-mcp'), env: { REGION: 'eu' } } },
  ],
  [
    'goose, for a remote server',
    'goose://extension?type=streamable_http&url=https%3A%2F%2Fh%2Fm&name=shop',
    { shop: { type: 'http', url: 'https://h/m' } },
  ],
])('understands an install link for %s', async (_tool, link, servers) => {
  expect(await understood(link)).toEqual(servers);
});

test('takes the address of a server for that, whatever configuration of its own is in it', async () => {
  const url = `https://server.example/exa/mcp?config=${inBase64({ debug: false })}`;
  expect(await understood(url)).toMatchObject({ server: { type: 'http' } });
});

test.each([
  ['Zed', { context_servers: { a: { source: 'custom', command: 'npx', args: ['-y', 'a-mcp'], env: {} } } }],
  [
    'an older Zed',
    { context_servers: { a: { command: { path: 'npx', args: ['-y', 'a-mcp'] }, settings: {} } } },
  ],
  ['opencode', { mcp: { a: { type: 'local', command: ['npx', '-y', 'a-mcp'], enabled: true } } }],
  ['Amp', { 'amp.mcpServers': { a: NPX('a-mcp') } }],
  ['whoever gives a whole command line', { mcpServers: { a: { command: 'npx -y a-mcp' } } }],
])('understands the JSON of %s', async (_tool, config) => {
  expect(await understood(JSON.stringify(config))).toEqual({ a: NPX('a-mcp') });
});

test.each([
  [
    'opencode',
    {
      mcp: {
        a: { type: 'remote', url: 'https://h/m', enabled: true, oauth: false, headers: { 'X-Team': 'b' } },
        b: { type: 'remote', url: 'https://h/m', oauth: { clientId: 'us', scope: 'read write' } },
      },
    },
    {
      a: { ...HTTP, headers: { 'X-Team': 'b' } },
      b: { ...HTTP, oauth: { clientId: 'us', scopes: ['read', 'write'] } },
    },
  ],
  [
    'Crush',
    { mcp: { a: { ...HTTP, headers: { Authorization: 'Bearer $PAT' }, disabled_tools: ['wipe'] } } },
    { a: { ...HTTP, headers: { Authorization: 'Bearer ${env:PAT}' }, excluded_tools: ['wipe'] } },
  ],
  [
    'Copilot',
    { mcpServers: { a: { ...HTTP, tools: ['look'] }, b: { type: 'local', command: 'x', tools: ['*'] } } },
    { a: { ...HTTP, allowed_tools: ['look'] }, b: { command: 'x' } },
  ],
  ['Warp', { a: { command: 'x', working_directory: '/srv' } }, { a: { command: 'x', cwd: '/srv' } }],
  [
    'Codex, as JSON',
    { mcp_servers: { a: { url: 'https://h/m', scopes: ['read'], oauth: { client_id: 'us' } } } },
    { a: { ...HTTP, oauth: { clientId: 'us', scopes: ['read'] } } },
  ],
  [
    'our own with a word of another tool',
    { servers: { a: { command: 'x', excluded_tools: ['wipe'], trust: false, allowed_tools: ['look'] } } },
    { a: { command: 'x', excluded_tools: ['wipe'], allowed_tools: ['look'], require_approval: 'auto' } },
  ],
])('loses nothing of an entry of %s', async (_tool, config, servers) => {
  expect(await understood(JSON.stringify(config))).toEqual(servers);
});

test.each([
  ['Roo Code', { alwaysAllow: ['look'], timeout: 3_600 }, 3_600_000],
  ['Cline', { autoApprove: [], timeout: 60 }, 60_000],
  ['no other tool', { timeout: 3_600 }, 3_600],
  ['milliseconds', { autoApprove: [], timeout: 120_000 }, 120_000],
])('reads the timeout of %s', async (_tool, more, timeout) => {
  const config = { mcpServers: { a: { command: 'x', ...more } } };
  expect(await understood(JSON.stringify(config))).toMatchObject({ a: { timeout } });
});

test('understands the variables of opencode', async () => {
  const environment = { REGION: '{env:REGION}', PLACE: '${env:PLACE}' };
  const mcp = { a: { type: 'local', command: ['x'], environment } };
  expect(await understood(JSON.stringify({ mcp }))).toEqual({
    a: { command: 'x', env: { REGION: '${env:REGION}', PLACE: '${env:PLACE}' } },
  });
});

test.each([['```json\n{"mcpServers": {"a": {"command": "x"}}}\n```'], ['```\n{"a": {"command": "x"}}```']])(
  'understands what was copied with its fence: %j',
  async text => {
    expect(await understood(text)).toEqual({ a: { command: 'x' } });
  },
);
