import { expect, test } from 'vitest';
import { serversFromText } from './serversFromText';
import { settingOf } from './settingOf';

/** Name and setting of each server that is understood, or what is wrong. */
async function understood(text: string): Promise<unknown> {
  const reading = await serversFromText(text);
  if (reading.type === 'wrong') return reading.message;
  return Object.fromEntries(reading.servers.map(({ server }) => [server.id, settingOf(server)]));
}

const lines = (...all: readonly string[]): string => all.join('\n');
const SHOP = { command: 'npx', args: ['-y', 'shop-mcp'] };
const HTTP = { type: 'http', url: 'https://mcp.shop.example/mcp' };
const JSON_OF_SHOP = '{"command":"npx","args":["-y","shop-mcp"]}';

test.each([
  ['a comment before JSON', lines('// .vscode/mcp.json', `{ "servers": { "shop": ${JSON_OF_SHOP} } }`)],
  [
    'a comment before a command',
    lines('# VS Code', `code --add-mcp '{"name":"shop",${JSON_OF_SHOP.slice(1)}'`),
  ],
  ['a comment behind a command', 'claude mcp add shop -- npx -y shop-mcp   # for all projects: --scope user'],
  [
    'one server for several tools',
    lines('claude mcp add shop -- npx -y shop-mcp', '', 'codex mcp add shop -- npx -y shop-mcp'),
  ],
  [
    'steps before it',
    lines('npm install -g shop-mcp', 'claude mcp add shop -- npx -y shop-mcp', 'claude plugin install shop'),
  ],
  ['a fence with words before it', lines('Add this:', '```sh', 'npx -y shop-mcp', '```')],
  ['marks of code', '`npx -y shop-mcp`'],
  ['other prompts', '% npx -y shop-mcp'],
  ['the prompt of PowerShell', String.raw`PS C:\work> npx -y shop-mcp`],
  ['a line that goes on in PowerShell', lines('npx `', '  -y shop-mcp')],
  ['"--" behind the program', 'claude mcp add shop npx -- -y shop-mcp'],
  ['the command as one text', 'droid mcp add shop "npx -y shop-mcp" --env'],
  ['options for its parts', 'kiro-cli mcp add --name shop --command npx --args -y,shop-mcp'],
  ['an option for each argument', 'vibe mcp add shop --command npx --arg -y --arg shop-mcp'],
  ['all that follows as arguments', 'hermes mcp add shop --command npx --args -y shop-mcp'],
  ['JSON behind a name', `auggie mcp add-json --replace shop '${JSON_OF_SHOP}'`],
  ['JSON with the name in it', `claude mcp add-json '{"shop":${JSON_OF_SHOP}}'`],
  [
    'JSON that is protected twice',
    `code --add-mcp '{\\"name\\":\\"shop\\",\\"command\\":\\"npx\\",\\"args\\":[\\"-y\\",\\"shop-mcp\\"]}'`,
  ],
  ['a command that sets a server', `openclaw mcp set shop '${JSON_OF_SHOP}'`],
  ['another program before it', 'gh copilot mcp add shop -- npx -y shop-mcp'],
  ['add-mcp with a package', 'npx add-mcp shop-mcp'],
  ['add-mcp with a command', 'npx -y add-mcp "npx -y shop-mcp" --name shop -a cursor'],
  ['a session of goose', 'goose session --with-extension "npx -y shop-mcp"'],
  ['the inspector', 'npx -y @modelcontextprotocol/inspector npx -y shop-mcp'],
  ['the setting of VS Code', `{ "mcp.servers": { "shop": ${JSON_OF_SHOP} } }`],
  [
    'the setting of another extension',
    `{ "some.advanced": { "mcpServers": [{ "name": "shop", ${JSON_OF_SHOP.slice(1)}] } }`,
  ],
  [
    'a dev container',
    `{ "customizations": { "vscode": { "mcp": { "servers": { "shop": ${JSON_OF_SHOP} } } } } }`,
  ],
  ['a list', `[{ "name": "shop", ${JSON_OF_SHOP.slice(1)}]`],
  ['names without quotes', '{ mcpServers: { shop: { command: "npx", args: ["-y", "shop-mcp"] } } }'],
  ['dots for what is left out', lines('{ "mcpServers": {', '  ...', `  "shop": ${JSON_OF_SHOP} } }`)],
  ['arguments as one text', '{ "servers": [{ "name": "shop", "command": "npx", "args": "-y shop-mcp" }] }'],
  [
    'a server of an extension of Zed beside it',
    `{ "context_servers": { "x": { "settings": { "a": 1 } }, "shop": ${JSON_OF_SHOP} } }`,
  ],
  [
    'tables of a list in TOML',
    lines('[[mcp_servers]]', 'name = "shop"', 'command = "npx"', 'args = ["-y", "shop-mcp"]'),
  ],
  ['another table of TOML', lines('[mcp.servers.shop]', 'command = "npx"', 'args = ["-y", "shop-mcp"]')],
  ['TOML without its table', lines('command = "npx"', 'args = ["-y", "shop-mcp"]')],
  ['one entry of YAML', lines('shop:', '  cmd: npx', '  args: ["-y", "shop-mcp"]', '  type: stdio')],
  ['quotes of a blog', 'claude mcp add shop “npx -y shop-mcp”'],
])('reads a server in %s', async (_what, text) => {
  expect(await understood(text)).toEqual({ shop: SHOP });
});

