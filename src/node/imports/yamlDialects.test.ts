import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Surroundings } from '../../core/catalog/entry/ports';
import type { ImportTool } from '../../core/catalog/imports/importTools';
import { findImportPlaces } from './importPlaces';
import { readImport } from './readImport';
import { serversFromText } from './serversFromText';

const surroundings: Surroundings = {
  workspaceFolder: '/srv/shop',
  userHome: '/home/ann',
  pathSeparator: '/',
  credentialAdvice: '',
  variable: () => undefined,
};

/** What a tool's file says of its servers, by name, and what is wrong with it. */
async function readOf(tool: ImportTool, text: string, path = '/home/ann/config.yaml') {
  const file = { type: 'text', text, mode: 0o600, uid: 0 } as const;
  const { found, problems, secrets } = await readImport({ tool, path, scope: 'user' }, file, surroundings);
  return {
    servers: Object.fromEntries(found.map(({ server }) => [server.id, server] as const)),
    problems: problems.map(({ message, line }) => [message, line]),
    kept: [...secrets.values()].flatMap(ofOne => [...ofOne.keys()]),
    text: JSON.stringify([found, problems]),
  };
}

const GOOSE = `
GOOSE_PROVIDER: anthropic
extensions:
  developer: { type: builtin, name: developer, enabled: true, bundled: true }
  github:
    type: stdio
    name: GitHub
    description: Issues and pull requests
    cmd: npx
    args: [-y, some-server, 3]
    envs: { LEVEL: "2", OTHER_TOKEN: ghp_0123456789abcdef0123456789abcdef0123 }
    env_keys: [GITHUB_TOKEN]
    enabled: false
    timeout: 300
    bundled: null
    available_tools: [look]
  far:
    enabled: true
    config: { type: streamable_http, uri: https://far.example/mcp, headers: { X-Team: "\${TEAM}" } }
`;

test('reads the extensions of goose that are servers, and leaves the keys of its keyring to be set', async () => {
  const { servers, problems, kept, text } = await readOf('goose', GOOSE);
  expect(problems).toEqual([]);
  expect(Object.keys(servers)).toEqual(['github', 'far']);
  expect(servers['github']).toMatchObject({
    launch: { type: 'stdio', command: 'npx', args: ['-y', 'some-server', '3'] },
    description: 'Issues and pull requests',
    disabledBy: 'user',
    allowedTools: ['look'],
    callTimeoutMs: 300_000,
    needs: expect.arrayContaining([{ key: 'GITHUB_TOKEN', isSecret: true, isRequired: true }]),
  });
  expect(kept).toEqual(['OTHER_TOKEN']);
  expect(text).not.toContain('ghp_');
  expect(servers['far']).toMatchObject({
    launch: { url: 'https://far.example/mcp', headers: { 'X-Team': '${env:TEAM}' } },
    disabledBy: null,
  });
});

const CONTINUE = `
name: My Config
version: 0.0.1
schema: v1
mcpServers:
  - name: lamps
    command: uvx
    args:
      - lamps-server
    env:
      LAMPS_TOKEN: \${{ secrets.ann/lamps/LAMPS_TOKEN }}
    connectionTimeout: 5000
  - uses: continuedev/some-block
  - name: far
    type: streamable-http
    url: https://far.example/mcp
    requestOptions:
      headers:
        Authorization: Bearer \${{ secrets.FAR_TOKEN }}
  - name: odd
    comand: npx
  - 3
  - command: npx
`;

test('reads the list of servers of Continue, with secrets that it takes from elsewhere', async () => {
  const { servers, problems } = await readOf('continue', CONTINUE);
  expect(servers['lamps']).toMatchObject({
    launch: { command: 'uvx', args: ['lamps-server'], env: { LAMPS_TOKEN: '${env:LAMPS_TOKEN}' } },
    startTimeoutMs: 5_000,
  });
  expect(servers['far']).toMatchObject({
    launch: { url: 'https://far.example/mcp', headers: { Authorization: 'Bearer ${env:FAR_TOKEN}' } },
  });
  expect(problems).toEqual([
    ['A server of "mcpServers" has no name.', 5],
    [expect.stringContaining('"odd"'), 20],
  ]);
});

test('of two servers of Continue with one name the last counts, and that is told', async () => {
  const list = ['a', 'b'].map(command => `  - name: twice\n    command: ${command}`).join('\n');
  const { servers, problems } = await readOf('continue', `mcpServers:\n${list}\n`);
  expect(servers['twice']).toMatchObject({ launch: { command: 'b' } });
  expect(problems).toEqual([['"twice" stands here twice. The last one counts: remove one of them.', 2]]);
});

