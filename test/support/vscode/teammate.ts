/** Another member of a team: the program on a machine of its own, reached as an endpoint for many people. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { AUDIENCE, openTokenIssuer } from '../openTokenIssuer';
import { type AgentBeside, agentAt } from './besideWindow';

/** Starts an endpoint with these options, and an agent that signs in there. `close` ends both. */
export async function startTeammate(options: readonly string[], password: string): Promise<AgentBeside> {
  const home = mkdtempSync(join(tmpdir(), 'switchyard-teammate-'));
  const [folder, state] = [join(home, 'work'), join(home, 'state')];
  mkdirSync(folder);
  const issuer = await openTokenIssuer();
  const program = spawn(
    process.env['SWITCHYARD_TEST_NODE'] ?? '',
    [
      process.env['SWITCHYARD_TEST_PROGRAM'] ?? '',
      ...['--http', '--oauth-issuer', issuer.origin, '--oauth-audience', AUDIENCE],
      ...['--workspace', folder, '--state', state, ...options],
    ],
    {
      env: { PATH: process.env['PATH'] ?? '', HOME: home, PGPASSWORD: password },
      stdio: ['pipe', 'pipe', 'ignore'],
    },
  );
  const ended = once(program, 'exit');
  const [line] = (await once(createInterface(program.stdout), 'line')) as [string];
  const { url } = JSON.parse(line) as { readonly url: string };
  const headers = { authorization: `Bearer ${await issuer.sign()}` };
  const agent = await agentAt(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }));
  return {
    ...agent,
    async close() {
      await agent.close();
      program.kill();
      await ended;
      issuer.close();
      rmSync(home, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}
