import { expect, test } from 'vitest';
import { testCore } from '../../../test/support/testCore';
import { addBuiltInTools } from '../../mcp/builtInModules';
import { NO_HTTP } from '../../mcp/toolkit/productInfo';
import { sessionId } from '../../shared/ids';
import { limitsOfScopes, scopeOf } from './scopes';

async function builtIn() {
  const core = await testCore();
  const info = () => ({ version: '1', transports: { stdio: { enabled: false }, http: NO_HTTP } });
  addBuiltInTools(core, { mayRestore: true, info });
  return core;
}

test('each tool needs the scope of what it does, a server’s that for work', async () => {
  const { toolbox } = await builtIn();
  const scopes = [
    'mcp_discover',
    'mcp_activate',
    'mcp_call_tool',
    'restore_task',
    'child_create',
    'bb_delete',
  ];
  expect(scopes.map(name => scopeOf(toolbox.own(name), {}).replace('switchyard:', ''))).toEqual([
    ...['read', 'work', 'work', 'restore', 'administer', 'administer'],
  ]);
  expect(scopeOf(undefined, {})).toBe('switchyard:work');
});

test('what child agents write is for administrators, whichever way it is read', async () => {
  const { toolbox } = await builtIn();
  for (const uri of ['sc://children/a/logs', '  sc://children/a/logs']) {
    for (const name of ['resources_read', 'resources_watch'])
      for (const input of [{ uri }, { URI: uri }, { uri: 'sc://runs/1/events', u_ri: uri }])
        expect(scopeOf(toolbox.own(name), input)).toBe('switchyard:administer');
  }
  expect(scopeOf(toolbox.own('resources_read'), { uri: 'sc://runs/1/events' })).toBe('switchyard:read');
});

test('a call without its scope is refused at the one door, also under a name that only resembles the tool’s', async () => {
  const { toolbox } = await builtIn();
  const session = sessionId('s');
  const caller = { session, isConversation: false, connection: 's', host: 'h' };
  const { signal } = new AbortController();
  toolbox.limitOthers(limitsOfScopes(new Set(['switchyard:read', 'switchyard:work'])));
  const refusal = { code: 'missing-scope', details: { scope: 'switchyard:restore' } };
  for (const name of ['restore_task', 'restore-task'])
    await expect(toolbox.call(caller, name, {}, { signal })).rejects.toMatchObject(refusal);
  const limit = toolbox.limit(session, limitsOfScopes(new Set(['switchyard:restore'])));
  await expect(toolbox.call(caller, 'restore_task', {}, { signal })).rejects.not.toMatchObject(refusal);
  limit.dispose();
  await expect(toolbox.call(caller, 'restore_task', {}, { signal })).rejects.toMatchObject(refusal);
});
