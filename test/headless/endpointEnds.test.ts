import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { tokenIssuer } from '../support/tokenIssuer';
import { endpointOf } from './endpoints';
import { realServer, script, TINY, world } from './world';

/** A call that takes three seconds, and how its beginning shows. */
const LONG = { name: 'trigger-long-running-operation', arguments: { duration: 3, steps: 6 } };

test('lets running calls of both eras end after SIGTERM, takes no new ones, and closes its journal', async () => {
  const by = await tokenIssuer();
  const of = world({ every: realServer('everything') });
  const door = await endpointOf(of, by, '--approve', 'every');
  const token = await by.sign();
  const { agent } = await door.agent(token);
  await agent.call('mcp_activate', { name: 'every' });
  await (await door.ask(token, 'tools/call', { name: 'mcp_activate', arguments: { name: 'every' } })).text();
  const begun = Promise.withResolvers<void>();
  const running = agent.client.callTool(LONG, undefined, { onprogress: () => begun.resolve() });
  const modern = door.ask(token, 'tools/call', LONG);
  await begun.promise;
  door.started.child.kill('SIGTERM');
  const ready = async () => (await fetch(door.at('/readyz'))).status;
  await expect.poll(ready).toBe(503);
  for (const late of [await door.post(`Bearer ${token}`), await door.ask(token, 'tools/list')])
    expect([late.status, late.headers.get('retry-after'), await late.json()]).toEqual([
      503,
      '5',
      { error: 'temporarily_unavailable', error_description: 'Switchyard is shutting down.' },
    ]);
  expect((await running).isError).not.toBe(true);
  const text = await (await modern).text();
  expect(text).toContain('Long running operation completed');
  expect(await door.started.exit).toBe(0);
  const journal = join(of.folder, 'state', 'journal.db');
  expect([existsSync(journal), existsSync(`${journal}-wal`)]).toEqual([true, false]);
});

test('waits no longer than --shutdown-seconds for a call, and ends in order all the same', async () => {
  const by = await tokenIssuer();
  const hanging = script(
    TINY.replace(`'tools/call': { content: [{ type: 'text', text: 'pong' }] },`, '').replace(
      'if (id !== undefined)',
      `if (method === 'tools/call') console.log(JSON.stringify({ jsonrpc: '2.0', method: 'notifications/progress', params: { progressToken: params._meta.progressToken, progress: 1 } }));
  else if (id !== undefined)`,
    ),
  );
  const of = world({ slow: hanging });
  const door = await endpointOf(of, by, '--approve', 'slow', '--shutdown-seconds', '1');
  const { agent } = await door.agent(await by.sign());
  await agent.call('mcp_activate', { name: 'slow' });
  const begun = Promise.withResolvers<void>();
  const params = { name: 'slow__ping', arguments: {} };
  const hangs = agent.client.callTool(params, undefined, { onprogress: () => begun.resolve() });
  hangs.catch(() => undefined);
  await begun.promise;
  door.started.child.kill('SIGTERM');
  expect(await door.started.exit).toBe(0);
  await agent.client.close();
  await expect(hangs).rejects.toThrow('Connection closed');
  expect(existsSync(join(of.folder, 'state', 'journal.db-wal'))).toBe(false);
});
