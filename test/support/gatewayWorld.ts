import type { Caller } from '../../src/core/gateway/sessions/sessions';
import { entryOf } from './catalogWorld';
import { chat, noSignal, testCore } from './testCore';

/** Two chats of one window. */
export const anna = chat('anna');
export const ben = chat('ben');

/** A world with a few servers that all work. */
export async function gatewayWorld(options: Parameters<typeof testCore>[0] = {}) {
  const names = ['files', 'web', 'mail', 'maps', 'notes', 'music', 'chess', 'clock', 'paint'];
  const core = await testCore({ entries: names.map(name => entryOf(name)), ...options });
  for (const name of names) core.servers.add(name, { tools: ['read', 'write'] });
  const { gateway, toolbox } = core;
  return {
    ...core,
    activate: (caller: Caller, name: string) => gateway.activate(caller, name, 'agent', noSignal()),
    call: (caller: Caller, name: string, input: unknown = {}) =>
      toolbox.call(caller, name, input, { signal: noSignal() }),
    listed: (connection = 'window', host = 'Visual Studio Code') =>
      gateway.toolsSeenOn(connection, host).map(tool => tool.name),
  };
}