test.each([
  [
    'a transport before a variable',
    'claude mcp add -t http -s user shop "$SHOP_URL"',
    { ...HTTP, url: '${env:SHOP_URL}' },
  ],
  ['an option for the address', `vibe mcp add shop --url ${HTTP.url}`, HTTP],
  ['an address without its scheme', 'mcp.shop.example/mcp', HTTP],
  ['an address in brackets', `<${HTTP.url}>`, HTTP],
  ['a type of its own', `{ "shop": { "type": "streamable", "url": "${HTTP.url}" } }`, HTTP],
  [
    'a badge',
    `[![Install](https://img.example/b.svg)](vscode:mcp/install?${encodeURIComponent(JSON.stringify({ name: 'shop', ...HTTP }))})`,
    HTTP,
  ],
  [
    'the client of a sign-in',
    `claude mcp add --transport http --client-id us --client-secret --callback-port 8080 shop ${HTTP.url}`,
    { ...HTTP, oauth: { clientId: 'us', callbackPort: 8_080 } },
  ],
  [
    'headers as JSON, a time, and tools',
    `copilot mcp add shop ${HTTP.url} --headers '{"X-Team":"a"}' --timeout 9000 --tools "read,list"`,
    { ...HTTP, headers: { 'X-Team': 'a' }, timeout: 9_000, allowed_tools: ['read', 'list'] },
  ],
  [
    'questions beside the list',
    JSON.stringify({
      mcp: {
        inputs: [{ id: 'team', type: 'promptString', description: 'Your team', password: false }],
        servers: { shop: { ...HTTP, headers: { 'X-Team': '${input:team}' } } },
      },
    }),
    {
      ...HTTP,
      headers: { 'X-Team': '${input:team}' },
      requiredEnv: [{ key: 'team', secret: false, required: true, description: 'Your team' }],
    },
  ],
])('reads a remote server in %s', async (_what, text, expected) => {
  expect(await understood(text)).toEqual({ shop: expected });
});

test.each([
  ['env REGION=eu npx -y shop-mcp', { ...SHOP, env: { REGION: 'eu' } }],
  [lines('export REGION=eu', 'npx -y shop-mcp'), { ...SHOP, env: { REGION: 'eu' } }],
  [lines('$env:REGION = "eu"', 'npx -y shop-mcp'), { ...SHOP, env: { REGION: 'eu' } }],
  [
    'claude mcp add --env REGION=$env:REGION shop -- npx -y shop-mcp',
    { ...SHOP, env: { REGION: '${env:REGION}' } },
  ],
  ['claude mcp add --env REGION=eu -- shop npx -y shop-mcp', { ...SHOP, env: { REGION: 'eu' } }],
  [
    'npx -y shop-mcp ~/data $(pwd) "$PWD/x"',
    {
      command: 'npx',
      args: ['-y', 'shop-mcp', '${userHome}/data', '${workspaceFolder}', '${workspaceFolder}/x'],
    },
  ],
  ['cmd /c npx -y shop-mcp', { command: 'cmd', args: ['/c', 'npx', '-y', 'shop-mcp'] }],
  [
    'npx -y mcp-remote https://mcp.shop.example/mcp',
    { command: 'npx', args: ['-y', 'mcp-remote', HTTP.url] },
  ],
  [
    String.raw`claude mcp add shop -- "C:\Program Files\node.exe" C:\shop\index.js`,
    { command: String.raw`C:\Program Files\node.exe`, args: [String.raw`C:\shop\index.js`] },
  ],
])('reads what surrounds a command in %j', async (text, expected) => {
  expect(await understood(text)).toEqual({ shop: expected });
});

test.each([
  'npx -y @smithery/cli install @acme/shop --client claude',
  'npm install -g shop-mcp',
  'pip install shop-mcp',
  'git clone https://git.example/shop',
  'docker pull acme/shop',
  '/plugin marketplace add acme/shop',
  'gemini extensions install https://git.example/shop',
  'uvx shop-mcp init --client=vscode',
  lines('npm install', 'pip install x'),
  lines('git clone https://git.example/shop', 'cd shop', 'npm install', 'npm run build'),
  'go build -o shop .',
])('does not take a step of an installation for a server: %s', async text => {
  expect(await understood(text)).toContain('This command installs or sets up something');
});

test.each(['open-websearch', 'git-mcp-server', 'make-mcp-server', 'curl-mcp', 'open-meteo-mcp@1.0.0'])(
  'a package whose name begins like a step of an installation is one: %s',
  async text => {
    expect(Object.values((await understood(text)) as object)).toEqual([
      { command: 'npx', args: ['-y', text] },
    ]);
  },
);

test.each([
  ['{"name":"io.x/y","repository":{"url":"https://git.example/a/b"},"packages":[]}', 'No server was found'],
  ['{"options":{"env":{"command":"rm"}}}', 'No server was found'],
  ['a\n'.repeat(20_000), 'This is too long'],
  ['claude mcp add --transport http shop "<YOUR MCP URL>"', 'expected an address'],
  [
    '{ "servers": { "shop": { "command": "node", "envFile": "${workspaceFolder}/.env" } } }',
    'envFile is read only',
  ],
  [lines('npx -y shop-mcp', 'npx -y other-mcp'), 'This has several lines.'],
  [lines('cd shop', 'npx -y shop-mcp | tee log'), "can't be used outside of quotes"],
])('says what is wrong with %j', async (text, message) => {
  expect(await understood(text)).toContain(message);
});
