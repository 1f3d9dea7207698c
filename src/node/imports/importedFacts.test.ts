import { expect, test } from 'vitest';
import { importedAll, startedImports } from '../../../test/support/importWorld';
import { otherTools } from '../../../test/support/otherTools';

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
