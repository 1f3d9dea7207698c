import { expect, test } from 'vitest';
import type { ImportTool } from '../../core/catalog/imports/importTools';
import type { Surroundings } from '../../core/catalog/entry/ports';
import { readImport } from './readImport';

const surroundings: Surroundings = {
  workspaceFolder: '/srv/shop',
  userHome: '/home/ann',
  pathSeparator: '/',
  credentialAdvice: '',
  variable: () => undefined,
};

/** What a tool's file says of its servers, by name, and what is wrong with it. */
async function readOf(tool: ImportTool, text: string) {
  const place = { tool, path: '/home/ann/file', scope: 'user' } as const;
  const file = { type: 'text', text, mode: 0o600, uid: 0 } as const;
  const { found, problems, secrets } = await readImport(place, file, surroundings);
  const values = [...secrets.values()].flatMap(ofOne => [...ofOne.values()]);
  expect(JSON.stringify(found)).not.toContain(values[0] ?? 'nothing secret');
  return {
    servers: Object.fromEntries(found.map(({ server }) => [server.id, server] as const)),
    problems: problems.map(({ message }) => message),
  };
}

const stdio = { type: 'stdio', command: 'npx', args: ['-y', 'some-server'] };

test('reads servers as the command line of Copilot writes them', async () => {
  const { servers, problems } = await readOf(
    'copilot',
    JSON.stringify({
      mcpServers: {
        local: {
          type: 'local',
          command: 'npx',
          args: ['-y', 'some-server'],
          env: { TOKEN: '$MY_TOKEN' },
          tools: ['*'],
        },
        remote: { type: 'http', url: 'https://r.example/mcp', headers: {}, tools: ['look'] },
      },
    }),
  );
  expect(problems).toEqual([]);
  expect(servers['local']).toMatchObject({
    launch: { ...stdio, env: { TOKEN: '${env:MY_TOKEN}' } },
    allowedTools: [],
  });
  expect(servers['remote']).toMatchObject({
    launch: { url: 'https://r.example/mcp' },
    allowedTools: ['look'],
  });
});

test("reads Cline's servers, also where its command line has the transport in an object", async () => {
  const { servers, problems } = await readOf(
    'cline',
    JSON.stringify({
      mcpServers: {
        nested: { transport: { type: 'stdio', command: 'npx', args: ['-y', 'some-server'] }, disabled: true },
        far: {
          transport: { type: 'streamableHttp', url: 'https://r.example/mcp', headers: { 'X-Team': 'a' } },
        },
        plain: {
          command: 'npx',
          args: ['-y', 'some-server'],
          autoApprove: ['a'],
          timeout: 90,
          type: 'stdio',
        },
      },
    }),
  );
  expect(problems).toEqual([]);
  expect(servers['nested']).toMatchObject({ launch: stdio, disabledBy: 'user' });
  expect(servers['far']).toMatchObject({
    launch: { url: 'https://r.example/mcp', headers: { 'X-Team': 'a' } },
  });
  expect(servers['plain']).toMatchObject({ launch: stdio, callTimeoutMs: 90_000, requireApproval: 'never' });
});

test.each(['opencode', 'kilo'] as const)('reads servers of %s, whose command is a list', async tool => {
  const { servers, problems } = await readOf(
    tool,
    `{
  // opencode.jsonc
  "$schema": "https://opencode.ai/config.json",
  "mcp": {
    "local": { "type": "local", "command": ["npx", "-y", "some-server"], "environment": { "REGION": "{env:REGION}" }, "enabled": false },
    "remote": { "type": "remote", "url": "https://r.example/mcp", "headers": { "Authorization": "Bearer {env:KEY}" }, },
  },
}`,
  );
  expect(problems).toEqual([]);
  expect(servers['local']).toMatchObject({
    launch: { ...stdio, env: { REGION: '${env:REGION}' } },
    disabledBy: 'user',
  });
  expect(servers['remote']).toMatchObject({
    launch: { type: 'http', url: 'https://r.example/mcp', headers: { Authorization: 'Bearer ${env:KEY}' } },
  });
});

