import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { importedAll, startedImports } from '../../../test/support/importWorld';
import { otherTools, plantedKey } from '../../../test/support/otherTools';

test('keeps how long a server may take and how its user signs in, also after a restart', async () => {
  const tools = otherTools();
  tools.write(
    '.codex/config.toml',
    '[mcp_servers.slow]\ncommand = "cx"\nstartup_timeout_sec = 40\ntool_timeout_sec = 600\n',
  );
  tools.write(
    '.claude.json',
    JSON.stringify({
      mcpServers: {
        remote: {
          type: 'http',
          url: 'https://r.example/mcp',
          oauth: { clientId: 'us', callbackPort: 8080 },
          timeout: 300_000,
        },
      },
    }),
  );
  await importedAll(tools);
  const { catalog } = await startedImports(tools);
  expect(catalog.require('slow')).toMatchObject({ startTimeoutMs: 40_000, callTimeoutMs: 600_000 });
  expect(catalog.require('remote')).toMatchObject({
    launch: { oauth: { clientId: 'us', callbackPort: 8080 } },
    callTimeoutMs: 300_000,
  });
});

test('takes over the client that people sign in with, and leaves its secret in its file', async () => {
  const tools = otherTools();
  const secret = plantedKey();
  const cursor = { CLIENT_ID: '${env:CLIENT}', CLIENT_SECRET: secret, scopes: ['read'] };
  tools.write(
    '.cursor/mcp.json',
    JSON.stringify({ mcpServers: { cursors: { url: 'https://c.example/mcp', auth: cursor } } }),
  );
  const gemini = { enabled: true, clientId: 'us', clientSecret: secret };
  tools.write(
    '.gemini/settings.json',
    JSON.stringify({ mcpServers: { geminis: { httpUrl: 'https://g.example/mcp', oauth: gemini } } }),
  );
  const { imports, catalog } = await importedAll(tools, { CLIENT: 'them' });
  expect((await imports.find()).files.flatMap(({ problems }) => problems)).toEqual([]);
  const resolved = async (id: string) => await catalog.resolve(catalog.require(id));
  expect(await resolved('cursors')).toMatchObject({
    oauth: { clientId: 'them', clientSecret: secret, scopes: ['read'] },
  });
  expect(await resolved('geminis')).toMatchObject({ oauth: { clientId: 'us', clientSecret: secret } });
  expect(readFileSync(join(tools.home, 'state', 'imports.json'), 'utf8')).not.toContain(secret);
});

test('says that a server which VS Code starts in a sandbox has none here', async () => {
  const tools = otherTools();
  const servers = {
    boxed: { command: 'b', sandboxEnabled: true },
    open: { command: 'o', sandboxEnabled: false },
  };
  const path = tools.write('./.vscode/mcp.json', JSON.stringify({ servers }, null, 1));
  const { catalog } = await importedAll(tools);
  expect(catalog.problems()).toEqual([
    {
      origin: path,
      message:
        '"boxed": sandboxEnabled is not read: it runs without a sandbox here, with all rights of its user.',
      server: 'boxed',
      isWarning: true,
      line: 5,
      column: 4,
    },
  ]);
});

test('says what a server misses here that another tool gives it', async () => {
  const tools = otherTools();
  const servers = {
    helped: { type: 'http', url: 'https://helped.example/mcp', headersHelper: '/bin/headers.sh' },
    plain: { type: 'http', url: 'https://plain.example/mcp', headersHelper: '' },
  };
  tools.write('./.mcp.json', JSON.stringify({ mcpServers: servers }));
  const ofGemini = {
    google: { httpUrl: 'https://google.example/mcp', authProviderType: 'google_credentials' },
    signed: { httpUrl: 'https://signed.example/mcp', authProviderType: 'dynamic_discovery' },
  };
  tools.write('./.gemini/settings.json', JSON.stringify({ mcpServers: ofGemini }));
  const { catalog } = await importedAll(tools);
  expect(catalog.problems().map(({ message }) => message)).toEqual([
    '"helped": headersHelper is not run, so its headers are missing. Where the server needs them, add it as a server of your own with headers.',
    '"google": authProviderType is not read, so no credentials of Google are sent. Where the server needs a token, add it as a server of your own with headers.',
  ]);
});

test('reads the servers that Visual Studio keeps in .mcp.json, with their questions', async () => {
  const tools = otherTools();
  const server = { url: 'https://vs.example/mcp', headers: { Authorization: 'Bearer ${input:pat}' } };
  const inputs = [{ id: 'pat', type: 'promptString', description: 'Your token', password: true }];
  tools.write('./.mcp.json', JSON.stringify({ inputs, servers: { solution: server } }));
  const { catalog } = await importedAll(tools);
  expect(catalog.require('solution')).toMatchObject({
    launch: server,
    owner: 'workspace',
    needs: [{ key: 'pat', description: 'Your token' }],
  });
});

test('asks for no key that may be unset, as an empty fallback says', async () => {
  const tools = otherTools();
  const env = { DOCS_API_KEY: '${DOCS_API_KEY:-}' };
  tools.write('./.mcp.json', JSON.stringify({ mcpServers: { docs: { command: 'docs', env } } }));
  const { catalog } = await importedAll(tools);
  expect(catalog.readiness(catalog.require('docs')).status).toBe('available');
  expect(await catalog.resolve(catalog.require('docs'))).toMatchObject({ env: { DOCS_API_KEY: '' } });
});
