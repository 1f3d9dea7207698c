import { expect, test } from 'vitest';
import { entryOf, secret, stdio } from '../../../../test/support/catalogWorld';
import { anna, ben, gatewayWorld } from '../../../../test/support/gatewayWorld';

test('tells how every server is, and starts none of those that are off', async () => {
  const { gateway, activate, servers } = await gatewayWorld({
    entries: [
      entryOf('files'),
      entryOf('web'),
      entryOf('mail'),
      entryOf('own', { isolation: 'session' }),
      entryOf('idle'),
      entryOf('keyless', { needs: [secret('KEY')] }),
      entryOf('homeless', { launch: stdio('uvx', ['a']) }),
      entryOf('off', { disabledBy: 'user' }),
    ],
  });
  servers.add('own', { tools: ['read'] });
  servers.servers.get('mail')!.startFailure = 'It exited with code 1.';
  for (const name of ['files', 'web', 'own']) await activate(anna, name);
  await activate(ben, 'own');
  await activate(anna, 'mail').catch(() => undefined); // It fails to start, which is what is asked for.
  servers.servers.get('web')!.isSilent = true;
  const started = servers.starts;

  const reports = await gateway.checkHealth();

  expect(Object.fromEntries(reports.map(({ server, ...report }) => [server, report]))).toEqual({
    files: { state: 'answers', processes: 1, slowestMs: 0 },
    web: { state: 'silent', words: "It didn't answer a ping within 2 s. Last output: out of memory" },
    mail: { state: 'failed', words: expect.stringContaining('It exited with code 1.') },
    own: { state: 'answers', processes: 2, slowestMs: 0 },
    idle: { state: 'idle' },
    keyless: { state: 'not-ready', why: 'credentials', words: expect.stringContaining('Missing KEY.') },
    homeless: { state: 'not-ready', why: 'runtime', words: expect.stringContaining('uvx') },
    off: { state: 'disabled' },
  });
  expect(servers.starts).toBe(started);
});