test('reads servers of Roo Code, Kiro, and LM Studio, which count the time of a call in their own way', async () => {
  const roo = {
    command: 'npx',
    args: ['-y', 'some-server'],
    alwaysAllow: ['a'],
    timeout: 60,
    disabledTools: ['wipe'],
  };
  const ofRoo = await readOf('roo', JSON.stringify({ mcpServers: { a: roo } }));
  expect(ofRoo.servers['a']).toMatchObject({ launch: stdio, callTimeoutMs: 60_000, excludedTools: ['wipe'] });
  const kiro = {
    url: 'https://r.example/mcp',
    headers: { 'X-Key': '${KIRO_KEY}' },
    autoApprove: [],
    disabled: false,
  };
  const ofKiro = await readOf('kiro', JSON.stringify({ mcpServers: { a: kiro } }));
  expect(ofKiro.servers['a']).toMatchObject({ launch: { headers: { 'X-Key': '${env:KIRO_KEY}' } } });
  const ofStudio = await readOf(
    'lmstudio',
    JSON.stringify({ mcpServers: { a: { ...stdio, timeout: 5_000 } } }),
  );
  expect(ofStudio.servers['a']).toMatchObject({ launch: stdio, callTimeoutMs: 5_000 });
  expect([ofRoo, ofKiro, ofStudio].flatMap(({ problems }) => problems)).toEqual([]);
});

test('reads servers of Zed and Amp out of all their settings', async () => {
  const ofZed = await readOf(
    'zed',
    '{ "theme": "One", // mine\n "context_servers": { "a": { "source": "custom", "enabled": true, "command": "npx", "args": ["-y", "some-server"], "env": {} } }, }',
  );
  const ofAmp = await readOf(
    'amp',
    '{ "amp.mcpServers": { "a": { "command": "npx", "args": ["-y", "some-server"] } } }',
  );
  expect(ofZed).toMatchObject({ servers: { a: { launch: stdio } }, problems: [] });
  expect(ofAmp).toMatchObject({ servers: { a: { launch: stdio } }, problems: [] });
});

test('passes over servers that an extension of Zed starts', async () => {
  const ofZed = await readOf(
    'zed',
    '{ "context_servers": { "from-extension": { "source": "extension", "enabled": true, "settings": {} } } }',
  );
  expect(ofZed).toEqual({ servers: {}, problems: [] });
});

test('reads servers of Crush, which counts seconds, Antigravity, and Qwen Code', async () => {
  const ofCrush = await readOf(
    'crush',
    JSON.stringify({ mcp: { a: { ...stdio, timeout: 1_800, disabled: false, disabled_tools: ['wipe'] } } }),
  );
  expect(ofCrush).toMatchObject({
    servers: { a: { launch: stdio, callTimeoutMs: 1_800_000, excludedTools: ['wipe'] } },
    problems: [],
  });
  const ofAntigravity = await readOf(
    'antigravity',
    '{"mcpServers":{"a":{"serverUrl":"https://r.example/mcp"}}}',
  );
  expect(ofAntigravity).toMatchObject({
    servers: { a: { launch: { url: 'https://r.example/mcp' } } },
    problems: [],
  });
  const ofQwen = await readOf(
    'qwen',
    '{"mcpServers":{"a":{"httpUrl":"https://r.example/mcp","trust":false}}}',
  );
  expect(ofQwen).toMatchObject({ servers: { a: { requireApproval: 'auto' } }, problems: [] });
});

test('passes over an entry that starts Switchyard itself, and reads the others', async () => {
  const { servers, problems } = await readOf(
    'lmstudio',
    JSON.stringify({ mcpServers: { switchyard: { command: 'npx', args: ['-y', 'switchyard'] }, a: stdio } }),
  );
  expect(Object.keys(servers)).toEqual(['a']);
  expect(problems).toEqual([]);
});