test('reads a file of JSON in the folder of Continue', async () => {
  const text = '{ // As Claude Desktop has it\n\t"mcpServers": { "lamps": { "command": "uvx" } } }';
  const { servers, problems } = await readOf('continue', text, '/srv/shop/.continue/mcpServers/lamps.json');
  expect(problems).toEqual([]);
  expect(servers['lamps']).toMatchObject({ launch: { command: 'uvx' } });
});

test.each([
  ['a quote that is not closed', 'extensions:\n  a:\n    cmd: "ghp_secret\n', 4, 'deficient indentation'],
  ['a key that comes twice', 'a: ghp_secret\na: ghp_secret\n', 2, 'duplicated mapping key'],
  ['a tag that nobody knows', 'a: !ghp_secret x\n', 1, 'unknown'],
  ['an alias that nobody made', 'a: *ghp_secret\n', 1, 'unidentified alias'],
  ['a list', '- ghp_secret\n', 1, 'a mapping is expected'],
  ['more aliases than any file needs', `a: &a x\nb: [${'*a, '.repeat(30)}]\n`, 2, 'alias'],
  ['lists that are nested deeper than any file', `a: ${'['.repeat(2_000)}`, 1, ''],
])(
  'a file that is wrong is told with its line, and without its words: %s',
  async (_what, text, line, why) => {
    const { servers, problems } = await readOf('goose', text);
    expect(servers).toEqual({});
    expect(problems).toEqual([[expect.stringContaining(`Syntax error at line ${line},`), line]]);
    expect(problems[0]?.[0]).toContain(why);
    expect(problems[0]?.[0]).not.toContain('ghp_');
  },
);

test.each(['', '# Nothing yet\n', 'extensions:\n', '---\nextensions: {}\n---\nother: 1\n'])(
  'a file without servers has none: %j',
  async text => {
    expect(await readOf('goose', text)).toMatchObject({ servers: {}, problems: [] });
  },
);

test('a name such as __proto__ is a name', async () => {
  const { servers } = await readOf('goose', 'extensions:\n  __proto__: { type: stdio, cmd: x }\n');
  expect(Object.getPrototypeOf(servers)).toBe(Object.prototype);
});

test('finds the files of Continue in both of its folders, and where a variable says it is', async () => {
  const home = mkdtempSync(join(tmpdir(), 'switchyard-continue-'));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  const workspaceFolder = join(home, 'shop');
  for (const [folder, name] of [
    [join(workspaceFolder, '.continue', 'mcpServers'), 'b.yaml'],
    [join(workspaceFolder, '.continue', 'mcpServers'), 'a.json'],
    [join(workspaceFolder, '.continue', 'mcpServers'), 'notes.md'],
    [join(home, 'moved', 'mcpServers'), 'c.yml'],
  ] as const) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, name), '');
  }
  const variable = (name: string) => (name === 'CONTINUE_GLOBAL_DIR' ? join(home, 'moved') : undefined);
  const places = await findImportPlaces({ platform: 'linux', home, variable, workspaceFolder });
  const scopes = places.map(({ scope }) => scope);
  expect(scopes.lastIndexOf('workspace')).toBeLessThan(scopes.indexOf('user'));
  const found = places.filter(({ tool }) => tool === 'continue');
  expect(found.map(({ path, scope }) => `${scope} ${path.slice(home.length)}`)).toEqual([
    'workspace /shop/.continue/mcpServers/a.json',
    'workspace /shop/.continue/mcpServers/b.yaml',
    'user /moved/config.yaml',
    'user /moved/mcpServers/c.yml',
  ]);
});

test.each([
  ['a list of Continue', CONTINUE.replace(/ {2}- name: odd.*/s, ''), ['lamps', 'far']],
  ['one entry of such a list', '- name: lamps\n  command: uvx\n  args: [lamps-server]', ['lamps']],
  ['extensions of goose', GOOSE, ['github', 'far']],
  ['servers in YAML, between marks', '```yaml\nmcpServers:\n  lamps:\n    command: uvx\n```', ['lamps']],
])('what a README shows in YAML can be pasted: %s', async (_what, text, names) => {
  const reading = await serversFromText(text);
  expect(reading.type === 'servers' ? reading.servers.map(({ server }) => server.id) : reading).toEqual(
    names,
  );
});
